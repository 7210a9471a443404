import { createRoute, createRouter } from '@tanstack/react-router';
import { authRoute } from '../screens/auth/route.tsx';
import { authCallbackRoute } from '../screens/auth/callback-route.tsx';
import { betaAccessRoute } from '../screens/beta-gate/route.tsx';
import { browseRoute } from '../shell/browse-route.tsx';
import { communityRoute } from '../screens/community/route.tsx';
import { connectionsRoute } from '../screens/connections/route.tsx';
import { debugRoute, suiteRoute } from '../screens/debug/route.tsx';
import { deviceRoute } from '../screens/device/route.tsx';
import { exploreRoute, homeRoute } from '../screens/explore/route.tsx';
import { genresRoute } from '../screens/genres/route.tsx';
import { favouritesRoute, keptRoute, libraryRoute } from '../screens/library/route.tsx';
import { historyRoute } from '../screens/library/history/route.tsx';
import { playlistRoute } from '../screens/library/playlists/route.tsx';
import { recapRoute } from '../screens/library/recap/route.tsx';
import { operatorRoute } from '../screens/operator/route.tsx';
import { personRoute } from '../screens/person/route.tsx';
import { plainRoute } from '../shell/plain-route.tsx';
import { dashboardRoute, profileRoute } from '../screens/profile/route.tsx';
import { radioRoute } from '../screens/radio/route.tsx';
import { releaseRoute } from '../screens/release/route.tsx';
import { rootRoute } from '../shell/root-route.tsx';
import { shellRoute } from '../shell/shell-route.tsx';
import { storeRoute } from '../screens/store/route.tsx';
import { trackRoute } from '../screens/track/route.tsx';
import { trendingRoute } from '../screens/explore/trending-route.tsx';
import { uploadRoute } from '../screens/upload/route.tsx';
import { userRoute } from '../shell/user-route.tsx';
import { unlockedRoute, vaultRoute } from '../screens/vault/route.tsx';
import { lazyPart } from '../design/lazy-part.tsx';
import { whenIdle } from '../platform/when-idle.ts';
import { watchArrivals } from '../shell/arrival.ts';
import { ErrorPage } from '../shell/error-page.tsx';
import { followLaunches, navigatedTo } from '../shell/launch.ts';

const NotFoundPage = lazyPart(() => import('../shell/not-found-page.tsx').then((m) => m.NotFoundPage), 'page');

const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/dev/ui',
        component: lazyPart(() => import('../screens/dev/ui-page.tsx').then((m) => m.UiPage), 'page'),
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
      historyRoute,
      playlistRoute,
      recapRoute,
      personRoute,
      trackRoute,
      releaseRoute,
      libraryRoute,
      favouritesRoute,
      keptRoute,
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
      operatorRoute,
      vaultRoute,
      unlockedRoute,
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  notFoundMode: 'root',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
});

watchArrivals(router);

// The build renders pages too, without a window.
if (typeof window !== 'undefined') {
  whenIdle(() => {
    import('../design/removed-focus.ts').then(
      (m) => m.watchRemovedFocus(),
      () => undefined,
    );
  }, 5000);
  followLaunches(window.launchQueue, location.origin, navigatedTo(), (path) => router.history.push(path));
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
