import { createRoute, createRouter } from '@tanstack/react-router';
import { authRoute } from '../routes/auth.tsx';
import { authCallbackRoute } from '../routes/auth-callback.tsx';
import { betaAccessRoute } from '../routes/beta-access.tsx';
import { browseRoute } from '../routes/browse.tsx';
import { communityRoute } from '../routes/community.tsx';
import { connectionsRoute } from '../routes/connections.tsx';
import { debugRoute, suiteRoute } from '../routes/debug.tsx';
import { deviceRoute } from '../routes/device.tsx';
import { exploreRoute, homeRoute } from '../routes/explore.tsx';
import { genresRoute } from '../routes/genres.tsx';
import { personRoute } from '../routes/person.tsx';
import { plainRoute } from '../routes/plain.tsx';
import { dashboardRoute, profileRoute } from '../routes/profile.tsx';
import { radioRoute } from '../routes/radio.tsx';
import { rootRoute } from '../routes/root.tsx';
import { shellRoute } from '../routes/shell.tsx';
import { storeRoute } from '../routes/store.tsx';
import { trackRoute } from '../routes/track.tsx';
import { trendingRoute } from '../routes/trending.tsx';
import { uploadRoute } from '../routes/upload.tsx';
import { userRoute } from '../routes/user.tsx';
import { unlockedRoute, vaultRoute } from '../routes/vault.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { watchArrivals } from './arrival.ts';
import { ErrorPage } from './error-page.tsx';
import { followLaunches, navigatedTo } from './launch.ts';

const NotFoundPage = lazyPart(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage), 'page');

/** Every piece of the interface, for whoever works on one; in no build. */
const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/dev/ui',
        component: lazyPart(() => import('../dev/ui-page.tsx').then((m) => m.UiPage), 'page'),
        staticData: { title: 'Pieces' },
      }),
    ]
  : [];

const routeTree = rootRoute.addChildren([
  betaAccessRoute,
  plainRoute.addChildren([authRoute, authCallbackRoute]),
  trendingRoute,
  ...devRoutes,
  shellRoute.addChildren([
    browseRoute.addChildren([
      homeRoute,
      exploreRoute,
      communityRoute,
      radioRoute,
      genresRoute,
      personRoute,
      trackRoute,
      storeRoute,
      debugRoute,
      suiteRoute,
    ]),
    userRoute.addChildren([
      uploadRoute,
      profileRoute,
      dashboardRoute,
      connectionsRoute,
      deviceRoute,
      vaultRoute,
      unlockedRoute,
    ]),
  ]),
]);

/** Every address of the app. A new page starts at its top, Back returns to where it was left. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  notFoundMode: 'root',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
});

watchArrivals(router);

// A build draws pages too, where nothing is launched.
if (typeof window !== 'undefined')
  followLaunches(window.launchQueue, location.origin, navigatedTo(), (path) => router.history.push(path));

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
