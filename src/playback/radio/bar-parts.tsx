import { Box, styled } from '../../design/styled.tsx';
import { ArtButton } from '../art-button.tsx';
import type { RadioEngine } from './radio-engine.ts';
import { isHeld, type RadioState } from './radio-state.ts';
import { SongArt } from './song-art.tsx';
import { songWords, useOnAir } from './song-words.ts';

/** The sheet's code. It is fetched when a pointer comes near; if that fails, the press fetches it. */
export const loadSheet = () => import('./radio-sheet.tsx');

export interface BarParts {
  engine: RadioEngine;
  state: RadioState;
  onOpen: () => void;
}

/** The picture, and over it what pauses and goes on. */
export function ArtToggle({ engine, state, size }: BarParts & { size: number }) {
  const { song } = useOnAir(engine);
  return (
    <Box width={`${size}px`} flex="none">
      <SongArt song={song}>
        <ArtButton
          isPause={!isHeld(state)}
          onPress={isHeld(state) ? engine.play : engine.pause}
          controlId="radio pause"
        />
      </SongArt>
    </Box>
  );
}

/** Song and artist, or what the radio does instead; opens the sheet. */
export function Words({ engine, state, onOpen }: BarParts) {
  const { song } = useOnAir(engine);
  const { title, line } = songWords(state, song);
  return (
    <styled.button
      type="button"
      aria-label={`Open radio, ${title}`}
      onClick={onOpen}
      onPointerEnter={() => void loadSheet().catch(() => undefined)}
      display="block"
      flex="1"
      minWidth="0"
      minHeight="44px"
      textAlign="left"
      cursor="pointer"
    >
      <Box textStyle="title" truncate>
        {title}
      </Box>
      <Box textStyle="meta" truncate>
        {line}
      </Box>
    </styled.button>
  );
}

/** What the bar shows, for screen readers, as it changes. */
export function Said({ engine, state }: { engine: RadioEngine; state: RadioState }) {
  const { title, line } = songWords(state, useOnAir(engine).song);
  return (
    <styled.span srOnly role="status">
      {title}, {line}
    </styled.span>
  );
}
