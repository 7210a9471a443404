import { useMe } from '../engine/live.ts';
import { useOwnAvatar } from '../components/person/use-own-avatar.ts';
import { Avatar } from '../design/art.tsx';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box } from '../design/styled.tsx';

const NewsDot = lazyPart(() => import('./news-dot.tsx').then((m) => m.NewsDot), 'invisible');

export function OwnAvatar({ size }: { size: number }) {
  const me = useMe();
  return (
    <Box position="relative" flex="none">
      <Avatar name={me?.profile?.artist_name} src={useOwnAvatar()} size={size} />
      <NewsDot />
    </Box>
  );
}
