import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answered, inFlight } from '../../tests/sync/support/states.ts';
import { trackRow, zapRule } from '../../tests/sync/support/rows.ts';
import { newRecord, type OutboxRecord } from '../core/records.ts';
import type { Row } from '../core/ports.ts';
import type { KeptState } from '../api.ts';
import { specifiedRules } from '../model/rules.ts';
import { createViews } from './views.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'k' };

const vote = (at: number, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  ...newRecord({
    id: `a${at}`,
    user_id: 'me',
    device_id: 'd',
    lane: `vote:t${at}`,
    kind: 'vote.cast',
    v: 1,
    payload: { track_id: `t${at}`, weight: 3 },
    deps: [],
    created_at: 0,
    occurred_at: '2027-01-01T00:00:00.000Z',
  }),
  seq: at,
  ...change,
});
const row = (at: number) => ({
  id: `v${at}`,
  rev: 1,
  user_id: 'me',
  track_id: `t${at}`,
  vote_weight: 3,
  editable_until: '2027-01-02T00:00:00.000Z',
  created_at: '2027-01-01T00:00:00.000Z',
  updated_at: '2027-01-01T00:00:00.000Z',
});
const track = (at: number): Row => trackRow(`t${at}`);

function open(tracks: number) {
  const views = createViews({
    config,
    userId: 'me',
    isKept: true,
    lastSyncedAt: null,
    now: () => Date.parse('2027-01-01T12:00:00Z'),
    onMissingTrack: () => undefined,
  });
  views.catalogue.apply(Array.from({ length: tracks }, (_, at) => ({ id: `t${at}`, row: track(at) })));
  const shown = (at: number) => views.catalogue.get(`t${at}`)?.myVote ?? null;
  return { views, shown };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the overlays', () => {
  it('[SY-13] are computed immediately after a single change, and once after a burst', () => {
    const { views, shown } = open(50);
    views.setRecords([vote(0)]);
    expect(shown(0)).toEqual({ weight: 3, editableUntil: null, isPending: true });
    let notifications = 0;
    views.catalogue.explore({ search: '', genre: null }).subscribe(() => notifications++);
    for (let at = 1; at < 50; at++) views.setRecords(Array.from({ length: at + 1 }, (_, index) => vote(index)));
    expect([notifications, shown(49)]).toEqual([0, null]);
    vi.advanceTimersByTime(50);
    expect([notifications, shown(49)]).toEqual([1, { weight: 3, editableUntil: null, isPending: true }]);
    vi.advanceTimersByTime(500);
    expect(notifications).toBe(1);
  });

  it('[SY-13] show a vote without a gap when its row arrives and its action leaves', () => {
    const { views, shown } = open(2);
    views.setRecords([vote(0), vote(1)]);
    const weights: (number | undefined)[] = [];
    views.catalogue.track('t0').subscribe(() => weights.push(shown(0)?.weight));
    const rows = [row(0)];
    views.setRows('track_votes', rows);
    views.setRecords([vote(1)]);
    vi.advanceTimersByTime(50);
    views.setRecords([]);
    vi.advanceTimersByTime(50);
    expect(weights).toEqual([3]);
    expect(shown(0)).toEqual({ weight: 3, editableUntil: row(0).editable_until, isPending: false });
  });

  it('[SY-13] never show a charged balance without the purchase, or the purchase without the charge, in whichever order the two arrive', () => {
    for (const [order, apart] of [
      [['user_balances', 'track_votes'], 20],
      [['user_balances', 'track_votes'], 400],
      [['track_votes', 'user_balances'], 20],
      [['track_votes', 'user_balances'], 400],
    ] as const) {
      const { views } = open(1);
      const balance = { id: 'me', rev: 1, user_id: 'me', zaps: 60, total_zaps_earned: 60, total_listen_ms: 0 };
      views.setRows('user_balances', [balance]);
      vi.advanceTimersByTime(50);
      views.setRecords([vote(0)]);
      vi.advanceTimersByTime(50);
      const shown: (number | null | undefined)[] = [];
      views.me.subscribe(() => shown.push(views.me.get()?.zaps));
      for (const table of order) {
        if (table === 'track_votes') views.setRows(table, [row(0)]);
        else views.setRows(table, [{ ...balance, rev: 2, zaps: 55 }]);
        vi.advanceTimersByTime(apart);
      }
      views.setRecords([]);
      vi.advanceTimersByTime(500);
      expect([...new Set(shown)], `${order.join()}, ${apart} ms apart`).toEqual([55]);
      expect(views.me.get()?.spends).toEqual([]);
    }
  });

  it('stay as they are when an action is sent or answered', () => {
    const { views, shown } = open(1);
    views.setRecords([vote(0)]);
    vi.advanceTimersByTime(50);
    const before = [views.catalogue.get('t0'), views.me.get(), shown(0)];
    views.setRecords([vote(0, { state: inFlight() })]);
    views.setRecords([vote(0, { state: answered })]);
    vi.advanceTimersByTime(50);
    const after = [views.catalogue.get('t0'), views.me.get(), shown(0)];
    expect(after.every((value, at) => value === before[at])).toBe(true);
    expect(views.pending.get()[0]?.state).toEqual(answered);
    views.setRecords([vote(0, { payload: { track_id: 't0', weight: 5 } })]);
    expect(shown(0)?.weight).toBe(5);
  });

  it('[S-34] report kept copies of withdrawn tracks, once the replica is complete', () => {
    const { views } = open(3);
    const copy = { kind: 'kept', bytes: 10, asked: true, usedAt: 0 } as const;
    views.kept.set(
      new Map<string, KeptState>([
        ['t1', copy],
        ['t2', copy],
        ['t9', copy],
        ['t8', { kind: 'waiting', reason: 'turn' }],
      ]),
    );
    expect(views.keptWithdrawnIds.get()).toEqual([]);
    views.catalogue.setState('complete', 3);
    expect(views.keptWithdrawnIds.get()).toEqual(['t9']);
    views.catalogue.apply([{ id: 't1', row: null, rev: 2 }]);
    expect(views.keptWithdrawnIds.get()).toEqual(['t1', 't9']);
    // A queued deletion of the person's own track may still be discarded.
    views.setRecords([vote(2, { kind: 'track.delete', lane: 'track:t2', payload: { track_id: 't2' } })]);
    expect([views.catalogue.get('t2'), views.keptWithdrawnIds.get()]).toEqual([null, ['t1', 't9']]);
    // A replica that is being rebuilt is empty at first.
    views.resetRows();
    expect(views.keptWithdrawnIds.get()).toEqual([]);
  });

  it('[SY-1] show the rules of the server, and predict by them as soon as they change', () => {
    const { views } = open(1);
    expect(views.rules.get()).toEqual(specifiedRules);
    views.setRows('user_balances', [
      { id: 'me', rev: 1, user_id: 'me', zaps: 60, total_zaps_earned: 60, total_listen_ms: 0 },
    ]);
    views.setRecords([vote(0)]);
    vi.advanceTimersByTime(500);
    expect(views.me.get()?.zaps).toBe(55);
    views.setRows('zap_rules', [{ ...zapRule('vote', -7), min_level: 4 }]);
    vi.advanceTimersByTime(2_000);
    expect(views.me.get()?.zaps).toBe(53);
    const unlockLevels = { ...specifiedRules.unlockLevels, vote: 4 };
    expect(views.rules.get()).toEqual({ ...specifiedRules, votePrice: 7, unlockLevels });
  });

  it('[SY-19] are not computed after the person has left', () => {
    const { views, shown } = open(2);
    views.setRecords([vote(0)]);
    views.setRecords([vote(0), vote(1)]);
    views.close();
    vi.advanceTimersByTime(50);
    expect([shown(0)?.weight, shown(1)]).toEqual([3, null]);
  });
});
