import { useEffect, useMemo } from 'react';
import type { Live } from '../../../sync/client.ts';
import { constantLive, useLive, useScope } from '../../engine/live.ts';
import { useDeviceNow } from '../../engine/use-now.ts';
import type { OnAir } from './station-watch.ts';
import { parseLines, linesOf, type OnTheRadio, serializeLines } from './on-the-radio.ts';
import type { RadioController } from './radio-controller.ts';

const KEY = 'radio_lines';
const noAnswer: Live<OnAir | null> = constantLive(null);

export function useOnTheRadio(controller: RadioController | null): { lines: OnTheRadio | null; isSilent: boolean } {
  const scope = useScope();
  const now = useDeviceNow(60_000);
  const onAir = useLive<OnAir | null>(controller?.onAir ?? noAnswer);
  useEffect(() => controller?.watch(), [controller]);
  const lines = useMemo(() => onAir && linesOf(onAir), [onAir]);
  const serialized = useMemo(() => onAir && serializeLines(onAir), [onAir]);
  useEffect(() => {
    if (serialized !== null) scope.device.setText(KEY, serialized);
  }, [scope, serialized]);
  const saved = useMemo(() => (lines ? null : parseLines(scope.device.text(KEY), now)), [scope, lines, now]);
  return { lines: lines ?? saved, isSilent: onAir?.isSilent ?? false };
}
