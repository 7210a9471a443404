import { useMe } from '../engine/live.ts';
import { useOwnFace } from '../components/person/use-own-face.ts';
import { Avatar } from '../design/art.tsx';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box } from '../design/styled.tsx';

const NewsDot = lazyPart(() => import('./news-dot.tsx').then((m) => m.NewsDot), 'unseen');

/** The person's own avatar, with a dot while there is news. */
export function OwnFace({ size }: { size: number }) {
  const me = useMe();
  return (
    <Box position="relative" flex="none">
      <Avatar name={me?.profile?.artist_name} src={useOwnFace()} size={size} />
      <NewsDot />
    </Box>
  );
}
