import { expect, it } from 'vitest';
import type { ConnectionView, PendingAction, PersonState } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { describeAction, reasonOf } from './describe-action.ts';

const NOW = new Date(2027, 0, 1, 13, 5).getTime();
/** The device's clock is an hour behind. */
const now = { server: NOW + 3_600_000, device: NOW };
const tooFast = { code: 'too_fast', message: 'Too fast. Please wait a while and try again.' };
const retryingAction = (reason: { code: string; message: string }, inMs: number): PendingAction => ({
  id: 'a',
  kind: 'track.create',
  payload: {},
  createdAt: now.server - 600_000,
  state: { kind: 'retrying', failures: { all: 0, alone: 0 }, next_at: NOW + inMs, why: reason },
  isEditable: false,
});

it('the reason names the next attempt, by the time of day if rate-limited, else in seconds; offline, it says No network', () => {
  expect(reasonOf(retryingAction(tooFast, 3_570_000), false, now)).toBe(
    'For 10 minutes. The server takes only so many an hour. This goes on at 14:05.',
  );
  expect(reasonOf(retryingAction({ code: 'file_unjudged', message: 'Being checked.' }, 30_000), false, now)).toBe(
    'For 10 minutes. Being checked. Next try in 30 s.',
  );
  expect(reasonOf(retryingAction(tooFast, 3_570_000), true, now)).toContain('No network.');
});

const payloads = {
  'message.send': { message_id: 'm', partner_id: 'ann', content: 'words' },
  'connection.request': { partner_id: 'ann' },
  'connection.end': { partner_id: 'ann' },
} satisfies Partial<Record<PendingAction['kind'], object>>;

it.each([
  ['message.send', 'Message to'],
  ['connection.request', 'Connection request to'],
  ['connection.end', 'End of the connection with'],
] as const)('%s names the person once the device knows the name', (kind, prefix) => {
  const connections = createLive<readonly ConnectionView[]>([]);
  const person = createLive<PersonState>({ kind: 'unknown', failure: null });
  const action: PendingAction = {
    id: 'a',
    kind,
    payload: payloads[kind],
    state: { kind: 'queued' },
    createdAt: 0,
    isEditable: true,
  };
  const scope = { connections, person: () => person, track: () => createLive(null) };
  const description = describeAction(scope, action);
  const published: string[] = [];
  description.subscribe(() => published.push(description.get()));
  expect(description.get()).toBe(`${prefix} somebody`);
  const partner = { id: 'ann', artistName: 'Ann', avatarSrc: null };
  connections.set([
    { partnerId: 'ann', partner, status: 'accepted', direction: 'sent', isPending: false, updatedAt: '2027-01-01' },
  ]);
  expect(published).toEqual([`${prefix} Ann`]);
});
