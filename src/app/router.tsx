import { createRouter } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from './error-page.tsx';
import { authRoute } from '../routes/auth.tsx';
import { authCallbackRoute } from '../routes/auth-callback.tsx';
import { betaAccessRoute } from '../routes/beta-access.tsx';
import { deviceRoute } from '../routes/device.tsx';
import { exploreRoute, homeRoute } from '../routes/explore.tsx';
import { dashboardRoute, profileRoute } from '../routes/profile.tsx';
import { rootRoute } from '../routes/root.tsx';
import { shellRoute } from '../routes/shell.tsx';
import { trendingRoute } from '../routes/trending.tsx';
import { uploadRoute } from '../routes/upload.tsx';

const routeTree = rootRoute.addChildren([
  betaAccessRoute,
  authRoute,
  authCallbackRoute,
  trendingRoute,
  shellRoute.addChildren([homeRoute, exploreRoute, uploadRoute, profileRoute, dashboardRoute, deviceRoute]),
]);

/** Every address of the app. The page scrolls to its top on each change of route. */
export const router = createRouter({
  routeTree,
  scrollRestoration: false,
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
});

router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) window.scrollTo(0, 0);
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
