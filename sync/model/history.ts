import type { PendingAction } from '../action-types.ts';
import { historyHide } from './actions/history-hide.ts';
import { playRecord } from './actions/play-record.ts';
import type { StatsRow } from './tables/user-stats.ts';
import { utcDay } from './utc-day.ts';
import type { OwnPlays } from '../view-types.ts';

export interface HistoryPlay {
  /** The same while the play is queued and once the server has it. */
  key: string;
  trackId: string;
  /** In ms since the epoch. */
  heardAt: number;
  isPending: boolean;
  /** Whether no earlier play of the track is on the device. False until all are read. */
  isFirst: boolean;
}

export interface History {
  /** Newest first. */
  plays: readonly HistoryPlay[];
  /** Whether later plays will not show. */
  isOff: boolean;
  /** Whether a change of the history is queued. */
  isPending: boolean;
}

/** The server's plays and the queued ones, except those heard in a hidden period (S-60). For `isFirst`, hidden plays count too. */
export function toHistory(
  own: OwnPlays,
  hiddenPeriods: StatsRow['hidden_plays'],
  pending: readonly PendingAction[],
): History {
  const { plays: sent, keys, trackIds } = sentPlaysOf(own);
  const queued = new Map<string, HistoryPlay>();
  const queuedIds = new Set<string>();
  const waiting = pending.filter((action) => action.state.kind !== 'dead');
  for (const { kind, payload, createdAt: heardAt } of waiting) {
    if (kind !== 'play.record') continue;
    const play = playRecord.payload.safeParse(payload);
    if (!play.success) continue;
    const { track_id: trackId } = play.data;
    // The server's row of the same track and day replaces a queued play (SY-13).
    const key = keyOf(trackId, utcDay(heardAt));
    const isFirst = own.state === 'complete' && !trackIds.has(trackId) && !queuedIds.has(trackId);
    if (!keys.has(key) && !queued.has(key)) queued.set(key, { key, trackId, heardAt, isPending: true, isFirst });
    queuedIds.add(trackId);
  }
  const isHidden = hiddenAt(hiddenPeriods, pending);
  const all = queued.size === 0 ? sent : [...queued.values(), ...sent].sort(newestFirst);
  return {
    plays: isHidden === never ? all : all.filter(({ heardAt }) => !isHidden(heardAt)),
    isOff: isHidden(Number.MAX_VALUE),
    isPending: waiting.some(({ kind }) => kind === 'history.hide'),
  };
}

const never = () => false;

/** @returns whether a moment, in ms since the epoch, is hidden, with the queued changes applied */
export function hiddenAt(
  hiddenPeriods: StatsRow['hidden_plays'],
  pending: readonly PendingAction[],
): (at: number) => boolean {
  const periods = hiddenPeriods.map(([from = null, until = null]) => period(from, until, true));
  for (const { kind, payload, state } of pending) {
    const hide = kind === 'history.hide' && state.kind !== 'dead' ? historyHide.payload.safeParse(payload) : null;
    if (hide?.success) periods.push(period(hide.data.from, hide.data.until, hide.data.is_hidden));
  }
  if (periods.length === 0) return never;
  return (at) => periods.findLast(({ from, until }) => at >= from && at < until)?.isHidden ?? false;
}

interface SentPlays {
  /** Newest first. */
  plays: readonly HistoryPlay[];
  keys: ReadonlySet<string>;
  trackIds: ReadonlySet<string>;
}

/** Computed once for the same rows: there may be a hundred thousand, and each change of the queue needs them. */
const sentPlays = new WeakMap<OwnPlays, SentPlays>();

function sentPlaysOf(own: OwnPlays): SentPlays {
  const known = sentPlays.get(own);
  if (known) return known;
  const plays = own.plays
    .map((row) => ({
      key: keyOf(row.track_id, row.played_on),
      trackId: row.track_id,
      heardAt: Date.parse(row.heard_at),
      isPending: false,
      isFirst: false,
    }))
    .sort(newestFirst);
  const firstPlays = new Map(plays.map((play) => [play.trackId, play]));
  if (own.state === 'complete') for (const play of firstPlays.values()) play.isFirst = true;
  const sent = { plays, keys: new Set(plays.map(({ key }) => key)), trackIds: new Set(firstPlays.keys()) };
  sentPlays.set(own, sent);
  return sent;
}

/** A track has at most one counted play per UTC day (S-10). */
const keyOf = (trackId: string, utcDayText: string) => `${trackId} ${utcDayText}`;

const newestFirst = (a: HistoryPlay, b: HistoryPlay) => b.heardAt - a.heardAt;

function period(from: string | null, until: string | null, isHidden: boolean) {
  return {
    from: from === null ? -Infinity : Date.parse(from),
    until: until === null ? Infinity : Date.parse(until),
    isHidden,
  };
}
