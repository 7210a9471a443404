import type { TrackView } from '../../../sync/client.ts';
import { minutesAndSeconds } from '../../platform/format.ts';
import { StillLine } from '../../design/drawn-lines.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { usePlayerApi, usePlayerSnapshot, useProgress } from './player-context.tsx';
import type { PlayerController } from './player-controller.ts';
import type { PlayerSnapshot } from './player-state.ts';
import { currentOf } from './queue.ts';
import { lineState, SeekLine } from './seek-line.tsx';

const HEIGHT_PX = 44;

export function TrackLine({ track }: { track: TrackView }) {
  const { controller } = usePlayerApi();
  const snapshot = usePlayerSnapshot();
  if (controller && snapshot && currentOf(snapshot.context.queue)?.id === track.id)
    return <Current controller={controller} snapshot={snapshot} trackId={track.id} />;
  return (
    <>
      <Box height={`${HEIGHT_PX}px`} opacity={{ base: 0.4, _light: 0.5 }}>
        <StillLine seed={track.id} width={420} height={HEIGHT_PX} half={3.1} fits="stretched" />
      </Box>
      <Times atS={0} ofS={track.duration_ms / 1000} />
    </>
  );
}

function Current({
  controller,
  snapshot,
  trackId,
}: {
  controller: PlayerController;
  snapshot: PlayerSnapshot;
  trackId: string;
}) {
  const { positionS, durationS } = useProgress(controller);
  return (
    <>
      <SeekLine
        controller={controller}
        trackId={trackId}
        state={lineState(snapshot)}
        width={420}
        height={HEIGHT_PX}
        head={6}
        showsTick
      />
      <Times atS={positionS} ofS={durationS} />
    </>
  );
}

function Times({ atS, ofS }: { atS: number; ofS: number }) {
  return (
    <Flex justify="space-between" textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
      <span>{minutesAndSeconds(atS)}</span>
      <span>{minutesAndSeconds(ofS)}</span>
    </Flex>
  );
}
