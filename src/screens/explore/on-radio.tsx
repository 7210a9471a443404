import { Link } from '@tanstack/react-router';
import { ChevronRight, RadioTower } from 'lucide';
import { useMemo } from 'react';
import { useLive, useScope } from '../../engine/live.ts';
import { Cover } from '../../design/art.tsx';
import { classes } from '../../design/classes.ts';
import { Icon } from '../../design/icon.tsx';
import { exploreTexts } from './explore-texts.ts';

const style = classes({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    height: '64px',
    mt: '20px',
    borderTop: '1px solid',
    borderColor: 'border',
  },
  text: { flex: '1', fontWeight: '500' },
  covers: { display: 'flex', gap: '4px' },
  cover: { width: '36px' },
});

const MAX_SHOWN = 3;

/** Links to the radio's search results, because the grid excludes sponsored tracks (S-44). */
export function OnRadio({ search, genre }: { search: string; genre: string | null }) {
  const scope = useScope();
  const { tracks } = useLive(useMemo(() => scope.sponsored({ search, genre }), [scope, search, genre]));
  if (tracks.length === 0) return null;
  return (
    <Link
      to="/radio"
      search={{ ...(search ? { q: search } : {}), ...(genre ? { genre } : {}) }}
      className={style('row')}
    >
      <Icon of={RadioTower} />
      <div className={style('text')}>{exploreTexts.onRadio(tracks.length)}</div>
      <div className={style('covers')} aria-hidden>
        {tracks.slice(0, MAX_SHOWN).map((track) => (
          <div key={track.id} className={style('cover')}>
            <Cover src={track.coverSrc} coverSeed={track.id} px={36} />
          </div>
        ))}
      </div>
      <Icon of={ChevronRight} />
    </Link>
  );
}
