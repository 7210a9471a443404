import { Box } from '@chakra-ui/react';
import { createRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import type { PeopleSort } from '../../sync/client.ts';
import { useMessaging } from '../app/messaging.tsx';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { useAccount } from '../lib/live.ts';
import { texts } from '../lib/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { browseRoute } from './browse.tsx';

const CommunityPage = lazyPart(
  () => import('../features/community/community-page.tsx').then((m) => m.CommunityPage),
  'page',
);

const ConnectButton = lazyPart(
  () => import('../features/connections/connect-button.tsx').then((m) => m.ConnectButton),
  'unseen',
);

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
  loader: CommunityPage.preload,
  component: Community,
  staticData: { title: texts.pages.community },
});

function Community() {
  const { q = '', sort = 'most_active' } = communityRoute.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  const onFilter = useCallback(
    (next: { search: string; sort: PeopleSort }) => {
      // What was typed last comes after a pause; by then another page may be on its way.
      if (router.latestLocation.pathname !== '/community') return;
      void navigate({
        to: '/community',
        replace: true,
        search: {
          ...(next.search ? { q: next.search } : {}),
          ...(next.sort === 'most_active' ? {} : { sort: next.sort }),
        },
      });
    },
    [navigate, router],
  );
  const { open } = useMessaging();
  const acts = useCallback(
    (userId: string) => (
      <Box mt="10px">
        <ConnectButton personId={userId} place="card" onMessage={open} />
      </Box>
    ),
    [open],
  );
  // A guest has nothing to press that needs an account.
  const isUser = useAccount().kind === 'user';
  return (
    <CommunityPage
      search={q}
      sort={sort}
      onFilter={onFilter}
      onPlay={play}
      nowPlaying={nowPlaying}
      {...(isUser ? { acts } : {})}
    />
  );
}
