import type { OwnPlays, Scope } from '../../../../sync/client.ts';
import { useMemo } from 'react';
import { hiddenAt, type History, toHistory } from '../../../../sync/model/history.ts';
import type { StatsRow } from '../../../../sync/model/tables/user-stats.ts';
import { constantLive, useIsOffline, useLive, useMe, useScope } from '../../../engine/live.ts';
import { useRead } from '../../../platform/use-read.ts';

const loading = constantLive<OwnPlays>({ state: 'reading', plays: [] });
const noPeriods: StatsRow['hidden_plays'] = [];
const readPlays = async (scope: Scope) => (await scope.ownHistory()).plays;

export interface OwnHistoryView extends History {
  state: OwnPlays['state'];
  /** Whether the history shows nothing of this moment, in ms since the epoch. */
  isHidden(at: number): boolean;
}

/** The history on this device, with queued plays and changes. */
export function useHistory(): OwnHistoryView {
  const scope = useScope();
  const read = useRead(readPlays, scope);
  const plays = useLive(read.kind === 'loaded' ? read.value : loading);
  const pending = useLive(scope.pending);
  const isFilled = useLive(scope.isFilled);
  const stats = useMe()?.stats ?? null;
  // Until the hidden periods are known, no play is shown.
  const areKnown = stats !== null || isFilled;
  const hidden = stats?.hidden_plays ?? noPeriods;
  const own = areKnown ? plays : loading.get();
  const history = useMemo(() => toHistory(own, hidden, pending), [own, hidden, pending]);
  const isHidden = useMemo(() => hiddenAt(hidden, pending), [hidden, pending]);
  return { ...history, isHidden, state: read.kind === 'failed' ? 'failed' : own.state };
}

/** Within this time, in ms, the tracks of several rows are requested together. */
const VISIT_TOGETHER_MS = 200;

/** Returns a function that requests a shown row's track, which may be missing here or outdated (SY-36). */
export function useTrackVisits(): (trackId: string) => void {
  const scope = useScope();
  const isOffline = useIsOffline();
  // Without an answer, the tracks are requested again when the network is back.
  return useMemo(() => (isOffline ? () => undefined : createTrackVisits(scope)), [scope, isOffline]);
}

/** Requests each track once, those of several rows together. */
function createTrackVisits(scope: Pick<Scope, 'visitTracks'>): (trackId: string) => void {
  const requested = new Set<string>();
  let due: string[] = [];
  const visit = () => {
    scope.visitTracks(due).catch(() => undefined);
    due = [];
  };
  return (trackId) => {
    if (requested.has(trackId)) return;
    requested.add(trackId);
    if (due.length === 0) setTimeout(visit, VISIT_TOGETHER_MS);
    due.push(trackId);
  };
}
