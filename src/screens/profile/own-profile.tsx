import { useUser } from '../../engine/user.ts';
import { useNowPlaying, usePlayerApi } from '../../playback/player/player-context.tsx';
import { ProfilePage } from './profile-page.tsx';

export function OwnProfile() {
  const { play } = usePlayerApi();
  return <ProfilePage user={useUser()} onPlay={play} nowPlaying={useNowPlaying()} />;
}
