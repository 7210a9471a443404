import { useState } from 'react';
import { useIsOffline, useLive, useScope } from '../../../engine/live.ts';
import type { OwnHistoryView } from '../history/use-history.ts';
import type { Recap } from './recap.ts';
import { useRecap } from './use-recap.ts';

export interface PanelContent {
  recap: Recap;
  unknownTracks: number;
}

/**
 * The panel above the history; null without one. Undecided while this device reads or fetches its plays. A recap that is known only later
 * gets no panel in this visit of the page, because it would move the plays that are shown already.
 */
export function useRecapPanel(
  history: OwnHistoryView,
): { kind: 'undecided' } | { kind: 'decided'; panel: PanelContent | null } {
  const isFilled = useLive(useScope().isFilled);
  const isOffline = useIsOffline();
  const { recap, unknownTracks, state } = useRecap(history);
  const [hasPanel, setHasPanel] = useState<boolean | null>(null);
  if (hasPanel === null) {
    // Offline, a device without all plays may stay so.
    const mayComplete = isFilled || !isOffline;
    if (mayComplete && history.state !== 'failed' && state === 'reading') return { kind: 'undecided' };
    setHasPanel(recap !== null);
  }
  return { kind: 'decided', panel: hasPanel === false || recap === null ? null : { recap, unknownTracks } };
}
