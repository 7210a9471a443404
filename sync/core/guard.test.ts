import { describe, expect, it } from 'vitest';
import { forgetVisited, storeCounts, storeLeft, storePage, storeVisited } from './guard.ts';
import type { ReplicaPort, Row, RowWrite, StoredRow } from './ports.ts';

/** A replica in which another leader writes a row just before the first write. */
function contested(other: Row): Pick<ReplicaPort, 'read' | 'write' | 'has'> & {
  rows: Map<string, { rev: number; row: Row | null; version: number }>;
} {
  const rows = new Map<string, { rev: number; row: Row | null; version: number }>();
  let version = 0;
  let isFirst = true;
  return {
    rows,
    has: (table) => table === 'tracks',
    read: (_generation, _table, ids) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id): [string, StoredRow][] => {
            const entry = rows.get(id);
            return entry ? [[id, { rev: entry.rev, row: entry.row, token: entry.version }]] : [];
          }),
        ),
      ),
    write: (_generation, _table, writes) => {
      if (isFirst) {
        isFirst = false;
        rows.set(other.id, { rev: other.rev, row: other, version: ++version });
      }
      const conflicts: string[] = [];
      for (const { id, rev, row, previous } of writes) {
        if ((rows.get(id)?.version ?? null) !== (previous?.token ?? null)) conflicts.push(id);
        else rows.set(id, { rev, row, version: ++version });
      }
      return Promise.resolve(conflicts);
    },
  };
}

const storedRevs = (replica: ReturnType<typeof contested>) => [...replica.rows].map(([id, { rev }]) => [id, rev]);

describe('storing a page', () => {
  it('[SY-17] overwrites the older row that another leader wrote meanwhile', async () => {
    const replica = contested({ id: 't1', rev: 2 });
    await storePage(replica, 0, [{ t: 'tracks', row: { id: 't1', rev: 3 } }], []);
    expect(storedRevs(replica)).toEqual([['t1', 3]]);
  });

  it('[SY-12] keeps the newer row that another leader wrote meanwhile', async () => {
    const replica = contested({ id: 't1', rev: 4 });
    await storePage(replica, 0, [{ t: 'tracks', row: { id: 't1', rev: 3 } }], []);
    expect(storedRevs(replica)).toEqual([['t1', 4]]);
  });

  it('[SY-12] does not bring a removed row back with an older page', async () => {
    const replica = contested({ id: 'other', rev: 1 });
    await storePage(replica, 0, [], [{ t: 'tracks', id: 't1', rev: 5 }]);
    await storePage(replica, 0, [{ t: 'tracks', row: { id: 't1', rev: 4 } }], []);
    expect(replica.rows.get('t1')).toEqual({ rev: 5, row: null, version: 2 });
  });

  it('ignores the rows of tables that this app does not store', async () => {
    const replica = contested({ id: 'other', rev: 1 });
    await storePage(replica, 0, [{ t: 'playlists', row: { id: 'p1', rev: 1 } }], []);
    expect(storedRevs(replica)).toEqual([]);
  });

  it('[SY-12] writes the newest version of a row that a page contains several times, and skips stored rows', async () => {
    const replica = contested({ id: 'other', rev: 1 });
    const page = [3, 5, 4].map((rev) => ({ t: 'tracks', row: { id: 't1', rev } }));
    await storePage(replica, 0, page, [{ t: 'tracks', id: 't2', rev: 2 }]);
    const before = [...replica.rows];
    expect(storedRevs(replica)).toEqual([
      ['other', 1],
      ['t1', 5],
      ['t2', 2],
    ]);
    await storePage(replica, 0, page, [{ t: 'tracks', id: 't2', rev: 2 }]);
    expect([...replica.rows]).toEqual(before);
  });

  it('[SY-12] skips stored rows, and writes nothing if all are stored', async () => {
    const calls: string[][] = [];
    const stored = new Map<string, StoredRow>([['t1', { rev: 3, row: { id: 't1', rev: 3 }, token: 'x' }]]);
    const recording = {
      has: () => true,
      read: (_generation: number, table: string, ids: string[]) => {
        calls.push(['read', table, ...ids]);
        return Promise.resolve(stored);
      },
      write: (generation: number, table: string, writes: RowWrite[]) => {
        calls.push(['write', table, JSON.stringify(writes), String(generation)]);
        return Promise.resolve([]);
      },
    };
    const [storedRow, newRow] = [3, 2].map((rev) => ({ t: 'tracks', row: { id: `t${4 - rev}`, rev } }));
    await storePage(
      recording,
      7,
      [storedRow, newRow].flatMap((row) => row ?? []),
      [{ t: 'votes', id: 'v', rev: 1 }],
    );
    await storePage(recording, 7, storedRow ? [storedRow] : [], []);
    const write = (id: string, rev: number, row: Row | null) => JSON.stringify([{ id, rev, row, previous: null }]);
    expect(calls).toEqual([
      ['read', 'tracks', 't1', 't2'],
      ['write', 'tracks', write('t2', 2, { id: 't2', rev: 2 }), '7'],
      ['read', 'votes', 'v'],
      ['write', 'votes', write('v', 1, null), '7'],
      ['read', 'tracks', 't1'],
    ]);
  });

  it('[SY-12] gives up after eight tries when other writers keep winning the same row', async () => {
    let writes = 0;
    const lost = {
      has: () => true,
      read: () => Promise.resolve(new Map<string, StoredRow>()),
      write: () => {
        writes++;
        return Promise.resolve(['t1']);
      },
    };
    const page = [{ t: 'tracks', row: { id: 't1', rev: 1 } }];
    await expect(storePage(lost, 0, page, [])).rejects.toThrow('tracks: other writers kept changing the same rows');
    expect(writes).toBe(8);
  });

  it('[SY-23] writes a page in slices of 200 rows, in the order of their ids', async () => {
    const slices: string[][] = [];
    const recording = {
      has: () => true,
      read: () => Promise.resolve(new Map<string, StoredRow>()),
      write: (_generation: number, _table: string, writes: readonly { id: string }[]) => {
        slices.push(writes.map(({ id }) => id));
        return Promise.resolve([]);
      },
    };
    const ids = Array.from({ length: 401 }, (_, at) => String(at).padStart(3, '0'));
    await storePage(
      recording,
      0,
      [...ids].reverse().map((id) => ({ t: 'tracks', row: { id, rev: 1 } })),
      [],
    );
    expect(slices).toEqual([ids.slice(0, 200), ids.slice(200, 400), ids.slice(400)]);
  });

  it('[SY-12] [SY-23] after a slice of new rows, writes the next one without reading it, yet keeps newer and replaces older rows', async () => {
    const replica = contested({ id: 'other', rev: 1 });
    await storePage(
      replica,
      0,
      [
        { t: 'tracks', row: { id: '450', rev: 9 } },
        { t: 'tracks', row: { id: '460', rev: 2, title: 'older' } },
      ],
      [{ t: 'tracks', id: '470', rev: 9 }],
    );
    const reads: string[][] = [];
    const counting: typeof replica = {
      ...replica,
      read(generation, table, ids) {
        reads.push(ids);
        return replica.read(generation, table, ids);
      },
    };
    const ids = Array.from({ length: 800 }, (_, at) => String(at).padStart(3, '0'));
    await storePage(
      counting,
      0,
      ids.map((id) => ({ t: 'tracks', row: { id, rev: 3 } })),
      [],
    );
    expect(reads).toEqual([ids.slice(0, 200), ['450', '460', '470'], ids.slice(600)]);
    const stored = Object.fromEntries(ids.map((id) => [id, replica.rows.get(id)?.rev]));
    expect(stored).toEqual({ ...Object.fromEntries(ids.map((id) => [id, 3])), 450: 9, 470: 9 });
    expect(replica.rows.get('460')?.row).toEqual({ id: '460', rev: 3 });
    expect(replica.rows.get('470')?.row).toBeNull();
  });
});

