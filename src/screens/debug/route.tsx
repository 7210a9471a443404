import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

const DebugPage = lazyPart(() => import('./debug-page.tsx').then((m) => m.DebugPage), 'page');
// Through the debug page's code: a part of its own would make the app's list of parts longer.
const SuitePage = lazyPart(() => import('./debug-page.tsx').then((m) => m.SuitePage), 'page');

export const debugRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/debug/zaps',
  loader: DebugPage.preload,
  component: DebugPage,
  staticData: { title: texts.pages.zapDebug },
});

export const suiteRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/test/zaps',
  loader: SuitePage.preload,
  component: SuitePage,
  staticData: { title: texts.pages.zapTest },
});
