import { useEffect, useState } from 'react';
import { useScope } from '../../../engine/live.ts';
import type { OwnHistoryView } from '../history/use-history.ts';
import type { Recap } from './recap.ts';
import { useRecap } from './use-recap.ts';

/** Stored for each person on this device: 'shown' if the last visit of the history had the panel. */
const KEY = 'recap-panel';

export interface PanelContent {
  recap: Recap;
  unknownTracks: number;
}

/**
 * The panel above the history; null without one. The plays do not wait for the panel: while the recap is read, an empty panel takes its
 * room if the last visit had one, so that the plays do not move.
 */
export function useRecapPanel(history: OwnHistoryView): { panel: PanelContent | null; hasRoom: boolean } {
  const { device } = useScope();
  const { recap, unknownTracks, state, isFetching } = useRecap(history);
  const [hadPanel] = useState(() => device.text(KEY) === 'shown');
  const isReading = (state === 'reading' || (recap === null && isFetching)) && history.state !== 'failed';
  const isShown = recap !== null;
  useEffect(() => {
    if (!isReading) device.setText(KEY, isShown ? 'shown' : 'none');
  }, [device, isReading, isShown]);
  return { panel: recap && { recap, unknownTracks }, hasRoom: isReading && hadPanel };
}
