import { createRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { ExplorePage, TrackGrid } from './explore-page.tsx';
import { SharedCarousel } from './shared.tsx';
import { texts } from '../../platform/texts.ts';
import { browseRoute } from '../../shell/browse-route.tsx';
import { useTrackLayers } from '../../shell/use-track-layers.tsx';

const filterParams = z.object({
  q: z.optional(z.string()),
  genre: z.optional(z.string()),
  track: z.optional(z.string()),
});
type Filter = z.infer<typeof filterParams>;

function readFilter(search: Record<string, unknown>): Filter {
  const parsed = filterParams.safeParse(search);
  return parsed.success ? parsed.data : {};
}

const explore = {
  getParentRoute: () => browseRoute,
  validateSearch: readFilter,
  loader: () => {
    void TrackGrid.preload();
    void SharedCarousel.preload();
  },
  staticData: { title: texts.pages.explore },
};

export const exploreRoute = createRoute({
  ...explore,
  path: '/explore',
  component: () => <Explore path="/explore" filter={exploreRoute.useSearch()} />,
});
export const homeRoute = createRoute({
  ...explore,
  path: '/',
  component: () => <Explore path="/" filter={homeRoute.useSearch()} />,
});

function Explore({ path, filter }: { path: '/' | '/explore'; filter: Filter }) {
  const navigate = useNavigate();
  const router = useRouter();
  const { listening, layer } = useTrackLayers();
  const onFilter = useCallback(
    (change: { search?: string; genre?: string | null }) => {
      // Debounced typing arrives late: the person may have left the page or changed the genre by then.
      const { pathname, search } = router.latestLocation;
      if (pathname !== path) return;
      const { q = '', genre = null } = readFilter(search);
      const next = { search: q, genre, ...change };
      void navigate({
        to: path,
        replace: true,
        search: { ...(next.search ? { q: next.search } : {}), ...(next.genre ? { genre: next.genre } : {}) },
      });
    },
    [navigate, path, router],
  );
  return (
    <>
      <ExplorePage
        search={filter.q ?? ''}
        genre={filter.genre ?? null}
        trackId={filter.track ?? null}
        onFilter={onFilter}
        {...listening}
      />
      {layer}
    </>
  );
}
