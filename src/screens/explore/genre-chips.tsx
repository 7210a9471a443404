import { useEffect, useRef } from 'react';
import { classes } from '../../design/classes.ts';
import { exploreTexts } from './explore-texts.ts';

const style = classes({
  row: {
    display: 'flex',
    gap: '8px',
    width: '100%',
    minWidth: '0',
    mx: { base: '-16px', md: '-24px' },
    px: { base: '16px', md: '24px' },
    boxSizing: 'content-box',
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollbarWidth: 'none',
  },
  chip: {
    flex: 'none',
    height: '36px',
    my: '4px',
    px: '14px',
    borderRadius: 'full',
    fontSize: '14px',
    fontWeight: '500',
    bg: 'bg.muted',
    color: 'fg.muted',
    cursor: 'pointer',
    position: 'relative',
    _pressed: { bg: 'bg.inverted', color: 'fg.inverted' },
    _after: { content: '""', position: 'absolute', inset: '-4px' },
    _focusVisible: { outlineOffset: '-4px' },
  },
});

interface GenreChipsProps {
  genres: readonly string[];
  value: string | null;
  onChange: (genre: string | null) => void;
}

/** A row of genre buttons, on phones while a search or a genre filters the tracks. */
export function GenreChips({ genres, value, onChange }: GenreChipsProps) {
  const selectedChip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The first chip, 'All genres', is already in view.
    if (selectedChip.current?.previousElementSibling)
      selectedChip.current.scrollIntoView({ block: 'nearest', inline: 'center' });
    // The chips replace a select; if it had the focus, move the focus to the selected chip.
    if (document.activeElement === document.body) selectedChip.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div role="group" aria-label={exploreTexts.genre} className={style('row')}>
      {[null, ...genres].map((genre) => (
        <button
          key={genre ?? ''}
          type="button"
          ref={genre === value ? selectedChip : null}
          aria-pressed={genre === value}
          onClick={() => onChange(genre)}
          className={style('chip')}
        >
          {genre ?? exploreTexts.allGenres}
        </button>
      ))}
    </div>
  );
}
