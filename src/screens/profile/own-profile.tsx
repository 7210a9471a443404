import { ExportAccount } from '../../components/export/export-account.tsx';
import { useNowPlaying, usePlayerDoor } from '../../playback/player/player-context.tsx';
import { ProfilePage } from './profile-page.tsx';
import { BlockedPeople } from '../../components/safety/blocked-people.tsx';
import { useUser } from '../../engine/user.ts';
import { lazyPart } from '../../design/lazy-part.tsx';

const Rewards = lazyPart(() => import('../../components/rewards/rewards.tsx').then((m) => m.Rewards), 'block');

/** The own profile with what other features bring to it. */
export function OwnProfile() {
  const user = useUser();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  return (
    <ProfilePage
      user={user}
      onPlay={play}
      nowPlaying={nowPlaying}
      rewards={<Rewards />}
      blocked={<BlockedPeople />}
      archive={<ExportAccount user={user} />}
    />
  );
}
