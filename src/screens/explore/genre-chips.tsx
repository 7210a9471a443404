import { useEffect, useRef } from 'react';
import { Chips } from '../../design/chips.tsx';
import { exploreTexts } from './explore-texts.ts';

interface GenreChipsProps {
  genres: readonly string[];
  value: string | null;
  onChange: (genre: string | null) => void;
}

export function GenreChips({ genres, value, onChange }: GenreChipsProps) {
  const selectedChip = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The first chip, 'All genres', is already in view.
    if (selectedChip.current?.previousElementSibling)
      selectedChip.current.scrollIntoView({ block: 'nearest', inline: 'center' });
    // The chips replace a select; if it had the focus, move the focus to the selected chip.
    if (document.activeElement === document.body) selectedChip.current?.focus({ preventScroll: true });
  }, []);
  const choices = [null, ...genres].map((genre) => ({ value: genre, label: genre ?? exploreTexts.allGenres }));
  return (
    <Chips
      label={exploreTexts.genre}
      choices={choices}
      value={value}
      onChange={onChange}
      chosen={selectedChip}
      bleeds
    />
  );
}
