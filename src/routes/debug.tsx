import { createRoute } from '@tanstack/react-router';
import { SignInLink } from '../app/top-bar.tsx';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';

const DebugPage = lazyPart(() => import('../features/debug/debug-page.tsx').then((m) => m.DebugPage), 'page');
const SuitePage = lazyPart(() => import('../features/debug/suite-page.tsx').then((m) => m.SuitePage), 'page');

export const debugRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/debug/zaps',
  loader: DebugPage.preload,
  component: () => <DebugPage signIn={<SignInLink />} />,
  staticData: { title: texts.pages.zapDebug },
});

export const suiteRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/test/zaps',
  loader: SuitePage.preload,
  component: () => <SuitePage signIn={<SignInLink />} />,
  staticData: { title: texts.pages.zapTest },
});
