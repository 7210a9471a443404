import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { userRoute } from '../../shell/user-route.tsx';

const OperatorScreen = lazyPart(() => import('./operator-screen.tsx').then((m) => m.OperatorScreen), 'page');

export const operatorRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/operator',
  loader: OperatorScreen.preload,
  component: OperatorScreen,
  staticData: { title: texts.pages.operator },
});
