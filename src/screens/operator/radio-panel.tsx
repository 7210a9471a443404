import { useEffect, useState } from 'react';
import { operatorRadio } from '../../../sync/model/operator/radio.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Section } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useLive } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useRadioApi } from '../../playback/radio/radio-context.tsx';
import type { OnAir } from '../../playback/radio/station-watch.ts';
import { operatorTexts } from './operator-texts.ts';
import { RadioQueue } from './radio-queue.tsx';
import { StationPanel } from './station-panel.tsx';

const words = operatorTexts.radio;
const CHECK_MS = 2_000;
/** Longest wait until a started station plays. With an empty queue it never plays. */
const START_MS = 30_000;
const noStation = { get: (): OnAir | null => null, subscribe: () => () => undefined };

/** Shows what the station plays now and next, and its queue of sponsored tracks. */
export function RadioPanel({ isOffline }: { isOffline: boolean }) {
  const { controller } = useRadioApi();
  useEffect(() => controller?.watch(), [controller]);
  const station = useLive<OnAir | null>(controller?.onAir ?? noStation);
  const sent = station?.timeline.at(-1) ?? null;
  const [undoneStop, setUndoneStop] = useState<string | null>(null);
  const read = useOperatorRadio(sent?.startsAt ?? null, undoneStop !== null);
  const radio = read.kind === 'here' ? read.value : null;
  const isSettled = radio?.stopped ? radio.stopped.act_id !== undoneStop : radio?.playing != null;
  if (undoneStop !== null && isSettled) setUndoneStop(null);
  useEffect(() => {
    if (undoneStop === null) return undefined;
    const timer = setTimeout(() => setUndoneStop(null), START_MS);
    return () => clearTimeout(timer);
  }, [undoneStop]);
  const isSounding = radio?.playing != null || (station !== null && !station.isSilent && sent !== null);
  return (
    <Section title={words.title} aside={isSounding && !radio?.stopped && <OnAirMark />}>
      {read.kind === 'loading' && <Skeleton height="120px" borderRadius="panel" />}
      {read.kind === 'failed' && <FailedState title={words.queueFailed} isBusy={read.isAsking} onRetry={read.retry} />}
      {radio && (
        <>
          <StationPanel
            station={station}
            playing={radio.stopped ? null : radio.playing}
            stopped={radio.stopped}
            isStarting={undoneStop !== null && radio.playing === null}
            isOffline={isOffline}
            onRefused={read.retry}
            onStarted={setUndoneStop}
          />
          <RadioQueue queue={radio.queue} isOffline={isOffline} onRefused={read.retry} />
        </>
      )}
    </Section>
  );
}

/** Reads the radio when the station begins another track, and every CHECK_MS while the station has yet to skip a track or to start. */
function useOperatorRadio(startsAt: number | null, isStarting: boolean) {
  const shown = useRemote(operatorRadio);
  const isSkipped = shown.kind === 'here' && shown.value.playing?.is_skipped === true;
  const now = useNow(CHECK_MS);
  return useRemote(operatorRadio, isSkipped || isStarting ? `waiting ${now}` : `${startsAt}`);
}

function OnAirMark() {
  return (
    <Flex align="center" gap="7px" color="air.fg" textStyle="label">
      <Box width="8px" height="8px" borderRadius="full" bg="air.solid" aria-hidden />
      {words.onAir}
    </Flex>
  );
}
