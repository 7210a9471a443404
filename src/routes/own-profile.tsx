import { ExportAccount } from '../features/export/export-account.tsx';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';
import { BlockedPeople } from '../features/safety/blocked-people.tsx';
import { texts } from '../lib/texts.ts';
import { useUser } from '../lib/user.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/link-button.tsx';

const Rewards = lazyPart(() => import('../features/rewards/rewards.tsx').then((m) => m.Rewards), 'block');

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
      uploadLink={<LinkButton to="/upload">{texts.pages.upload}</LinkButton>}
    />
  );
}
