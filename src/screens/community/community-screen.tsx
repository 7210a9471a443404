import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PeopleSort } from '../../../sync/client.ts';
import { useOpenMessages } from '../../shell/messaging.tsx';
import { CommunityPage } from './community-page.tsx';
import { ConnectButton } from '../../components/connection/connect-button.tsx';
import { useNowPlaying, usePlayerDoor } from '../../playback/player/player-context.tsx';
import { useAccount } from '../../engine/live.ts';

/** The community with what joins it to the player, the connections and the messages. */
export function CommunityScreen({ q = '', sort = 'most_active' }: { q?: string; sort?: PeopleSort }) {
  const navigate = useNavigate({ from: '/community' });
  const router = useRouter();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  const onFilter = useCallback(
    (change: { search?: string; sort?: PeopleSort }) => {
      // What was typed last comes after a pause; by then another page may be on its way, or another order chosen.
      if (router.latestLocation.pathname !== '/community') return;
      void navigate({
        to: '/community',
        replace: true,
        search: (before) => {
          const next = { search: before.q ?? '', sort: before.sort ?? 'most_active', ...change };
          return {
            ...(next.search ? { q: next.search } : {}),
            ...(next.sort === 'most_active' ? {} : { sort: next.sort }),
          };
        },
      });
    },
    [navigate, router],
  );
  const openMessages = useOpenMessages();
  const acts = useCallback(
    (userId: string) => <ConnectButton personId={userId} place="card" onMessage={openMessages} />,
    [openMessages],
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
