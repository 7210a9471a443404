import { useEffect, useMemo, useState } from 'react';
import type { Scope, TrackView } from '../../../../sync/client.ts';
import { utcDay } from '../../../../sync/model/utc-day.ts';
import { useIsOffline, useLive, useScope } from '../../../engine/live.ts';
import { useNow } from '../../../engine/use-now.ts';
import { useRead } from '../../../platform/use-read.ts';
import type { OwnHistoryView } from '../history/use-history.ts';
import {
  boundsOf,
  endedMonths,
  type MonthPlays,
  monthOf,
  type Recap,
  recapOf,
  type Support,
  supportedTrack,
  supportOf,
} from './recap.ts';

interface Request {
  scope: Scope;
  /** Null until all plays of this device are known. */
  months: readonly MonthPlays[] | null;
  isHidden: OwnHistoryView['isHidden'];
  /** Null: the last one with a recap. */
  month: string | null;
  hasNeighbours: boolean;
}

interface Answer {
  /** False until all plays of this device are known. */
  isKnown: boolean;
  recap: Recap | null;
  /** The nearest months with a recap. */
  earlier: string | null;
  later: string | null;
  /** Tracks that were heard but are not on the device. */
  missing: readonly string[];
}

const nothing: Answer = { isKnown: false, recap: null, earlier: null, later: null, missing: [] };

/** The recap of a month, by default of the last month that has one. `reading` until all plays of this device are known. */
export function useRecap(
  history: OwnHistoryView,
  { month = null, hasNeighbours = false }: { month?: string | null; hasNeighbours?: boolean } = {},
) {
  const scope = useScope();
  const isFilled = useLive(scope.isFilled);
  const isOffline = useIsOffline();
  const present = monthOf(useNow(60_000));
  const [visits, setVisits] = useState(0);
  const isKnown = history.state === 'complete' && isFilled;
  const { plays, isHidden } = history;
  const months = useMemo(
    () => (isKnown ? endedMonths(plays, boundsOf(present)?.from ?? 0) : null),
    [isKnown, plays, present],
  );
  const request = useMemo(
    () => ({ scope, months, isHidden, month, hasNeighbours, visits }),
    [scope, months, isHidden, month, hasNeighbours, visits],
  );
  const read = useRead(readRecap, request);
  const answer = read.kind === 'loaded' ? read.value : nothing;
  const missing = answer.missing.join();
  // Their lengths count: they are requested once, and again when the network is back.
  useEffect(() => {
    if (missing === '' || isOffline) return;
    scope.visitTracks(missing.split(',')).then(
      () => setVisits((count) => count + 1),
      () => undefined,
    );
  }, [scope, missing, isOffline]);
  // The last answer stays until the next one.
  return { ...answer, state: read.kind === 'loaded' && !answer.isKnown ? 'reading' : read.kind } as const;
}

async function readRecap(request: Request): Promise<Answer> {
  const { months, month } = request;
  if (months === null) return nothing;
  const last = month === null ? await nearestRecap(request, months) : null;
  const at = months.findIndex((one) => one.month === (last ?? month));
  const chosen = months[at];
  const shown = chosen ? await readMonth(request, chosen) : { recap: null, missing: [] };
  if (!request.hasNeighbours) return { ...nothing, ...shown, isKnown: true };
  // A month without a recap has neighbours too.
  const asked = last ?? month ?? '';
  return {
    ...shown,
    isKnown: true,
    earlier: await nearestRecap(
      request,
      months.filter((one) => one.month < asked),
    ),
    later: await nearestRecap(request, months.filter((one) => one.month > asked).toReversed()),
  };
}

/** The first of these months that has a recap. */
async function nearestRecap({ scope }: Request, months: readonly MonthPlays[]): Promise<string | null> {
  for (const plays of months) {
    const tracks = await tracksOf(scope, plays);
    if (recapOf({ plays, tracks, userId: scope.userId, support: null })) return plays.month;
  }
  return null;
}

async function readMonth({ scope, isHidden }: Request, plays: MonthPlays): Promise<Pick<Answer, 'recap' | 'missing'>> {
  const [tracks, support] = await Promise.all([tracksOf(scope, plays), readSupport(scope, plays.month, isHidden)]);
  const heard = new Set(plays.plays.map(({ trackId }) => trackId));
  return {
    recap: recapOf({ plays, tracks, userId: scope.userId, support }),
    missing: [...heard].filter((id) => !tracks.has(id) && !scope.isAbsent(id)),
  };
}

async function readSupport(scope: Scope, month: string, isHidden: OwnHistoryView['isHidden']): Promise<Support | null> {
  const bounds = boundsOf(month);
  if (!bounds) return null;
  const { ledger } = await scope.ownHistory();
  const lines = await ledger(utcDay(bounds.from), utcDay(bounds.until));
  const ofMonth = lines.filter(({ created_at: createdAt }) => {
    const at = Date.parse(createdAt);
    return at >= bounds.from && at < bounds.until && !isHidden(at);
  });
  const ids = new Set(ofMonth.flatMap((line) => supportedTrack(line) ?? []));
  return supportOf(ofMonth, byId(await scope.tracksById([...ids])), scope.userId);
}

async function tracksOf(scope: Scope, { plays }: MonthPlays): Promise<ReadonlyMap<string, TrackView>> {
  return byId(await scope.tracksById([...new Set(plays.map(({ trackId }) => trackId))]));
}

const byId = (tracks: readonly TrackView[]) => new Map(tracks.map((track) => [track.id, track]));
