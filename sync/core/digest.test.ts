import { describe, expect, it } from 'vitest';
import { after, applied, filled, openDevice, rejected, row } from '../../tests/sync/support/pulling-device.ts';
import type { Digest } from '../model/digest.ts';
import type { PullResponse } from '../model/wire.ts';
import { storeDigest } from './digest.ts';
import { firstCursor, type StoredRow } from './ports.ts';

const digest: Digest = {
  epoch: 'one',
  floor: '9',
  mark: 'run.0/7.9.mac',
  after: 4,
  number: 5,
  counts: [['t1', 2, 1, 0, 0]],
  rows: [],
  gone: [],
  has_changes: false,
};

function openHolder(counts: number | null) {
  const device = openDevice({ ...filled, counts });
  const stored: StoredRow = { rev: 1, row: { id: 't1', rev: 1, counts_rev: 1 }, token: null };
  device.ports.replica.read = () => Promise.resolve(new Map([['t1', stored]]));
  return device;
}

describe('a digest', () => {
  it('[SY-34] [G-4] that follows the previous one is stored, with its mark, and the cursor advances', async () => {
    const { ports, cursor, log } = openHolder(4);
    await storeDigest(ports, 'me', digest);
    expect(log).toEqual([['write', 0, 'tracks', ['t1']]]);
    expect(cursor()).toEqual({ ...filled, marks: [digest.mark], counts: 5 });
  });

  it.each([3, 5, 6, null])(
    '[G-4] that does not follow the number in the cursor (%s) is stored, but the number stays',
    async (counts) => {
      const { ports, cursor, log } = openHolder(counts);
      await storeDigest(ports, 'me', digest);
      expect(log).toHaveLength(1);
      expect(cursor().counts).toBe(counts);
    },
  );

  it('[SY-22] is not stored after the browser has deleted the rows alone, so that the engine notices the loss', async () => {
    const { ports, cursor, log } = openHolder(4);
    ports.replica.isEmpty = () => Promise.resolve(true);
    await storeDigest(ports, 'me', { ...digest, rows: [{ t: 'tracks', row: { id: 't2', rev: 3, user_id: 'ann' } }] });
    expect(log).toEqual([]);
    expect(cursor()).toEqual({ ...filled, counts: 4 });
  });

  it('[SY-34] [G-4] does not advance a cursor that a page changed meanwhile: the page may bring a row with earlier counts', async () => {
    const { ports, cursor, set } = openHolder(4);
    const { write } = ports.replica;
    ports.replica.write = (...args) => {
      set({ ...cursor(), since: '7' });
      return write(...args);
    };
    await storeDigest(ports, 'me', digest);
    expect(cursor()).toMatchObject({ since: '7', counts: 4 });
  });

  const changes = {
    rows: [{ t: 'tracks', row: { id: 't2', rev: 3, user_id: 'ann' } }],
    gone: [
      { t: 'tracks', id: 't3', rev: 2, user_id: 'ann' },
      { t: 'tracks', id: 't4', rev: 2, user_id: 'me' },
    ],
  };

  it('[SY-34] [G-4] brings changed rows and removals, but does not remove rows that their owner still sees', async () => {
    const { ports, log } = openDevice(filled);
    await storeDigest(ports, 'me', { ...digest, ...changes });
    expect(log).toEqual([['write', 0, 'tracks', ['t2', 't3 removed']]]);
  });

  it.each([
    ['since', { since: '10' }],
    ['floor', { floor: '10' }],
    ['filledFrom', { filledFrom: '10' }],
  ])(
    '[SY-34] [G-4] that was read before a pull (%s) brings no rows: the pull may have reported a removal',
    async (_name, change) => {
      const { ports, log, cursor } = openDevice({ ...filled, counts: 4, ...change });
      await storeDigest(ports, 'me', { ...digest, ...changes });
      expect([log, cursor().counts]).toEqual([[], 5]);
    },
  );

  it('[SY-34] [G-4] with the same floor as a pull brings rows: they may be later than the pull', async () => {
    const { ports, log } = openDevice({ ...filled, since: '9', floor: '9', filledFrom: '9' });
    await storeDigest(ports, 'me', { ...digest, ...changes });
    expect(log).toHaveLength(1);
  });

  it('[SY-34] [G-4] brings rows to a replica that no pull has completed', async () => {
    const { ports, log } = openDevice({ ...filled, since: '0', floor: null });
    await storeDigest(ports, 'me', { ...digest, ...changes });
    expect(log).toHaveLength(1);
  });

  it('[SY-34] [G-4] removes rows of every owner from a guest’s device', async () => {
    const { ports, log } = openDevice(filled);
    await storeDigest(ports, null, { ...digest, ...changes });
    expect(log).toEqual([['write', 0, 'tracks', ['t2', 't3 removed', 't4 removed']]]);
  });

  it('[SY-8] is not stored if the replica is rebuilt meanwhile', async () => {
    const { ports, log, cursor, set } = openHolder(4);
    const { adopt } = ports.outbox;
    ports.outbox.adopt = async (answer) => {
      const isAdopted = await adopt(answer);
      set({ ...cursor(), generation: 1 });
      return isAdopted;
    };
    await storeDigest(ports, 'me', { ...digest, ...changes });
    expect([log, cursor().counts]).toEqual([[], 4]);
  });

  it('[SY-8] is not stored in an empty replica, or in one of another epoch', async () => {
    for (const start of [firstCursor, { ...filled, epoch: 'two', counts: 4 }]) {
      const { ports, cursor, log } = openDevice(start);
      await storeDigest(ports, 'me', digest);
      expect([log, cursor()]).toEqual([[], start]);
    }
  });
});

describe('a pull', () => {
  const counts = (number: number, is_more = false): PullResponse['counts'] => ({
    number,
    tracks: [['t1', 2, 1, 0, 0]],
    is_more,
  });

  it('[SY-33] [G-3] asks on its first page for the counts after the last digest', async () => {
    const { requests, cursor, pull } = openDevice({ ...filled, counts: 4 }, [
      { rows: [row('t2')], next: after('a'), counts: counts(9) },
      { rows: [row('t3')] },
    ]);
    await pull();
    expect(requests.map((request) => request.counts_after)).toEqual([4, undefined]);
    expect(cursor().counts).toBe(9);
  });

  it('[SY-8] stores the mark before the counts', async () => {
    const { ports, cursor, pull } = openDevice({ ...filled, counts: 4 }, [{ mark: 'm2', counts: counts(9) }]);
    ports.replica.read = () => Promise.reject(new Error('crashed'));
    await expect(pull()).rejects.toThrow('crashed');
    expect(cursor()).toEqual({ ...filled, marks: ['m2'], counts: 4 });
  });

  it('[SY-33] [G-3] [SY-13] acknowledges only refusals while the server has more counts, and is repeated if it stored new counts', async () => {
    const acks = [applied('a1'), rejected('a2')];
    for (const [number, hasMoreCounts] of [
      [9, true],
      [4, false],
    ] as const) {
      const { log, pull } = openDevice({ ...filled, counts: 4 }, [{ acks, counts: counts(number, true) }]);
      expect(await pull()).toMatchObject({ kind: 'done', hasMoreCounts });
      expect(log).toContainEqual(['commit', ['a2'], []]);
    }
  });

  it('[SY-33] [G-3] keeps the number of the last digest if the server sends no counts', async () => {
    const { cursor, pull } = openDevice({ ...filled, counts: 4 }, [{ counts: null }, {}]);
    await pull();
    await pull();
    expect(cursor().counts).toBe(4);
  });
});
