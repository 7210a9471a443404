import { Trash2 } from 'lucide';
import type { KeptState, TrackView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { bytes, durationInWords } from '../../platform/format.ts';
import { useScope } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { ListRow } from '../../design/list-row.tsx';
import { Box } from '../../design/styled.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { keptTexts } from './kept-texts.ts';

export interface KeptEntry {
  trackId: string;
  state: KeptState;
  /** Null while loading, after a failed read, and if the device does not have the track. */
  track: TrackView | null;
}

interface KeptRowProps {
  entry: KeptEntry;
  /** Whether a line is above it. */
  hasLine: boolean;
  now: number;
}

export function KeptRow({ entry: { trackId, state, track }, hasLine, now }: KeptRowProps) {
  const scope = useScope();
  const title = track?.title || trackWords.untitled;
  const canKeepNow = state.kind === 'failed' || (state.kind === 'waiting' && state.reason !== 'turn');
  return (
    <ListRow
      hasLine={hasLine}
      lead={
        <Box width="48px" flex="none">
          <Cover src={track?.coverSrc ?? null} coverSeed={trackId} px={48} />
        </Box>
      }
      title={track ? <TrackLink trackId={trackId}>{title}</TrackLink> : title}
      meta={track?.artist_name || trackWords.unknownArtist}
      trailing={
        <>
          {canKeepNow && (
            <Button
              variant="quiet"
              size="sm"
              aria-label={keptTexts.keepNowOf(title)}
              onClick={() => toastOnError(scope.kept.keep(trackId))}
            >
              {keptTexts.keepNow}
            </Button>
          )}
          <IconButton label={keptTexts.removeTrack(title)} onClick={() => toastOnError(scope.kept.remove(trackId))}>
            <Icon of={Trash2} />
          </IconButton>
        </>
      }
    >
      <Box
        textStyle="small"
        color={state.kind === 'failed' ? 'orange.fg' : 'fg.subtle'}
        fontVariantNumeric="tabular-nums"
      >
        {describeState(state, track, now)}
      </Box>
    </ListRow>
  );
}

function describeState(state: KeptState, track: TrackView | null, now: number): string {
  const size = track?.audio_bytes ? `, ${bytes(track.audio_bytes)}` : '';
  switch (state.kind) {
    case 'kept': {
      const ago = durationInWords(now - state.usedAt);
      return `${state.asked ? keptTexts.asked(ago) : keptTexts.played(ago)}, ${bytes(state.bytes)}`;
    }
    case 'fetching':
      return state.totalBytes === null
        ? `${keptTexts.keeping}, ${bytes(state.receivedBytes)}`
        : keptTexts.keepingSoFar(bytes(state.receivedBytes), bytes(state.totalBytes));
    case 'waiting':
      return keptTexts.keepWaits[state.reason] + size;
    case 'failed':
      return keptTexts.keepFailed[state.reason];
  }
}
