import { createRoute } from '@tanstack/react-router';
import { useNowPlaying, usePlayerDoor } from '../features/player/player-context.tsx';
import { texts } from '../lib/texts.ts';
import { useUser } from '../lib/user.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { userRoute } from './user.tsx';

const ProfilePage = lazyPart(() => import('../features/profile/profile-page.tsx').then((m) => m.ProfilePage), 'page');

const Rewards = lazyPart(() => import('../features/rewards/rewards.tsx').then((m) => m.Rewards), 'block');

const ownProfile = {
  getParentRoute: () => userRoute,
  loader: ProfilePage.preload,
  component: OwnProfile,
  staticData: { title: texts.pages.profile },
};

/** /profile and /dashboard are the same screen. */
export const profileRoute = createRoute({ ...ownProfile, path: '/profile' });
export const dashboardRoute = createRoute({ ...ownProfile, path: '/dashboard' });

function OwnProfile() {
  const user = useUser();
  const { play } = usePlayerDoor();
  const nowPlaying = useNowPlaying();
  return (
    <ProfilePage
      user={user}
      onPlay={play}
      nowPlaying={nowPlaying}
      rewards={<Rewards />}
      uploadLink={<LinkButton to="/upload">{texts.pages.upload}</LinkButton>}
    />
  );
}
