import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { plainRoute } from '../../shell/plain-route.tsx';

/** Exported for the gate, which preloads it. */
export const AuthScreen = lazyPart(() => import('./auth-screen.tsx').then((m) => m.AuthScreen), 'page');

export const authRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/auth',
  loader: AuthScreen.preload,
  component: AuthScreen,
  staticData: { title: texts.pages.signIn },
});
