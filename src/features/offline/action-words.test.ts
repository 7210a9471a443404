import { expect, it } from 'vitest';
import type { ConnectionView, PendingAction, PersonState } from '../../../sync/client.ts';
import { createStore } from '../../lib/store.ts';
import { actionWords } from './action-words.ts';

const payloads = {
  'message.send': { message_id: 'm', partner_id: 'ann', content: 'words' },
  'connection.request': { partner_id: 'ann' },
  'connection.end': { partner_id: 'ann' },
} satisfies Partial<Record<PendingAction['kind'], object>>;

it.each([
  ['message.send', 'Message to'],
  ['connection.request', 'Connection request to'],
  ['connection.end', 'End of the connection with'],
] as const)('%s names its person as soon as the device knows them, connected or not', (kind, before) => {
  const connections = createStore<readonly ConnectionView[]>([]);
  const person = createStore<PersonState>({ kind: 'unknown', failure: null });
  const action: PendingAction = {
    id: 'a',
    kind,
    payload: payloads[kind],
    state: { kind: 'queued' },
    createdAt: 0,
    isEditable: true,
  };
  const scope = { connections, person: () => person, track: () => createStore(null) };
  const words = actionWords(scope, action);
  const heard: string[] = [];
  words.subscribe(() => heard.push(words.get()));
  expect(words.get()).toBe(`${before} somebody`);
  const partner = { id: 'ann', artistName: 'Ann', avatarSrc: null };
  connections.set([
    { partnerId: 'ann', partner, status: 'accepted', direction: 'sent', isPending: false, updatedAt: '2027-01-01' },
  ]);
  expect(heard).toEqual([`${before} Ann`]);
});
