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
  /** Null for the last month that has a recap. */
  month: string | null;
  hasNeighbours: boolean;
  requested: RequestedTracks;
}

/** Tracks whose request has ended, answered or not. */
type RequestedTracks = ReadonlySet<string>;

interface Answer {
  /** False until all plays of this device are known. */
  isKnown: boolean;
  recap: Recap | null;
  /** Heard tracks whose length is not known, since they are not on the device. Absent tracks do not count. */
  unknownTracks: number;
  /** The nearest months with a recap. */
  earlier: string | null;
  later: string | null;
  /** Tracks that are not on the device and may change the recap: those of its month, and of later months, which may then have a recap. */
  missing: readonly string[];
  /** Tracks that may change the nearest months. */
  missingBeside: readonly string[];
}

const nothing: Answer = {
  isKnown: false,
  recap: null,
  unknownTracks: 0,
  earlier: null,
  later: null,
  missing: [],
  missingBeside: [],
};

/**
 * The recap of a month, by default of the last month that has one. `reading` until all plays of this device are known. `isFetching` while
 * missing tracks that may change the recap are requested; the nearest months may still change afterwards.
 */
export function useRecap(
  history: OwnHistoryView,
  { month = null, hasNeighbours = false }: { month?: string | null; hasNeighbours?: boolean } = {},
) {
  const scope = useScope();
  const isFilled = useLive(scope.isFilled);
  const isOffline = useIsOffline();
  const present = monthOf(useNow(60_000));
  const [requested, setRequested] = useState<RequestedTracks>(none);
  const isKnown = history.state === 'complete' && isFilled;
  const { plays, isHidden } = history;
  const months = useMemo(
    () => (isKnown ? endedMonths(plays, boundsOf(present)?.from ?? 0) : null),
    [isKnown, plays, present],
  );
  const request = useMemo(
    () => ({ scope, months, isHidden, month, hasNeighbours, requested }),
    [scope, months, isHidden, month, hasNeighbours, requested],
  );
  const read = useRead(readRecap, request);
  const answer = read.kind === 'loaded' ? read.value : nothing;
  const isFetching = !isOffline && answer.missing.length > 0;
  const due = (isFetching ? answer.missing : answer.missingBeside).join();
  // Each missing track is requested once, and again when the network is back.
  useEffect(() => {
    if (isOffline) return () => setRequested(none);
    if (due === '') return;
    const ids = due.split(',');
    const end = () => setRequested((before) => new Set([...before, ...ids]));
    scope.visitTracks(ids).then(end, end);
  }, [scope, due, isOffline]);
  // The last answer stays until the next one.
  return {
    ...answer,
    state: read.kind === 'loaded' && !answer.isKnown ? 'reading' : read.kind,
    isFetching,
  } as const;
}

const none: RequestedTracks = new Set();

async function readRecap(request: Request): Promise<Answer> {
  const { months, month, requested } = request;
  if (months === null) return nothing;
  const last = month === null ? await nearestRecap(request, months) : null;
  const at = months.findIndex((one) => one.month === (last?.month ?? month));
  const chosen = months[at];
  const shown = chosen ? await readMonth(request, chosen) : null;
  // A month without a recap has neighbours too.
  const asked = last?.month ?? month ?? '';
  const [earlier, later] = request.hasNeighbours
    ? await Promise.all([
        nearestRecap(
          request,
          months.filter((one) => one.month < asked),
        ),
        nearestRecap(request, months.filter((one) => one.month > asked).toReversed()),
      ])
    : [];
  const missingOf = (...parts: readonly ({ missing: readonly string[] } | null | undefined)[]) => [
    ...new Set(parts.flatMap((part) => part?.missing ?? []).filter((id) => !requested.has(id))),
  ];
  return {
    isKnown: true,
    recap: shown?.recap ?? null,
    unknownTracks: shown?.unknownTracks ?? 0,
    earlier: earlier?.month ?? null,
    later: later?.month ?? null,
    missing: missingOf(last, shown),
    missingBeside: missingOf(earlier, later),
  };
}

/** The first of these months with a recap. `missing`: tracks of that month and of those before it in the list, which may have a recap too. */
async function nearestRecap(
  { scope }: Request,
  months: readonly MonthPlays[],
): Promise<{ month: string | null; missing: readonly string[] }> {
  const missing: string[] = [];
  for (const plays of months) {
    const tracks = await readTracks(scope, heardIn(plays));
    missing.push(...tracks.missing);
    if (recapOf({ plays, tracks: tracks.found, userId: scope.userId, support: null }))
      return { month: plays.month, missing };
  }
  return { month: null, missing };
}

async function readMonth(
  { scope, isHidden }: Request,
  plays: MonthPlays,
): Promise<Pick<Answer, 'recap' | 'missing' | 'unknownTracks'>> {
  const [heard, support] = await Promise.all([
    readTracks(scope, heardIn(plays)),
    readSupport(scope, plays.month, isHidden),
  ]);
  return {
    recap: recapOf({ plays, tracks: heard.found, userId: scope.userId, support: support?.support ?? null }),
    missing: [...heard.missing, ...(support?.missing ?? [])],
    unknownTracks: heard.missing.length,
  };
}

async function readSupport(
  scope: Scope,
  month: string,
  isHidden: OwnHistoryView['isHidden'],
): Promise<{ support: Support | null; missing: readonly string[] } | null> {
  const bounds = boundsOf(month);
  if (!bounds) return null;
  const { ledger } = await scope.ownHistory();
  const lines = await ledger(utcDay(bounds.from), utcDay(bounds.until));
  const ofMonth = lines.filter(({ created_at: createdAt }) => {
    const at = Date.parse(createdAt);
    return at >= bounds.from && at < bounds.until && !isHidden(at);
  });
  const { found, missing } = await readTracks(
    scope,
    ofMonth.flatMap((line) => supportedTrack(line) ?? []),
  );
  return { support: supportOf(ofMonth, found, scope.userId), missing };
}

const heardIn = ({ plays }: MonthPlays) => plays.map(({ trackId }) => trackId);

/** `missing`: tracks that may exist, but are not on this device. */
async function readTracks(
  scope: Scope,
  trackIds: readonly string[],
): Promise<{ found: ReadonlyMap<string, TrackView>; missing: readonly string[] }> {
  const ids = [...new Set(trackIds)];
  const isKnownAbsent = (id: string) => scope.isAbsent(id) || scope.absent.get().has(id);
  const found = new Map((await scope.tracksById(ids)).map((track) => [track.id, track]));
  return { found, missing: ids.filter((id) => !found.has(id) && !isKnownAbsent(id)) };
}