describe('the counts of a track', () => {
  const counted = (rev: number, counts_rev: number, play_count: number): Row => ({
    id: 't1',
    rev,
    counts_rev,
    play_count,
  });
  const holding = async (row: Row) => {
    const replica = contested({ id: 'other', rev: 1 });
    await storePage(replica, 0, [{ t: 'tracks', row }], []);
    return { replica, stored: () => replica.rows.get('t1')?.row };
  };

  it('[SY-33] [G-3] are replaced by later ones only, and the rest of the row stays', async () => {
    const { replica, stored } = await holding({ ...counted(3, 5, 50), title: 'Night Bus' });
    await storeCounts(replica, 0, [['t1', 7, 70, 2, 4.5]]);
    const later = { ...counted(3, 7, 70), total_votes: 2, average_vote_rating: 4.5, title: 'Night Bus' };
    expect(stored()).toEqual(later);
    await storeCounts(replica, 0, [
      ['t1', 6, 60, 1, 4],
      ['t1', 7, 71, 1, 4],
    ]);
    expect(stored()).toEqual(later);
  });

  it('[SY-33] [G-3] are taken from a row that came again, but not if they are earlier, even if the row is newer', async () => {
    const { replica, stored } = await holding(counted(3, 5, 50));
    await storePage(replica, 0, [{ t: 'tracks', row: counted(3, 6, 60) }], []);
    expect(stored()).toMatchObject(counted(3, 6, 60));
    await storePage(replica, 0, [{ t: 'tracks', row: counted(4, 5, 50) }], []);
    expect(stored()).toMatchObject(counted(4, 6, 60));
    await storePage(replica, 0, [{ t: 'tracks', row: counted(3, 5, 50) }], []);
    expect(stored()).toMatchObject(counted(4, 6, 60));
  });

  it('[SY-33] [G-3] are not stored for a track whose row was removed or never stored', async () => {
    const { replica } = await holding(counted(3, 5, 50));
    await storePage(replica, 0, [], [{ t: 'tracks', id: 't1', rev: 4 }]);
    await storeCounts(replica, 0, [
      ['t1', 9, 90, 0, 0],
      ['t2', 9, 90, 0, 0],
    ]);
    expect(replica.rows.get('t1')).toMatchObject({ rev: 4, row: null });
    expect(replica.rows.has('t2')).toBe(false);
  });

  it('[SY-33] [G-3] are all stored, however many a page brings', async () => {
    const replica = contested({ id: 'other', rev: 1 });
    const ids = Array.from({ length: 401 }, (_, at) => `t${at}`);
    await storePage(
      replica,
      0,
      ids.map((id) => ({ t: 'tracks', row: { ...counted(3, 5, 50), id } })),
      [],
    );
    await storeCounts(
      replica,
      0,
      ids.map((id) => [id, 7, 70, 0, 0] as const),
    );
    expect(ids.filter((id) => replica.rows.get(id)?.row?.['play_count'] !== 70)).toEqual([]);
  });

  it('[SY-33] [G-3] [SY-17] are not overwritten by earlier ones if another leader stored them meanwhile', async () => {
    const replica = contested(counted(3, 9, 90));
    replica.rows.set('t1', { rev: 3, row: counted(3, 5, 50), version: -1 });
    await storeCounts(replica, 0, [['t1', 7, 70, 0, 0]]);
    expect(replica.rows.get('t1')?.row).toEqual(counted(3, 9, 90));
  });
});

