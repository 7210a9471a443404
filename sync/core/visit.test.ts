import { describe, expect, it } from 'vitest';
import type { Visit, VisitRequest, VisitResponse } from '../model/visit.ts';
import { PROTOCOL_VERSION } from '../model/wire.ts';
import { MemoryDisk } from '../../tests/sync/simulation/memory-disk.ts';
import { soundSubject } from '../../tests/sync/simulation/subject.ts';
import { forgetVisited, storeLeft, storePage } from './guard.ts';
import { firstCursor, type ReplicaPort, type Reply, type Row } from './ports.ts';
import { visitRows, type VisitOutcome } from './visit.ts';

const NOW = 1_700_000_000_000;
const what: Visit = { kind: 'rows', tracks: ['t1'], profiles: [] };
const track = (id: string, rev: number, more: Partial<Row> = {}): { t: string; row: Row } => ({
  t: 'tracks',
  row: { id, rev, user_id: 'artist', ...more },
});

function createDevice() {
  const disk = new MemoryDisk(soundSubject.core);
  disk.cursor = { ...firstCursor, epoch: 'e', filledFrom: '50', complete: true, marks: ['old'] };
  const outbox = disk.outbox(
    (_call, work) => Promise.resolve(work()),
    (record) => record,
  );
  const replica: ReplicaPort = {
    has: (table) => table === 'tracks',
    isEmpty: () => Promise.resolve(false),
    read: (generation, table, ids) => Promise.resolve(disk.read(generation, table, ids)),
    write: (generation, table, writes) =>
      Promise.resolve(writes.filter((write) => !disk.write(generation, table, write)).map(({ id }) => id)),
  };
  const requests: VisitRequest[] = [];
  const visit = (
    answer: Partial<VisitResponse> | Reply<VisitResponse>,
    onAnswer?: Parameters<typeof visitRows>[3],
  ): Promise<VisitOutcome> => {
    const sound = { epoch: 'e', floor: '60', mark: 'fresh', rows: [], server_time: '' };
    const reply: Reply<VisitResponse> = 'ok' in answer ? answer : { ok: true, value: { ...sound, ...answer } };
    const request = (sent: VisitRequest) => {
      requests.push(sent);
      return Promise.resolve(reply);
    };
    return visitRows({ outbox, replica, now: () => NOW, request }, 'me', what, onAnswer);
  };
  return { disk, replica, visit, requests, stored: (id: string) => disk.rows().get(`tracks/${id}`) };
}

describe('[SY-36] a visit', () => {
  it('stores its mark, and its rows as visited', async () => {
    const { disk, visit, stored } = createDevice();
    expect((await visit({ rows: [track('t1', 3)] })).kind).toBe('stored');
    expect(stored('t1')?.row).toEqual({ id: 't1', rev: 3, user_id: 'artist', left_rev: 3, visited_at: NOW });
    expect(disk.cursor.marks).toEqual(['old', 'fresh']);
  });

  it('leaves the person’s own rows to the pulls', async () => {
    const { visit, stored } = createDevice();
    await visit({ rows: [track('t1', 3, { user_id: 'me' }), track('t2', 1), track('me', 3)] });
    expect([stored('t1'), stored('t2')?.rev, stored('me')]).toEqual([undefined, 1, undefined]);
  });

  it('names the epoch of the replica in its request', async () => {
    const { visit, requests } = createDevice();
    await visit({});
    expect(requests).toEqual([{ v: PROTOCOL_VERSION, epoch: 'e', what }]);
  });

  it('shows its rows before they are stored, and returns them', async () => {
    const { visit, stored } = createDevice();
    const shown: unknown[] = [];
    const rows = [track('t2', 1)];
    const outcome = await visit({ rows: [track('t1', 3, { user_id: 'me' }), ...rows] }, ({ floor }, some) =>
      shown.push([floor, some, stored('t2')]),
    );
    expect(shown).toEqual([['60', rows, undefined]]);
    expect(outcome).toMatchObject({ kind: 'stored', answer: { floor: '60' }, rows });
  });

  it('[SY-8] stores no mark if the server sends none', async () => {
    for (const mark of [null, undefined]) {
      const { disk, visit } = createDevice();
      const { mark: _mark, ...sound } = { epoch: 'e', floor: '60', mark, rows: [], server_time: '' };
      const value = mark === null ? { ...sound, mark } : sound;
      expect((await visit({ ok: true, value })).kind).toBe('stored');
      expect(disk.cursor.marks).toEqual(['old']);
    }
  });

  it('stores nothing from a standby that lags behind the replica’s first rows, or from another epoch', async () => {
    const { visit, stored } = createDevice();
    expect(await visit({ floor: '49', rows: [track('t1', 3)] })).toEqual({ kind: 'refused' });
    expect(await visit({ epoch: 'other', rows: [track('t1', 3)] })).toEqual({ kind: 'refused' });
    expect(await visit({ reset: 'epoch', rows: [track('t1', 3)] })).toEqual({ kind: 'refused' });
    expect(stored('t1')).toBeUndefined();
    expect((await visit({ floor: '50', rows: [track('t1', 3)] })).kind).toBe('stored');
  });

  it('is refused while the replica is empty', async () => {
    for (const cursor of [firstCursor, { ...firstCursor, epoch: 'e' }, { ...firstCursor, filledFrom: '50' }]) {
      const { disk, visit, requests } = createDevice();
      disk.cursor = cursor;
      expect(await visit({ rows: [track('t1', 3)] })).toEqual({ kind: 'refused' });
      expect(requests).toEqual([]);
    }
  });

  it('[SY-22] stores nothing after the browser has deleted the rows alone, so that the engine notices the loss', async () => {
    const { disk, replica, visit, stored } = createDevice();
    replica.isEmpty = () => Promise.resolve(true);
    expect(await visit({ rows: [track('t1', 3)] })).toEqual({ kind: 'refused' });
    expect(stored('t1')).toBeUndefined();
    expect(disk.cursor.marks).toEqual(['old']);
  });

  it('reports why it failed', async () => {
    const { visit } = createDevice();
    const failure = { kind: 'network' } as const;
    expect(await visit({ ok: false, failure })).toEqual({ kind: 'failed', failure });
  });
});

