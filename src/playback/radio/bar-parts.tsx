import { Box, styled } from '../../design/styled.tsx';
import { ArtButton } from '../art-button.tsx';
import type { RadioController } from './radio-controller.ts';
import { isHeld, type RadioState } from './radio-state.ts';
import { SongArt } from './song-art.tsx';
import { songWords, useOnAir } from './song-words.ts';

/** Prefetched when a pointer enters; a press retries a failed prefetch. */
export const loadSheet = () => import('./radio-sheet.tsx');

export interface BarPartProps {
  controller: RadioController;
  state: RadioState;
  onOpen: () => void;
}

export function ArtToggle({ controller, state, size }: BarPartProps & { size: number }) {
  const { song } = useOnAir(controller);
  return (
    <Box width={`${size}px`} flex="none">
      <SongArt song={song}>
        <ArtButton
          isPause={!isHeld(state)}
          onPress={isHeld(state) ? controller.play : controller.pause}
          controlId="radio pause"
        />
      </SongArt>
    </Box>
  );
}

export function SongButton({ controller, state, onOpen }: BarPartProps) {
  const { song } = useOnAir(controller);
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

export function Announcement({ controller, state }: { controller: RadioController; state: RadioState }) {
  const { title, line } = songWords(state, useOnAir(controller).song);
  return (
    <styled.span srOnly role="status">
      {title}, {line}
    </styled.span>
  );
}
