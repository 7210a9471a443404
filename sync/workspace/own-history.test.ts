import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../tests/support/wait-for.ts';
import { storePage } from '../core/guard.ts';
import type { Row } from '../core/ports.ts';
import { createLive } from '../model/live.ts';
import { openReplica, type Replica } from '../replica/replica.ts';
import { openOwnHistory } from './own-history.ts';

const open: Replica[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((replica) => replica.close()));
});

const play = (id: string, heardAt: string, rev = 1) => ({
  t: 'track_plays',
  row: {
    id,
    rev,
    user_id: 'me',
    track_id: id,
    played_on: heardAt.slice(0, 10),
    heard_at: heardAt,
    is_manual: true,
    is_self_play: false,
    zaps_earned: 0,
    created_at: heardAt,
  },
});

function openTest() {
  const replica = openReplica({ indexedDB: new IDBFactory(), IDBKeyRange }, 'owner', () => undefined);
  open.push(replica);
  const isFilled = createLive(true);
  let generation = 0;
  const { plays, ledger } = openOwnHistory({ database: () => replica.database(generation), isFilled });
  const updates: string[] = [];
  const watch = () =>
    plays.subscribe(() => {
      const { state, plays: rows } = plays.get();
      updates.push(`${state}: ${rows.map(({ id }) => id).join(' ')}`);
    });
  return {
    updates,
    watch,
    ledger,
    store: (rows: { t: string; row: Row }[], gone: string[] = []) =>
      storePage(replica, generation, rows, gone.map((id) => ({ t: 'track_plays', id, rev: 2 }))), // prettier-ignore
    rebuild() {
      generation += 1;
      isFilled.set(false);
    },
  };
}

describe('the person’s plays on the device', () => {
  it('are all read, the latest month first, and are listed from the last heard to the first', async () => {
    const { store, watch, updates } = openTest();
    await store([
      play('new', '2027-03-02T10:00:00.000Z'),
      play('newer', '2027-03-02T11:00:00.000Z'),
      play('old', '2025-12-31T23:59:59.000Z'),
      play('last-year', '2026-03-01T00:00:00.000Z'),
      // Another table of the same collection.
      { t: 'zap_actions', row: { ...play('zap', '2027-03-02T10:00:00.000Z').row } },
    ]);
    watch();
    await waitFor(() => expect(updates).toHaveLength(2));
    expect(updates).toEqual(['reading: newer new', 'complete: newer new last-year old']);
  });

  it('follow added and removed rows while they are watched', async () => {
    const { store, watch, updates } = openTest();
    const stop = watch();
    await waitFor(() => expect(updates).toEqual(['complete: ']));
    await store([play('a', '2027-03-02T10:00:00.000Z')]);
    await store([play('b', '2027-03-02T09:00:00.000Z')], ['a']);
    expect(updates.at(-1)).toBe('complete: b');

    stop();
    const count = updates.length;
    await store([play('c', '2027-03-02T10:00:00.000Z')]);
    expect(updates).toHaveLength(count);
    watch();
    await waitFor(() => expect(updates.at(-1)).toBe('complete: c b'));
  });

  it('[SY-8] are read again from a rebuilt replica', async () => {
    const { store, watch, updates, rebuild } = openTest();
    await store([play('a', '2027-03-02T10:00:00.000Z')]);
    watch();
    await waitFor(() => expect(updates.at(-1)).toBe('complete: a'));
    rebuild();
    await waitFor(() => expect(updates.at(-1)).toBe('complete: '));
    await store([play('b', '2027-03-02T10:00:00.000Z')]);
    expect(updates.at(-1)).toBe('complete: b');
  });
});

describe('the person’s ledger on the device', () => {
  const line = (id: string, day: string) => ({
    t: 'zap_actions',
    row: {
      id,
      rev: 1,
      user_id: 'me',
      action_type: 'vote',
      zap_value: -5,
      metadata: { track_id: 'a' },
      credited_on: day,
      created_at: `${day}T10:00:00.000Z`,
    },
  });

  it('is read from the first to the last of the days', async () => {
    const { store, ledger } = openTest();
    const days = ['2027-02-28', '2027-03-01', '2027-03-31', '2027-04-01'];
    await store([...days.map((day) => line(day, day)), play('a', '2027-03-02T10:00:00.000Z')]);
    const lines = await ledger('2027-03-01', '2027-03-31');
    expect(lines.map(({ id, zap_value: zaps }) => [id, zaps])).toEqual([
      ['2027-03-01', -5],
      ['2027-03-31', -5],
    ]);
  });
});
