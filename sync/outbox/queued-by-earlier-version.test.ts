import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { newRecord } from '../core/records.ts';
import { showing } from '../../tests/sync/support/showing.ts';
import { DeviceDatabase } from './database.ts';
import { openOutbox } from './outbox.ts';

// An app with one upcaster for votes.
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

it('[SY-21] sends actions queued by an earlier version in the present form', async () => {
  const device = new DeviceDatabase('owner', new IDBFactory(), IDBKeyRange);
  const outbox = openOutbox(device);
  await outbox.add(storedVote, false);
  expect(await outbox.claim(0, 1)).toMatchObject([{ v: 2, payload: { track_id: 't', weight: 3 } }]);
  device.close();
});

it('[SY-21] shows actions queued by an earlier version in the present form', () => {
  const { votes } = showing([{ ...storedVote, seq: 1 }]);
  expect([...votes]).toEqual([['t', { weight: 3, editableUntil: null, isPending: true }]]);
});
