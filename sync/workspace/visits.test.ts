import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { day, openViews, profile, share } from '../../tests/sync/support/people.ts';
import { message } from '../../tests/sync/support/messages.ts';
import { positionOf, startAt } from '../../tests/sync/support/starts.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { visitAnswer } from '../../tests/sync/support/visits.ts';
import { MemoryDisk } from '../../tests/sync/simulation/memory-disk.ts';
import { soundSubject } from '../../tests/sync/simulation/subject.ts';
import { firstCursor, type Failure, type ReplicaPort, type Reply } from '../core/ports.ts';
import { leftRevOf } from '../core/shelf.ts';
import type { MessagePosition } from '../model/position.ts';
import type { VisitRequest, VisitResponse } from '../model/visit.ts';
import { createVisits, type Unheld } from './visits.ts';

const NOW = 1_700_000_000_000;
const answerOf = (more: Partial<VisitResponse> = {}): Reply<VisitResponse> => ({
  ok: true,
  value: visitAnswer(more),
});
const rowOf = (id: string) => ({ t: 'tracks', row: trackRow(id) });
const noNetwork: { ok: false; failure: Failure } = { ok: false, failure: { kind: 'network' } };

/** The shelf is complete, and Explore continues beyond it. @param reply the server's answers */
function open(
  reply: (request: VisitRequest) => Reply<VisitResponse> | Promise<Reply<VisitResponse>>,
  isDiskFull = false,
) {
  const { views } = openViews();
  views.catalogue.setState('complete', 0);
  views.catalogue.setShelfEnd({ average_vote_rating: 4, created_at: '2027-01-01T00:00:00.000000Z', id: 'end' });
  const disk = new MemoryDisk(soundSubject.core);
  disk.cursor = { ...firstCursor, epoch: 'e', filledFrom: '50', complete: true };
  const replica: ReplicaPort = {
    has: () => true,
    isEmpty: () => Promise.resolve(false),
    read: (generation, table, ids) => Promise.resolve(disk.read(generation, table, ids)),
    write: (generation, table, writes) =>
      isDiskFull
        ? Promise.reject(new Error('the disk is full'))
        : Promise.resolve(writes.filter((write) => !disk.write(generation, table, write)).map(({ id }) => id)),
  };
  const asked: VisitRequest['what'][] = [];
  let pulls = 0;
  const visits = createVisits({
    userId: 'me',
    views,
    replica,
    outbox: disk.outbox(
      (_call, work) => Promise.resolve(work()),
      (record) => record,
    ),
    request: (request) => {
      asked.push(request.what);
      return Promise.resolve(reply(request));
    },
    now: () => NOW,
    firstScreenSettled: Promise.resolve(),
    pull: () => void (pulls += 1),
    neededTracks: () => Promise.resolve(new Set(['needed'])),
  });
  return { visits, views, disk, asked, pulls: () => pulls };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('[SY-36] visits', () => {
  it('show and store the rows that they ask for, and note which do not exist', async () => {
    const { visits, views, disk } = open(() => answerOf({ rows: [rowOf('t1')] }));
    await visits.tracks(['t1', 't2']);
    expect([views.catalogue.get('t1')?.id, views.isAbsent('t1'), views.isAbsent('t2')]).toEqual(['t1', false, true]);
    expect(leftRevOf(disk.rows().get('tracks/t1')?.row ?? { id: '', rev: 0 })).toBe(1);
  });

  it('ask for many ids in several requests, and for no id twice at the same time', async () => {
    const { visits, asked } = open(() => answerOf());
    const ids = Array.from({ length: 150 }, (_, at) => `t${at}`);
    await Promise.all([visits.tracks(ids), visits.tracks(ids)]);
    expect(asked.map((what) => what.kind === 'rows' && what.tracks.length)).toEqual([100, 50]);
  });

  it('end for all who wait for a track once its one request has ended, failed or not', async () => {
    let arrive: (reply: Reply<VisitResponse>) => void = () => undefined;
    const { visits, views, asked } = open(() => new Promise<Reply<VisitResponse>>((resolve) => (arrive = resolve)));
    const ended: string[] = [];
    const request = (name: string, ids: string[]) => visits.tracks(ids).then(() => void ended.push(name));
    for (const reply of [noNetwork, answerOf({ rows: [rowOf('t1')] })]) {
      ended.length = asked.length = 0;
      const requests = [request('first', ['t1']), request('second', ['t1'])];
      await vi.advanceTimersByTimeAsync(0);
      expect([asked.length, ended]).toEqual([1, []]);
      arrive(reply);
      await Promise.all(requests);
      expect(ended.toSorted()).toEqual(['first', 'second']);
    }
    expect(views.catalogue.has('t1')).toBe(true);
  });

  it('ask for a track on the device only if its row may be outdated', async () => {
    const { visits, views, asked } = open(() => answerOf());
    views.catalogue.apply([{ id: 't1', row: trackRow('t1') }]);
    await visits.tracks(['t1']);
    views.catalogue.setShelfEnd(null);
    await visits.tracks(['t1']);
    expect(asked).toHaveLength(1);
  });

  it('mark nothing as absent if the server could not be asked', async () => {
    const { visits, views, pulls } = open(() => noNetwork);
    await visits.tracks(['t1']);
    // The pull shows whether the network is lost.
    expect([views.isAbsent('t1'), pulls()]).toEqual([false, 1]);
    await visits.more(() => views.catalogue.beginMore({ search: '', genre: null }));
    expect(views.catalogue.explore({ search: '', genre: null }).get().beyond.state).toBe('failed');
  });

  it('pull after a refusal, and ask again after the pull', async () => {
    let epoch = 'other';
    const { visits, views, pulls } = open(() => answerOf({ epoch, rows: [rowOf('t1')] }));
    const asking = visits.tracks(['t1']);
    await vi.advanceTimersByTimeAsync(0);
    expect([pulls(), views.catalogue.get('t1')]).toEqual([1, null]);
    epoch = 'e';
    await vi.advanceTimersByTimeAsync(500);
    await asking;
    expect(views.catalogue.get('t1')?.id).toBe('t1');
  });

  it('show an answer that the disk refuses', async () => {
    const { visits, views } = open(() => answerOf({ rows: [rowOf('t1')] }), true);
    await visits.tracks(['t1']);
    expect(views.catalogue.get('t1')?.id).toBe('t1');
  });

  it('fetch a person with their shares, and page after page of their tracks', async () => {
    const next = { average_vote_rating: 0, created_at: '2027-01-01T00:00:00.000000Z', id: 't1' };
    const { visits, views, asked } = open(({ what }) => {
      if (what.kind === 'rows') return answerOf({ rows: [{ t: 'user_profiles', row: profile('artist') }] });
      if (what.kind === 'shares_of') {
        const rows = [rowOf('t3'), { t: 'shared_tracks', row: share('artist', 't3', day(1)) }];
        return answerOf({ rows });
      }
      if (what.kind === 'tracks_of' && what.after === null) return answerOf({ rows: [rowOf('t1')], next });
      return answerOf({ rows: [rowOf('t2')], next: null });
    });
    await visits.person('artist');
    expect(asked.map(({ kind }) => kind)).toEqual(['rows', 'shares_of', 'tracks_of', 'tracks_of']);
    const shares = views.sharesOf('artist').get();
    expect(shares.map(({ track }) => track.id)).toEqual(['t3']);
    expect(
      views.catalogue
        .tracksOf('artist')
        .get()
        .map(({ id }) => id),
    ).toEqual(['t1', 't2', 't3']);
  });

  it('do not request a known person if the device has all tracks of Explore', async () => {
    const { visits, views, asked } = open(() => answerOf());
    views.catalogue.setShelfEnd(null);
    views.apply.user_profiles([{ id: 'artist', row: profile('artist') }]);
    await visits.person('artist');
    expect(asked).toEqual([]);
  });

  it('forget the rows that were visited longest ago, but not those that are needed', async () => {
    const rows = [...Array.from({ length: 2_001 }, (_, at) => rowOf(`t${at}`)), rowOf('needed')];
    const { visits, disk } = open(({ what }) =>
      answerOf({ rows: what.kind === 'rows' ? rows.filter(({ row }) => what.tracks.includes(row.id)) : [] }),
    );
    await visits.tracks(rows.map(({ row }) => row.id));
    const unheld: Unheld[] = rows.map(({ row }, at) => ({ table: 'tracks', id: row.id, visitedAt: at }));
    await visits.forget(unheld.map((row) => (row.id === 'needed' ? { ...row, visitedAt: 0 } : row)));
    const forgotten = [...disk.rows()].flatMap(([key, { row }]) => (row ? [] : [key]));
    expect(forgotten).toEqual(['tracks/t0']);
  });

  it('forget no row that was visited within a day', async () => {
    const { visits, disk } = open(({ what }) =>
      answerOf({ rows: what.kind === 'rows' ? what.tracks.map((id) => rowOf(id)) : [] }),
    );
    const ids = Array.from({ length: 2_001 }, (_, at) => `t${at}`);
    await visits.tracks(ids);
    await visits.forget(ids.map((id, at) => ({ table: 'tracks', id, visitedAt: NOW - at })));
    expect([...disk.rows()].filter(([, { row }]) => row === null)).toEqual([]);
  });
});

describe('[SY-37] older messages', () => {
  const start = startAt(positionOf('m30', 30));
  const rowsOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => message(`m${from + at}`, 'ann', 'me', from + at));
  const answered = (from: number, to: number, next: MessagePosition | null) =>
    answerOf({ rows: rowsOf(from, to).map(({ row }) => ({ t: 'messages', row })), next_message: next });

  /** A conversation that begins at minute 30 on the device. */
  const openConversation = (reply: () => Reply<VisitResponse>, isDiskFull = false) => {
    const device = open(reply, isDiskFull);
    const { conversations } = device.views;
    device.disk.cursor = { ...device.disk.cursor, conversationStarts: { ann: start } };
    conversations.setStarts({ ann: start });
    // The replica reports what is stored.
    const applyStored = () =>
      conversations.apply([...device.disk.rows().values()].flatMap(({ row }) => (row ? [{ id: row.id, row }] : [])));
    conversations.apply(rowsOf(30, 35));
    const shown = () => conversations.thread('ann').get().length;
    return { ...device, applyStored, shown, state: () => conversations.thread('ann').older.get() };
  };

  it('are requested one page at a time, stored, and shown from the new start on', async () => {
    const { visits, asked, applyStored, shown, state, disk } = openConversation(() =>
      answered(20, 30, positionOf('m20', 20)),
    );
    const fetching = Promise.all([visits.older('ann'), visits.older('ann')]);
    await vi.advanceTimersByTimeAsync(0);
    await fetching;
    applyStored();
    expect(asked).toEqual([{ kind: 'messages', partner_id: 'ann', before: positionOf('m30', 30) }]);
    expect([shown(), state(), disk.cursor.conversationStarts?.['ann']?.from?.id]).toEqual([15, 'more', 'm20']);
  });

  it('may be requested again after a failure of the network or of the disk', async () => {
    for (const isDiskFull of [false, true]) {
      const { visits, shown, state, asked } = openConversation(
        () => (isDiskFull ? answered(20, 30, null) : noNetwork),
        isDiskFull,
      );
      await visits.older('ann');
      expect([shown(), state()]).toEqual([5, 'failed']);
      await visits.older('ann');
      expect(asked).toHaveLength(2);
    }
  });

  it('wait for the pull that resolves a refusal', async () => {
    let epoch = 'other';
    const { visits, pulls, state } = openConversation(() => answerOf({ epoch, next_message: null }));
    const fetching = visits.older('ann');
    await vi.advanceTimersByTimeAsync(0);
    expect([pulls(), state()]).toEqual([1, 'loading']);
    epoch = 'e';
    await vi.advanceTimersByTimeAsync(500);
    await fetching;
    expect(state()).toBe('none');
  });

  it('are forgotten if too many were fetched: first those of the conversations that were fetched longest ago', async () => {
    const { visits, disk, applyStored, shown, state } = openConversation(() => answered(0, 30, null));
    await visits.older('ann');
    const fetched = disk.cursor.conversationStarts?.['ann'] ?? start;
    await visits.forgetMessages();
    expect(disk.cursor.conversationStarts?.['ann']).toBe(fetched);
    const longAgo = { ...fetched, fetched: 5_001, fetchedAt: NOW - 86_400_001 };
    disk.cursor = { ...disk.cursor, conversationStarts: { ann: longAgo } };
    applyStored();
    await visits.forgetMessages();
    expect(disk.cursor.conversationStarts?.['ann']).toMatchObject({
      from: positionOf('m30', 30),
      fetched: 0,
      round: 2,
    });
    expect([...disk.rows()].filter(([, { row }]) => row !== null)).toEqual([]);
    expect([shown(), state()]).toEqual([5, 'more']);
  });
});
