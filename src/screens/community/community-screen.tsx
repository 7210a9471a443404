import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PeopleSort } from '../../../sync/client.ts';
import { CommunityPage } from './community-page.tsx';
import { useNowPlaying, usePlayerApi } from '../../playback/player/player-context.tsx';

export function CommunityScreen({ q = '', sort = 'most_active' }: { q?: string; sort?: PeopleSort }) {
  const navigate = useNavigate({ from: '/community' });
  const router = useRouter();
  const { play } = usePlayerApi();
  const nowPlaying = useNowPlaying();
  const onFilter = useCallback(
    (change: { search?: string; sort?: PeopleSort }) => {
      // Debounced typing arrives late: the person may have left the page or changed the order by then.
      if (router.latestLocation.pathname !== '/community') return;
      void navigate({
        to: '/community',
        replace: true,
        search: (previous) => {
          const next = { search: previous.q ?? '', sort: previous.sort ?? 'most_active', ...change };
          return {
            ...(next.search ? { q: next.search } : {}),
            ...(next.sort === 'most_active' ? {} : { sort: next.sort }),
          };
        },
      });
    },
    [navigate, router],
  );
  return <CommunityPage search={q} sort={sort} onFilter={onFilter} onPlay={play} nowPlaying={nowPlaying} />;
}
