import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storePage } from '../core/guard.ts';
import { rowsByMonth, rowsOfDays } from './read-months.ts';
import { openReplica, type Replica } from './replica.ts';

let replica: Replica;
beforeEach(async () => {
  replica = openReplica({ indexedDB: new IDBFactory(), IDBKeyRange }, 'owner', () => undefined);
  await storePage(
    replica,
    0,
    [
      ...['2026-12-31', '2027-01-01', '2027-01-31', '2027-02-01', '2027-04-30'].map((day, at) => play(`${at}`, day)),
      { t: 'zap_actions', row: { id: '8', rev: 1, credited_on: '2027-01-15' } },
      { t: 'user_cosmetics', row: { id: '9', rev: 1 } },
      play('7', '2027-01-20'),
    ],
    [],
  );
  await storePage(replica, 0, [], [{ t: 'track_plays', id: '7', rev: 2 }]);
});
afterEach(() => replica.close());

const play = (id: string, played_on: string) => ({ t: 'track_plays', row: { id, rev: 1, played_on } });
const small = async () => (await replica.database(0)).collection('small');
const months = async (table: 'track_plays' | 'zap_actions') => {
  const read: string[][] = [];
  for await (const rows of rowsByMonth(await small(), table)) read.push(rows.map(({ id }) => id));
  return read;
};

describe('[SY-24] the rows of a table with days', () => {
  it('are read from one day to another, both included, without those of other tables and removed ones', async () => {
    const idsOf = async (from: string, to: string) =>
      (await rowsOfDays(await small(), 'track_plays', from, to)).map(({ id }) => id);
    expect(await idsOf('2027-01-01', '2027-02-01')).toEqual(['track_plays/1', 'track_plays/2', 'track_plays/3']);
    expect(await idsOf('2027-01-02', '2027-01-30')).toEqual([]);
  });

  it('are read month by month, the latest first, without months that have none', async () => {
    expect(await months('track_plays')).toEqual([
      ['track_plays/4'],
      ['track_plays/3'],
      ['track_plays/1', 'track_plays/2'],
      ['track_plays/0'],
    ]);
    expect(await months('zap_actions')).toEqual([['zap_actions/8']]);
  });
});
