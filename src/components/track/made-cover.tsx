import { Music } from 'lucide';
import { Cover } from '../../design/art.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';

export interface CoveredTrack {
  id: string;
  coverSrc: string | null;
}

interface MadeCoverProps {
  tracks: readonly CoveredTrack[];
  /** Covers per row and column. */
  side: number;
  /** Approximate displayed width, in px. */
  px: number;
}

const style = classes({
  cover: {
    width: '100%',
    aspectRatio: '1',
    borderRadius: 'art',
    overflow: 'hidden',
    bg: 'bg.muted',
    color: 'fg.subtle',
  },
  wall: { display: 'grid', gap: '1px', bg: 'bg', '&& > *': { borderRadius: '0' } },
  none: { display: 'flex', alignItems: 'center', justifyContent: 'center' },
});

/** A cover made of the first tracks' different covers. With too few of them, it is the largest square that they fill. */
export function MadeCover({ tracks, side, px }: MadeCoverProps) {
  const shown = firstDifferent(tracks, side ** 2);
  const fitting = Math.floor(Math.sqrt(shown.length));
  if (fitting === 0)
    return (
      <div className={style('cover', 'none')}>
        <Icon of={Music} size={24} />
      </div>
    );
  return (
    <div className={style('cover', 'wall')} style={{ gridTemplateColumns: `repeat(${fitting}, minmax(0, 1fr))` }}>
      {shown.slice(0, fitting ** 2).map(({ id, coverSrc }) => (
        <Cover key={id} src={coverSrc} coverSeed={id} px={px / fitting} />
      ))}
    </div>
  );
}

function firstDifferent(tracks: readonly CoveredTrack[], count: number): CoveredTrack[] {
  const found = new Map<string, CoveredTrack>();
  for (const track of tracks) {
    if (found.size === count) break;
    const key = track.coverSrc ?? track.id;
    if (!found.has(key)) found.set(key, track);
  }
  return [...found.values()];
}
