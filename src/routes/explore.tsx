import { createRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import * as z from 'zod/mini';
import { BrowseOnly } from '../app/guards.tsx';
import { ExplorePage } from '../features/explore/explore-page.tsx';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { PlaysTodayMeter } from '../features/zaps/zap-status.tsx';
import type { TrackView } from '../../sync/client.ts';
import { shellRoute } from './shell.tsx';

const TrackActions = lazy(() =>
  import('../features/player/track-actions.tsx').then((m) => ({ default: m.TrackActions })),
);

const filterParams = z.object({
  q: z.optional(z.string()),
  genre: z.optional(z.string()),
  track: z.optional(z.string()),
});

function readFilter(search: Record<string, unknown>): z.infer<typeof filterParams> {
  const parsed = filterParams.safeParse(search);
  return parsed.success ? parsed.data : {};
}

export const exploreRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/explore',
  validateSearch: readFilter,
  component: () => <Explore path="/explore" filter={exploreRoute.useSearch()} />,
});

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: readFilter,
  component: () => <Explore path="/" filter={homeRoute.useSearch()} />,
});

function Explore({ path, filter }: { path: '/' | '/explore'; filter: z.infer<typeof filterParams> }) {
  const navigate = useNavigate();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  const [more, setMore] = useState<TrackView | null>(null);
  const onFilter = useCallback(
    (next: { search: string; genre: string | null }) =>
      void navigate({
        to: path,
        replace: true,
        search: { ...(next.search ? { q: next.search } : {}), ...(next.genre ? { genre: next.genre } : {}) },
      }),
    [navigate, path],
  );
  return (
    <BrowseOnly>
      <ExplorePage
        search={filter.q ?? ''}
        genre={filter.genre ?? null}
        trackId={filter.track ?? null}
        onFilter={onFilter}
        onPlay={play}
        onMore={setMore}
        nowPlaying={nowPlaying}
        aside={<PlaysTodayMeter />}
      />
      <Suspense fallback={null}>{more && <TrackActions track={more} onClose={() => setMore(null)} />}</Suspense>
    </BrowseOnly>
  );
}
