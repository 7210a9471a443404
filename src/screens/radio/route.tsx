import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

const RadioScreen = lazyPart(() => import('./radio-screen.tsx').then((m) => m.RadioScreen), 'page');

const filterParams = z.object({ q: z.optional(z.string()), genre: z.optional(z.string()) });

export const radioRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/radio',
  validateSearch: (search: Record<string, unknown>): z.infer<typeof filterParams> => {
    const parsed = filterParams.safeParse(search);
    return parsed.success ? parsed.data : {};
  },
  loader: RadioScreen.preload,
  component: () => <RadioScreen {...radioRoute.useSearch()} />,
  staticData: { title: texts.pages.radio },
});
