import { ArrowDownToLine, Check, X } from 'lucide';
import { keptProgress } from '../../../sync/client.ts';
import { bytes } from '../../platform/format.ts';
import { useLive, useScope, useTrack } from '../../engine/live.ts';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { IconButton } from '../../design/button.tsx';
import { Squiggle } from '../../design/drawn-lines.tsx';
import { createKeepActs } from './keep-acts.ts';
import type { PlayerTrack } from './player-track.ts';
import { queueTexts } from './queue-texts.ts';
import { Icon } from '../../design/icon.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Box, Flex } from '../../design/styled.tsx';

/** Keeps a track on the device or removes it (S-34). The size is shown, because it matters to the choice. */
export function KeepButton({ trackId }: { trackId: string }) {
  const scope = useScope();
  const acts = createKeepActs(scope.kept);
  const row = useTrack(trackId);
  const state = useLive(scope.kept.states).get(trackId);
  if (state?.kind === 'fetching' || state?.kind === 'waiting') {
    const percent =
      state.kind === 'fetching' && state.totalBytes ? Math.round((state.receivedBytes / state.totalBytes) * 100) : null;
    return <Keeping percent={percent} onCancel={() => acts.remove(trackId)} />;
  }
  const kept = state?.kind === 'kept' && state.asked;
  const size = state?.kind === 'kept' ? state.bytes : row?.audio_bytes;
  const sign = kept ? Check : ArrowDownToLine;
  return (
    <Flex direction="column" align="center" flex="none">
      <IconButton
        label={kept ? queueTexts.kept : queueTexts.keep}
        aria-pressed={kept}
        {...(size ? { 'aria-description': bytes(size) } : {})}
        boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}"
        onClick={() => (kept ? acts.remove(trackId) : acts.keep(trackId))}
      >
        <Icon of={sign} />
      </IconButton>
      {size ? (
        <Box fontSize="11px" color="fg.subtle" mt="3px" fontVariantNumeric="tabular-nums" aria-hidden>
          {bytes(size)}
        </Box>
      ) : null}
    </Flex>
  );
}

export function KeepAllButton({ tracks, label }: { tracks: readonly PlayerTrack[]; label: string }) {
  const scope = useScope();
  const acts = createKeepActs(scope.kept);
  const states = useLive(scope.kept.states);
  const ids = tracks.map((track) => track.id);
  const progress = keptProgress(
    states,
    tracks.map(({ id, audioBytes }) => ({ id, audio_bytes: audioBytes })),
  );
  if (progress.pending > 0) {
    const percent = progress.totalBytes > 0 ? Math.round((progress.bytes / progress.totalBytes) * 100) : null;
    return <Keeping percent={percent} onCancel={() => acts.cancelAll(ids)} />;
  }
  const areAllKept = progress.kept === progress.tracks;
  const sign = areAllKept ? Check : ArrowDownToLine;
  const words = `${queueTexts.keptOf(progress.kept, progress.tracks, progress.failed)}, ${bytes(progress.totalBytes)}`;
  return (
    <IconButton
      label={label}
      disabled={tracks.length === 0}
      {...(areAllKept ? disabledWithReason(words) : { 'aria-description': words, onClick: () => acts.keepAll(ids) })}
    >
      <Icon of={sign} size={22} />
    </IconButton>
  );
}

function Keeping({ percent, onCancel }: { percent: number | null; onCancel: () => void }) {
  return (
    <Flex direction="column" align="center" flex="none" position="relative">
      <IconButton label={queueTexts.stopKeeping} onClick={onCancel}>
        <Icon of={X} size={18} />
      </IconButton>
      <ProgressBar
        label={queueTexts.keeping}
        value={percent}
        fontSize="11px"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        {percent === null ? <Squiggle label={null} /> : `${percent} %`}
      </ProgressBar>
    </Flex>
  );
}
