import { createRoute } from '@tanstack/react-router';
import { texts } from '../../../platform/texts.ts';
import { lazyPart } from '../../../design/lazy-part.tsx';
import { browseRoute } from '../../../shell/browse-route.tsx';

// Imported through the history's chunk, which links here: a chunk of its own would lengthen the app's list of chunks.
const RecapScreen = lazyPart(() => import('../history/history-page.tsx').then((m) => m.RecapScreen), 'page');

export const recapRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/recap/{-$month}',
  loader: RecapScreen.preload,
  component: RecapScreen,
  staticData: { title: texts.pages.recap },
});
