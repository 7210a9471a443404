import { describe, expect, it } from 'vitest';
import { message } from '../../tests/sync/support/messages.ts';
import { positionOf, startAt } from '../../tests/sync/support/starts.ts';
import { visitAnswer } from '../../tests/sync/support/visits.ts';
import { MemoryDisk } from '../../tests/sync/simulation/memory-disk.ts';
import { soundSubject } from '../../tests/sync/simulation/subject.ts';
import type { VisitRequest, VisitResponse } from '../model/visit.ts';
import { forgetMessages, storePage } from './guard.ts';
import { fetchOlder } from './older-messages.ts';
import { firstCursor, readCursor, type Failure, type ReplicaPort } from './ports.ts';

const NOW = 1_700_000_000_000;
const start = startAt(positionOf('m30', 30));
const rowOf = (id: string, minute: number, rev = 1) => ({
  t: 'messages',
  row: message(id, 'ann', 'me', minute, { rev }).row,
});

function createDevice() {
  const disk = new MemoryDisk(soundSubject.core);
  disk.cursor = { ...firstCursor, epoch: 'e', filledFrom: '50', complete: true, conversationStarts: { ann: start } };
  const replica: ReplicaPort = {
    has: (table) => table === 'messages',
    isEmpty: () => Promise.resolve(false),
    read: (generation, table, ids) => Promise.resolve(disk.read(generation, table, ids)),
    write: (generation, table, writes) =>
      Promise.resolve(writes.filter((write) => !disk.write(generation, table, write)).map(({ id }) => id)),
  };
  const requests: VisitRequest[] = [];
  const outbox = disk.outbox(
    (_call, work) => Promise.resolve(work()),
    (record) => record,
  );
  /** @param during runs while the request is pending */
  const fetch = (answer: Partial<VisitResponse> | Failure, during: () => unknown = () => undefined) =>
    fetchOlder(
      {
        outbox,
        replica,
        now: () => NOW,
        request: async (request) => {
          requests.push(request);
          await during();
          return 'kind' in answer ? { ok: false, failure: answer } : { ok: true, value: visitAnswer(answer) };
        },
      },
      'ann',
    );
  const stored = (id: string) => disk.rows().get(`messages/${id}`);
  return { disk, replica, requests, fetch, stored, starts: () => disk.cursor.conversationStarts };
}

const page = { mark: 'fresh', rows: [rowOf('m29', 29), rowOf('m28', 28)], next_message: positionOf('m28', 28) };

describe('[SY-37] an older page', () => {
  it('is requested from the stored start, which moves once the messages of the page are stored', async () => {
    const { fetch, requests, stored, starts, disk } = createDevice();
    const extended = { ...start, from: positionOf('m28', 28), fetched: 2, fetchedAt: NOW };
    expect(await fetch(page)).toEqual({ kind: 'stored', starts: { ann: extended } });
    expect(requests).toEqual([
      { v: 1, epoch: 'e', what: { kind: 'messages', partner_id: 'ann', before: positionOf('m30', 30) } },
    ]);
    expect([starts(), disk.cursor.marks]).toEqual([{ ann: extended }, ['fresh']]);
    expect(stored('m29')?.row).toEqual({ ...rowOf('m29', 29).row, fetched_round: 1 });
    await fetch({ rows: [rowOf('m27', 27)], next_message: null });
    expect(requests[1]?.what).toMatchObject({ before: positionOf('m28', 28) });
    expect(starts()?.['ann']).toMatchObject({ from: null, fetched: 3 });
  });

  it('is not requested for a conversation that is held whole, nor before the replica is filled', async () => {
    const { fetch, requests, disk } = createDevice();
    disk.cursor = { ...disk.cursor, conversationStarts: {} };
    expect(await fetch(page)).toEqual({ kind: 'stored', starts: {} });
    disk.cursor = { ...disk.cursor, conversationStarts: null };
    expect(await fetch(page)).toEqual({ kind: 'refused' });
    expect(requests).toEqual([]);
  });

  it('leaves later revisions and removals as they are, and is kept up to date by pulls', async () => {
    const { fetch, stored, replica } = createDevice();
    await storePage(replica, 0, [rowOf('m29', 29, 4)], [{ t: 'messages', id: 'm28', rev: 5 }]);
    await fetch(page);
    expect([stored('m29')?.row?.rev, stored('m28')?.row, stored('m28')?.rev]).toEqual([4, null, 5]);
    await storePage(replica, 0, [rowOf('m29', 29, 6)], []);
    expect(stored('m29')?.row).toEqual({ ...rowOf('m29', 29, 6).row, fetched_round: 1 });
  });

  it('does not extend the conversation if another page extended it meanwhile', async () => {
    const { fetch, starts, disk } = createDevice();
    const other = { ann: { ...start, from: positionOf('m25', 25), fetched: 5 } };
    await fetch(page, () => (disk.cursor = { ...disk.cursor, conversationStarts: other }));
    expect(starts()).toEqual(other);
  });

  it('is refused if the replica was rebuilt meanwhile, or the answer is of another history or older than the replica', async () => {
    const { fetch, stored, starts, disk } = createDevice();
    const { cursor } = disk;
    expect((await fetch(page, () => (disk.cursor = { ...firstCursor, generation: 1 }))).kind).toBe('refused');
    disk.cursor = cursor;
    for (const answer of [
      { ...page, floor: '49' },
      { ...page, epoch: 'other' },
      { ...page, reset: 'epoch' as const },
    ])
      expect(await fetch(answer)).toEqual({ kind: 'refused' });
    expect(await fetch({ kind: 'network' })).toEqual({ kind: 'failed', failure: { kind: 'network' } });
    expect([stored('m29'), starts()]).toEqual([undefined, { ann: start }]);
  });

  it('is refused if the replica is rebuilt while the messages are stored', async () => {
    const { fetch, replica, disk, starts } = createDevice();
    const { write } = replica;
    replica.write = (...args) => {
      disk.cursor = { ...firstCursor, generation: 1 };
      return write(...args);
    };
    expect(await fetch(page)).toEqual({ kind: 'refused' });
    expect(starts()).toBeNull();
  });

  it('does not extend a conversation that was shortened meanwhile: its messages may be forgotten', async () => {
    const { fetch, starts, stored, replica, disk } = createDevice();
    const shortened = { ann: { ...start, round: 2 } };
    await fetch(page, () => (disk.cursor = { ...disk.cursor, conversationStarts: shortened }));
    expect(starts()).toEqual(shortened);
    await forgetMessages(replica, 0, ['m29', 'm28'], 2);
    expect([stored('m29')?.row, stored('m29')?.rev]).toEqual([null, 1]);
    // The next page brings the messages back, marked with round 2, so a late call that forgets for round 2 keeps them.
    await fetch(page);
    await forgetMessages(replica, 0, ['m29', 'm28', 'unknown'], 2);
    expect([stored('m29')?.row?.id, starts()?.['ann']?.from]).toEqual(['m29', positionOf('m28', 28)]);
  });
});

describe('[SY-37] a stored cursor of an earlier version', () => {
  it('means that all conversations are held whole, unless nothing was pulled yet', () => {
    const { conversationStarts: _missing, ...earlier } = { ...firstCursor, epoch: 'e', since: '7', complete: true };
    expect(readCursor(earlier).conversationStarts).toEqual({});
    expect(readCursor({ ...earlier, epoch: null }).conversationStarts).toBeNull();
    expect(readCursor({ ...earlier, conversationStarts: null }).conversationStarts).toBeNull();
    expect(readCursor(undefined)).toEqual(firstCursor);
  });
});
