import { createRoute } from '@tanstack/react-router';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

const GenresPage = lazyPart(() => import('./genres-page.tsx').then((m) => m.GenresPage), 'page');

export const genresRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/genres',
  loader: GenresPage.preload,
  component: GenresPage,
  staticData: { title: texts.pages.genres },
});
