import { createRoute, useRouter } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';
import { storeReturnAddress } from '../../shell/return-address.ts';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';

const LibraryPage = lazyPart(() => import('./library-page.tsx').then((m) => m.LibraryPage), 'page');
const FavouritesPage = lazyPart(() => import('./favourites-page.tsx').then((m) => m.FavouritesPage), 'page');
const KeptPage = lazyPart(() => import('./kept-page.tsx').then((m) => m.KeptPage), 'page');

export const libraryRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library',
  loader: LibraryPage.preload,
  component: Library,
  staticData: { title: texts.pages.library },
});

export const favouritesRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/favourites',
  loader: FavouritesPage.preload,
  component: Favourites,
  staticData: { title: texts.pages.favourites },
});

export const keptRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/kept',
  loader: KeptPage.preload,
  component: KeptPage,
  staticData: { title: texts.pages.kept },
});

function useSignIn() {
  const router = useRouter();
  return () => {
    storeReturnAddress(router.state.location.href);
    void router.navigate({ to: '/auth' });
  };
}

function Library() {
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <LibraryPage {...listening} onSignIn={useSignIn()} />
      {layer}
    </>
  );
}

function Favourites() {
  const { listening, layer } = useTrackLayers();
  return (
    <>
      <FavouritesPage {...listening} onSignIn={useSignIn()} />
      {layer}
    </>
  );
}
