import { describe, expect, it } from 'vitest';
import { dead } from '../../tests/sync/support/states.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import type { OutboxRecord } from '../core/records.ts';
import type { TrackPlayRow } from './tables/track-plays.ts';
import type { StatsRow } from './tables/user-stats.ts';
import { toPending } from '../workspace/views.ts';
import { toHistory } from './history.ts';

/** Noon of the first day of 2027, plus hours; queued actions are of that day's noon too. */
const at = (hours: number) => new Date(Date.UTC(2027, 0, 1, 12 + hours)).toISOString();
const row = (track: string, hours: number): TrackPlayRow => ({
  id: `${track} ${hours}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  played_on: at(hours).slice(0, 10),
  heard_at: at(hours),
  is_manual: true,
  is_self_play: false,
  zaps_earned: 0,
  created_at: at(100),
});
const queuedPlay = (seq: number, track: string, change: Partial<OutboxRecord> = {}) =>
  queuedRecord(seq, 'play.record', { track_id: track, progress_ms: 30_000, is_manual: true }, change);
const hide = (seq: number, from: string | null, until: string | null, isHidden = true) =>
  queuedRecord(seq, 'history.hide', { from, until, is_hidden: isHidden });

interface Scene {
  rows?: TrackPlayRow[];
  hidden?: StatsRow['hidden_plays'];
  queue?: OutboxRecord[];
  state?: 'reading' | 'complete';
}
const historyOf = ({ rows = [], hidden = [], queue = [], state = 'complete' }: Scene) =>
  toHistory({ state, plays: rows }, hidden, queue.flatMap(toPending));
const shownIn = (scene: Scene) =>
  historyOf(scene).plays.map(({ trackId, isPending }) => (isPending ? `${trackId} waiting` : trackId));

describe('the history', () => {
  it('[SY-1] lists plays by the time at which they were heard, queued ones among them', () => {
    expect(shownIn({ rows: [row('a', -3), row('b', 3), row('c', -30)], queue: [queuedPlay(1, 'd')] })).toEqual([
      'b',
      'd waiting',
      'a',
      'c',
    ]);
  });

  it('[SY-13] lists a play once while both its action and its row are here', () => {
    const queue = [queuedPlay(1, 'a'), queuedPlay(2, 'b')];
    expect(shownIn({ rows: [row('a', 0)], queue })).toEqual(['b waiting', 'a']);
    const keys = (scene: Scene) => historyOf(scene).plays.map(({ key }) => key);
    expect(keys({ rows: [row('a', 0), row('b', 0)] }).toSorted()).toEqual(keys({ queue }).toSorted());
  });

  it('[S-10] lists a track once per UTC day', () => {
    expect(shownIn({ rows: [row('a', -24), row('a', 0), row('a', 24)], queue: [queuedPlay(1, 'a')] })).toEqual([
      'a',
      'a',
      'a',
    ]);
  });

  it('leaves out queued plays that were refused', () => {
    expect(shownIn({ queue: [queuedPlay(1, 'a', { state: dead() })] })).toEqual([]);
  });

  it('[S-60] leaves out plays of hidden periods, from their start, inclusive, to their end, exclusive', () => {
    const rows = [row('a', 0), row('b', 1), row('c', 2), row('d', 3)];
    expect(shownIn({ rows, hidden: [[at(1), at(3)]] })).toEqual(['d', 'a']);
    expect(shownIn({ rows, hidden: [[null, at(1)], [at(3), null]] })).toEqual(['c', 'b']); // prettier-ignore
  });

  it('[S-60] does not show a play that reaches this device after its day was hidden', () => {
    const hidden = [[at(-12), at(12)]];
    expect(shownIn({ hidden, queue: [queuedPlay(1, 'a')] })).toEqual([]);
    expect(shownIn({ hidden, rows: [row('a', 0), row('b', 20)] })).toEqual(['b']);
  });

  it('[SY-1] hides at once, and stays the same when the periods arrive before the acknowledgements', () => {
    const rows = [row('a', 0), row('b', 24), row('c', 48)];
    const queue = [hide(1, at(0), at(12)), hide(2, at(48), null)];
    expect(historyOf({ rows, queue })).toMatchObject({ plays: [{ trackId: 'b' }], isOff: true, isPending: true });
    const hidden = [[at(0), at(12)], [at(48), null]]; // prettier-ignore
    expect(historyOf({ rows, queue, hidden })).toEqual(historyOf({ rows, queue }));
    expect(historyOf({ rows, hidden })).toEqual({ ...historyOf({ rows, queue }), isPending: false });
  });

  it('[S-60] shows later plays once it is turned on again, but none from while it was off', () => {
    const rows = [row('a', 0), row('b', 24), row('c', 48)];
    const queue = [hide(1, at(36), null, false)];
    expect(historyOf({ rows, queue, hidden: [[at(12), null]] })).toMatchObject({
      plays: [{ trackId: 'c' }, { trackId: 'a' }],
      isOff: false,
    });
  });

  it('marks the first play of each track once all plays are read; hidden plays count as earlier ones', () => {
    const rows = [row('a', 48), row('a', 0), row('b', 24)];
    const firstOf = (scene: Scene) => historyOf(scene).plays.map(({ isFirst }) => isFirst);
    expect(firstOf({ rows })).toEqual([false, true, true]);
    expect(firstOf({ rows, hidden: [[null, at(12)]] })).toEqual([false, true]);
    expect(firstOf({ rows, state: 'reading' })).toEqual([false, false, false]);
  });

  it('marks a queued play as the first of its track only if neither a row nor another queued play is earlier', () => {
    const firstOf = (scene: Scene) => historyOf(scene).plays.map(({ isFirst }) => isFirst);
    const queue = [queuedPlay(1, 'a'), queuedPlay(2, 'a', { created_at: Date.parse(at(24)) })];
    expect(firstOf({ queue })).toEqual([false, true]);
    expect(firstOf({ queue, rows: [row('a', -24)] })).toEqual([false, false, true]);
    expect(firstOf({ queue, state: 'reading' })).toEqual([false, false]);
  });

  it('is on and not waiting while only other actions are queued, or those that were refused or are of another form', () => {
    const queue = [
      queuedRecord(1, 'vote.cast', { track_id: 'a', weight: 3 }),
      queuedPlay(2, 'b', { payload: { track_id: 7 } }),
      queuedRecord(3, 'history.hide', { from: null, until: null, is_hidden: true }, { state: dead() }),
      queuedRecord(4, 'favourite.add', { track_id: 'a' }, { payload: { from: null, until: null, is_hidden: true } }),
    ];
    expect(historyOf({ rows: [row('b', 0)], queue })).toMatchObject({
      plays: [{ trackId: 'b' }],
      isOff: false,
      isPending: false,
    });
  });

  it('stays the same list while the rows are the same and nothing is queued or hidden', () => {
    const own = { state: 'complete' as const, plays: [row('a', 0), row('b', 1)] };
    expect(toHistory(own, [], []).plays).toBe(toHistory(own, [], []).plays);
  });
});
