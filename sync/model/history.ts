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

/** The server's plays and the queued ones, except those heard in a hidden period (S-60). Hidden plays count all the same. */
export function toHistory(
  { plays: rows, state }: OwnPlays,
  hiddenPeriods: StatsRow['hidden_plays'],
  pending: readonly PendingAction[],
): History {
  const all = new Map<string, Omit<HistoryPlay, 'isFirst'>>();
  const add = (trackId: string, heardAt: number, isPending: boolean, day: string) => {
    // One play of a track counts a UTC day (S-10): a queued one is the row of that day, if the row has arrived (SY-13).
    const key = `${trackId} ${day}`;
    if (!all.has(key)) all.set(key, { key, trackId, heardAt, isPending });
  };
  for (const row of rows) add(row.track_id, Date.parse(row.heard_at), false, row.played_on);
  const periods = hiddenPeriods.map(([from = null, until = null]) => period(from, until, true));
  const waiting = pending.filter((action) => action.state.kind !== 'dead');
  for (const { kind, payload, createdAt } of waiting) {
    if (kind === 'play.record') {
      const play = playRecord.payload.safeParse(payload);
      if (play.success) add(play.data.track_id, createdAt, true, utcDay(createdAt));
    }
    if (kind === 'history.hide') {
      const hide = historyHide.payload.safeParse(payload);
      if (hide.success) periods.push(period(hide.data.from, hide.data.until, hide.data.is_hidden));
    }
  }
  const isHidden = (at: number) => periods.findLast(({ from, until }) => at >= from && at < until)?.isHidden ?? false;

  const newestFirst = [...all.values()].sort((a, b) => b.heardAt - a.heardAt);
  const firstPlays = new Map(newestFirst.map(({ trackId, key }) => [trackId, key]));
  return {
    plays: newestFirst
      .filter(({ heardAt }) => !isHidden(heardAt))
      .map((play) => ({ ...play, isFirst: state === 'complete' && firstPlays.get(play.trackId) === play.key })),
    isOff: isHidden(Number.MAX_VALUE),
    isPending: waiting.some(({ kind }) => kind === 'history.hide'),
  };
}

function period(from: string | null, until: string | null, isHidden: boolean) {
  return {
    from: from === null ? -Infinity : Date.parse(from),
    until: until === null ? Infinity : Date.parse(until),
    isHidden,
  };
}
