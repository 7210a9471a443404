import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

// All imported through the library's chunk, which links to the others: more chunks would lengthen the app's list of chunks.
const LibraryScreen = lazyPart(() => import('./library-page.tsx').then((m) => m.LibraryScreen), 'page');
const FavouritesScreen = lazyPart(() => import('./library-page.tsx').then((m) => m.FavouritesScreen), 'page');
const KeptScreen = lazyPart(() => import('./library-page.tsx').then((m) => m.KeptScreen), 'page');

export const libraryRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library',
  loader: LibraryScreen.preload,
  component: LibraryScreen,
  staticData: { title: texts.pages.library },
});

export const favouritesRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/favourites',
  loader: FavouritesScreen.preload,
  component: FavouritesScreen,
  staticData: { title: texts.pages.favourites },
});

export const keptRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/library/kept',
  loader: KeptScreen.preload,
  component: KeptScreen,
  staticData: { title: texts.pages.kept },
});
