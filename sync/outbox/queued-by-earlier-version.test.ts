import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { newRecord } from '../core/records.ts';
import { config, fetchAnswering, signedIn, USER, using } from '../../tests/sync/support/opened-client.ts';
import { newBrowser, pageOf, scopeOf, until } from '../../tests/sync/support/page.ts';
import { showing } from '../../tests/sync/support/showing.ts';
import { openSync } from '../client.ts';
import { ownerName } from '../core/names.ts';
import type { PushAction } from '../model/wire.ts';
import { DeviceDatabase } from './database.ts';
import { openOutbox } from './outbox.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

vi.mock('../model/actions/vote-cast.ts', async (original) => {
  const { voteCast } = await original<typeof import('../model/actions/vote-cast.ts')>();
  const upcasters = [({ track, stars }: Record<string, unknown>) => ({ track_id: track, weight: stars })];
  return { voteCast: { ...voteCast, upcasters } };
});

const storedVote = newRecord({
  id: 'vote-1',
  user_id: 'me',
  device_id: 'device',
  lane: 'vote:t',
  kind: 'vote.cast',
  v: 1,
  payload: { track: 't', stars: 3 },
  deps: [],
  created_at: 0,
  occurred_at: '2027-01-01T00:00:00.000Z',
});

it('[SY-21] actions queued by an earlier version are sent in the present form', async () => {
  const device = new DeviceDatabase('owner', new IDBFactory(), IDBKeyRange);
  const outbox = openOutbox(device);
  await outbox.add(storedVote, false);
  expect(await outbox.claim(0, 1)).toMatchObject([{ v: 2, payload: { track_id: 't', weight: 3 } }]);
  device.close();
});

it('[SY-21] actions queued by an earlier version are shown in the present form', () => {
  const { votes } = showing([{ ...storedVote, seq: 1 }]);
  expect([...votes]).toEqual([['t', { weight: 3, editableUntil: null, isPending: true }]]);
});

it('[SY-21] [G-8] actions of an earlier version are listed, edited and announced in the present form', async () => {
  const browser = newBrowser();
  await signedIn(browser);
  const device = new DeviceDatabase(ownerName(USER), browser.indexedDB, IDBKeyRange);
  const error = { code: 'failed', message: 'This could not be done. Please try again.' };
  await openOutbox(device).add({ ...storedVote, user_id: USER, state: { kind: 'dead', error } }, false);
  device.close();
  const pushed: unknown[] = [];
  const page = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };
  const fetch = fetchAnswering({
    '/rest/v1/rpc/sync_pull': () => Response.json(page),
    '/rest/v1/rpc/sync_push': (body) => {
      const { p_actions: actions } = body as { p_actions: PushAction[] };
      pushed.push(...actions.map(({ v, payload }) => ({ v, payload })));
      const results = actions.map(({ id }) => ({ id, status: 'rejected', result: error }));
      return Response.json({ results, server_time: '2027-01-01T00:00:00Z' });
    },
  });
  await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
    const scope = await scopeOf(client);
    const announced: unknown[] = [];
    scope.onAcknowledged(({ payload }) => announced.push(payload));
    await until(scope.pending, ([vote]) => vote?.payload['weight'] === 3);
    expect(await scope.edit('vote-1', { weight: 4 })).toBe(true);
    await waitFor(() => expect(announced).toEqual([{ track_id: 't', weight: 4 }]));
    expect(pushed).toEqual([{ v: 2, payload: { track_id: 't', weight: 4 } }]);
  });
});
