import { Avatar } from './art.tsx';
import { classes } from './classes.ts';

interface RingAvatarProps {
  name: string | null;
  src: string | null;
  /** Includes the ring, in px. */
  size: number;
  /** Whether to show the ring of a Glow Border (S-26). */
  glows: boolean;
}

const style = classes({
  still: { flex: 'none', borderRadius: 'full', border: '8px solid', borderColor: 'bg' },
  glowing: {
    flex: 'none',
    borderRadius: 'full',
    p: '4px',
    background: 'conic-gradient(from 210deg, #FF4E2A, #F6C445, #72D6A8, #8FB4D9, #FF4E2A)',
  },
  gap: { borderRadius: 'full', border: '4px solid', borderColor: 'bg' },
});

export function RingAvatar({ name, src, size, glows }: RingAvatarProps) {
  const face = <Avatar name={name} src={src} size={size - 16} />;
  if (!glows) return <div className={style('still')}>{face}</div>;
  return (
    <div className={style('glowing')} data-glows>
      <div className={style('gap')}>{face}</div>
    </div>
  );
}