describe('[SY-36] a visited row', () => {
  it('is known to be outdated once a pull reports a later revision, until it is visited at that revision', async () => {
    const { replica, visit, stored } = createDevice();
    await visit({ rows: [track('t1', 3)] });
    await storeLeft(replica, 0, [{ t: 'tracks', id: 't1', rev: 5 }]);
    expect(stored('t1')?.row).toMatchObject({ rev: 3, left_rev: 5 });
    await visit({ rows: [track('t1', 4)] });
    expect(stored('t1')?.row).toMatchObject({ rev: 4, left_rev: 5 });
    await visit({ rows: [track('t1', 5)] });
    expect(stored('t1')?.row).toMatchObject({ rev: 5, left_rev: 5 });
  });

  it('is held once a pull sends it, also at the same revision', async () => {
    const { replica, visit, stored } = createDevice();
    await visit({ rows: [track('t1', 3)] });
    await storePage(replica, 0, [track('t1', 3)], []);
    expect(stored('t1')?.row).toEqual({ id: 't1', rev: 3, user_id: 'artist' });
  });

  it('does not replace a row that is held, but brings its later counts', async () => {
    const { replica, visit, stored } = createDevice();
    await storePage(replica, 0, [track('t1', 3)], []);
    await visit({ rows: [track('t1', 4, { counts_rev: 2, play_count: 9 })] });
    expect(stored('t1')?.row).toMatchObject({ rev: 3, play_count: 9 });
    expect(stored('t1')?.row).not.toHaveProperty('left_rev');
  });

  it('does not come back after its removal', async () => {
    const { replica, visit, stored } = createDevice();
    await storePage(replica, 0, [], [{ t: 'tracks', id: 't1', rev: 4 }]);
    await visit({ rows: [track('t1', 3)] });
    expect(stored('t1')).toMatchObject({ rev: 4, row: null });
  });

  it('is forgotten except for its revision, and may be visited or held again at that revision', async () => {
    const { replica, visit, stored } = createDevice();
    await visit({ rows: [track('t1', 3), track('t2', 3)] });
    await storePage(replica, 0, [track('t2', 3)], []);
    await forgetVisited(replica, 0, 'tracks', ['t1', 't2', 't3']);
    expect([stored('t1'), stored('t2')]).toMatchObject([{ rev: 3, row: null }, { row: { rev: 3 } }]);
    expect(stored('t3')).toBeUndefined();
    await visit({ rows: [track('t1', 3)] });
    expect(stored('t1')?.row).toMatchObject({ rev: 3, left_rev: 3 });
    await forgetVisited(replica, 0, 'tracks', ['t1']);
    await storePage(replica, 0, [track('t1', 3)], []);
    expect(stored('t1')?.row).toEqual({ id: 't1', rev: 3, user_id: 'artist' });
  });

  it('that has left the shelf at a later revision and was forgotten is not brought back by an older page', async () => {
    const { replica, stored } = createDevice();
    await storePage(replica, 0, [track('t1', 3)], []);
    await storeLeft(replica, 0, [{ t: 'tracks', id: 't1', rev: 4 }]);
    await forgetVisited(replica, 0, 'tracks', ['t1']);
    await storePage(replica, 0, [track('t1', 3)], []);
    expect(stored('t1')).toMatchObject({ rev: 4, row: null });
  });
});
