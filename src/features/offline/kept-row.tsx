import { Box, Flex } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import type { KeptState, TrackView } from '../../../sync/client.ts';
import { bytes, span } from '../../lib/format.ts';
import { useSync } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { trackWords } from '../../lib/track-words.ts';
import { Cover } from '../../ui/art.tsx';
import { Button, IconButton } from '../../ui/button.tsx';

export interface KeptEntry {
  trackId: string;
  state: KeptState;
  /** Null while it is looked for. */
  track: TrackView | null;
}

/** One track on this device, or on its way to it: why, since when, how large, and what can be done about it. */
export function KeptRow({ entry: { trackId, state, track }, now }: { entry: KeptEntry; now: number }) {
  const sync = useSync();
  const title = track?.title || trackWords.untitled;
  const canHurry = state.kind === 'failed' || (state.kind === 'waiting' && state.reason !== 'turn');
  return (
    <Flex
      as="li"
      align="center"
      gap="14px"
      py="8px"
      borderTop="1px solid"
      borderColor="border"
      _first={{ borderTop: 'none' }}
    >
      <Box width="48px" flex="none">
        <Cover src={track?.coverSrc ?? null} iconSize={20} />
      </Box>
      <Box flex="1" minWidth="0">
        <Box textStyle="title" truncate>
          {title}
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          {track?.artist_name || trackWords.unknownArtist}
        </Box>
        <Box
          textStyle="small"
          color={state.kind === 'failed' ? 'orange.fg' : 'fg.subtle'}
          fontVariantNumeric="tabular-nums"
        >
          {wordsOf(state, track, now)}
        </Box>
      </Box>
      {canHurry && (
        <Button
          look="quiet"
          size="sm"
          aria-label={texts.device.keepNowOf(title)}
          onClick={() => void sync.kept.keep(trackId)}
        >
          {texts.device.keepNow}
        </Button>
      )}
      <IconButton label={texts.device.removeTrack(title)} onClick={() => void sync.kept.remove(trackId)}>
        <Trash2 size={19} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Flex>
  );
}

function wordsOf(state: KeptState, track: TrackView | null, now: number): string {
  const { device } = texts;
  const size = track?.audio_bytes ? `, ${bytes(track.audio_bytes)}` : '';
  switch (state.kind) {
    case 'kept': {
      const ago = span(now - state.usedAt);
      return `${state.asked ? device.asked(ago) : device.played(ago)}, ${bytes(state.bytes)}`;
    }
    case 'fetching':
      return state.totalBytes === null
        ? `${texts.device.keeping}, ${bytes(state.receivedBytes)}`
        : device.keepingSoFar(bytes(state.receivedBytes), bytes(state.totalBytes));
    case 'waiting':
      return device.keepWaits[state.reason] + size;
    case 'failed':
      return device.keepFailed[state.reason];
  }
}
