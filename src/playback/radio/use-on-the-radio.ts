import { useEffect, useMemo } from 'react';
import type { Live } from '../../../sync/client.ts';
import { constant, useLive, useScope } from '../../engine/live.ts';
import { useDeviceNow } from '../../engine/use-now.ts';
import type { OnAir } from './station-watch.ts';
import { fromKept, linesOf, type OnTheRadio, toKept } from './on-the-radio.ts';
import type { RadioEngine } from './radio-engine.ts';

const KEY = 'radio_lines';
const nobody: Live<OnAir | null> = constant(null);

/** The radio's song list, polled while the component is mounted; without an answer the last saved list. */
export function useOnTheRadio(engine: RadioEngine | null): { lines: OnTheRadio | null; isSilent: boolean } {
  const scope = useScope();
  const now = useDeviceNow(60_000);
  const onAir = useLive<OnAir | null>(engine?.onAir ?? nobody);
  useEffect(() => engine?.watch(), [engine]);
  const lines = useMemo(() => onAir && linesOf(onAir), [onAir]);
  const toKeep = useMemo(() => onAir && toKept(onAir), [onAir]);
  useEffect(() => {
    if (toKeep !== null) scope.device.setText(KEY, toKeep);
  }, [scope, toKeep]);
  const kept = useMemo(() => (lines ? null : fromKept(scope.device.text(KEY), now)), [scope, lines, now]);
  return { lines: lines ?? kept, isSilent: onAir?.isSilent ?? false };
}
