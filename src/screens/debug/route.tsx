import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

const DebugPage = lazyPart(() => import('./debug-page.tsx').then((m) => m.DebugPage), 'page');
// Imported through debug-page.tsx: an import() of suite-page.tsx here would lengthen the list of chunks in the app's script.
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
