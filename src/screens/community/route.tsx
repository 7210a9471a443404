import { createRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { browseRoute } from '../../shell/browse-route.tsx';

const CommunityScreen = lazyPart(() => import('./community-screen.tsx').then((m) => m.CommunityScreen), 'page');

const filterParams = z.object({
  q: z.optional(z.string()),
  sort: z.optional(z.enum(['most_active', 'most_plays', 'newest', 'track_count'])),
});

export const communityRoute = createRoute({
  getParentRoute: () => browseRoute,
  path: '/community',
  validateSearch: (search: Record<string, unknown>): z.infer<typeof filterParams> => {
    const parsed = filterParams.safeParse(search);
    return parsed.success ? parsed.data : {};
  },
  loader: CommunityScreen.preload,
  component: () => <CommunityScreen {...communityRoute.useSearch()} />,
  staticData: { title: texts.pages.community },
});
