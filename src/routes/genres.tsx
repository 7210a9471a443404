import { createRoute } from '@tanstack/react-router';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';

const GenresPage = lazyPart(() => import('../features/genres/genres-page.tsx').then((m) => m.GenresPage), 'page');

export const genresRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/genres',
  loader: GenresPage.preload,
  component: GenresPage,
  staticData: { title: texts.pages.genres },
});
