import { createRoute } from '@tanstack/react-router';
import { texts } from '../../../platform/texts.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { browseRoute } from '../../../shell/browse-route.tsx';

const HistoryScreen = lazyPart(() => import('./history-page.tsx').then((m) => m.HistoryScreen), 'page');

export const historyRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/history',
  loader: HistoryScreen.preload,
  component: HistoryScreen,
  staticData: { title: texts.pages.history },
});
