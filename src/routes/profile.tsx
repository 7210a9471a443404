import { chakra } from '@chakra-ui/react';
import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router';
import { UserOnly } from '../app/guards.tsx';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { PlaysTodayMeter } from '../features/zaps/zap-status.tsx';
import { useAccount } from '../lib/live.ts';
import { useButtonStyles } from '../ui/button.tsx';
import { shellRoute } from './shell.tsx';

const ProfilePage = lazyRouteComponent(() => import('../features/profile/profile-page.tsx'), 'ProfilePage');

/** /profile and /dashboard are the same screen. */
export const profileRoute = createRoute({ getParentRoute: () => shellRoute, path: '/profile', component: OwnProfile });
export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  component: OwnProfile,
});

function OwnProfile() {
  const account = useAccount();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  return (
    <UserOnly>
      {account.kind === 'user' && (
        <ProfilePage
          userId={account.userId}
          onPlay={play}
          nowPlaying={nowPlaying}
          plays={<PlaysTodayMeter />}
          uploadLink={<UploadLink />}
        />
      )}
    </UserOnly>
  );
}

function UploadLink() {
  const styles = useButtonStyles({ look: 'solid' });
  return (
    <chakra.span css={styles} asChild>
      <Link to="/upload">Upload</Link>
    </chakra.span>
  );
}