describe('[SY-35] [G-1] storing which rows left the shelf', () => {
  const row = (rev: number) => ({ t: 'tracks', row: { id: 't1', rev } });
  const left = (rev: number) => ({ t: 'tracks', id: 't1', rev });
  const open = () => contested({ id: 'other', rev: 1 });

  it('keeps the row with the revision at which it left', async () => {
    const replica = open();
    await storePage(replica, 0, [row(2)], []);
    await storeLeft(replica, 0, [left(3)]);
    expect(replica.rows.get('t1')).toMatchObject({ rev: 2, row: { id: 't1', rev: 2, left_rev: 3 } });
    // The same revision again, then an earlier one.
    const { version } = replica.rows.get('t1') ?? {};
    await storeLeft(replica, 0, [left(3)]);
    await storeLeft(replica, 0, [left(2)]);
    expect(replica.rows.get('t1')?.version).toBe(version);
  });

  it('changes no row that came at this revision or later, and stores nothing in an unknown table', async () => {
    const replica = open();
    await storePage(replica, 0, [row(3)], []);
    await storeLeft(replica, 0, [left(3), { t: 'playlists', id: 'p1', rev: 1 }]);
    expect(replica.rows.get('t1')?.row).toEqual({ id: 't1', rev: 3 });
    expect([...replica.rows.keys()].sort()).toEqual(['other', 't1']);
  });

  it('keeps an older page from bringing a row that was not stored', async () => {
    const replica = open();
    await storeLeft(replica, 0, [left(3)]);
    await storeLeft(replica, 0, [left(5)]);
    await storeLeft(replica, 0, [left(4)]);
    await storePage(replica, 0, [row(4)], []);
    expect(replica.rows.get('t1')).toMatchObject({ rev: 5, row: null });
    await storePage(replica, 0, [row(5)], []);
    expect(replica.rows.get('t1')).toMatchObject({ rev: 5, row: { id: 't1', rev: 5 } });
  });

  it('keeps an older page from bringing a forgotten row', async () => {
    const replica = open();
    await storeVisited(replica, 0, [row(2)], 1000);
    await forgetVisited(replica, 0, 'tracks', ['t1']);
    await storeLeft(replica, 0, [left(4)]);
    await storePage(replica, 0, [row(3)], []);
    expect(replica.rows.get('t1')).toMatchObject({ rev: 4, row: null });
    await storeVisited(replica, 0, [row(4)], 2000);
    expect(replica.rows.get('t1')?.row).toEqual({ id: 't1', rev: 4, left_rev: 4, visited_at: 2000 });
  });

  it('keeps left_rev when an older page comes late, and drops it when the row is back', async () => {
    const replica = open();
    await storePage(replica, 0, [row(2)], []);
    await storeLeft(replica, 0, [left(5)]);
    await storePage(replica, 0, [row(4)], []);
    expect(replica.rows.get('t1')?.row).toEqual({ id: 't1', rev: 4, left_rev: 5 });
    await storePage(replica, 0, [row(6)], []);
    expect(replica.rows.get('t1')?.row).toEqual({ id: 't1', rev: 6 });
  });
});
