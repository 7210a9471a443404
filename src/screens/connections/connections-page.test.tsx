import { Profiler } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import type { ConnectionView, ConversationView, PendingAction, Scope, SyncStatus } from '../../../sync/client.ts';
import { renderFor, meWith, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { ConnectionsPage } from './connections-page.tsx';

const noop = () => undefined;
const device: Scope['device'] = {
  get: async () => undefined,
  put: async () => undefined,
  text: () => null,
  setText: () => true,
};
const answerSchema = z.object({ partner_id: z.string(), status: z.enum(['accepted', 'declined']) });
const acts = { onMessage: noop, onPlay: noop, onReport: noop, onBlock: noop };

it.each<[string, SyncStatus]>([
  ['the device is offline', restingStatus('offline')],
  [
    'the server has not answered for 11 s',
    { ...restingStatus('online'), work: { kind: 'working', since: Date.now() - 11_000 } },
  ],
])(
  'the connections page shows a failure if the replica is not filled and %s, with Retry unless syncing',
  async (_, status) => {
    const syncNow = vi.fn();
    const scopeParts: Partial<Scope> = {
      userId: 'me',
      connections: createLive<readonly ConnectionView[]>([]),
      isFilled: createLive(false),
      status: createLive(status),
      syncNow,
      device,
    };
    await renderFor(scopeParts, <ConnectionsPage {...acts} />);
    await expect.element(page.getByText('Failed to load connections')).toBeVisible();
    const isSyncing = status.work.kind === 'working';
    const retry = page.getByRole('button', { name: isSyncing ? 'Loading' : 'Retry' });
    await retry.click({ force: isSyncing });
    expect(syncNow).toHaveBeenCalledTimes(isSyncing ? 0 : 1);
  },
);

it('the connections page does not rerender for sync status, the queue or messages of people who are not shown', async () => {
  const updatedAt = new Date(2027, 0, 10).toISOString();
  const ann: ConnectionView = {
    partnerId: 'ann',
    partner: { id: 'ann', artistName: 'Ann', avatarSrc: null },
    status: 'accepted',
    direction: 'sent',
    isPending: false,
    updatedAt,
  };
  const conversationWith = (partnerId: string): ConversationView => ({
    partnerId,
    last: {
      id: `m-${partnerId}`,
      senderId: partnerId,
      content: 'words',
      createdAt: updatedAt,
      isRead: false,
      state: 'sent',
      actionId: null,
      error: null,
    },
    unread: 1,
  });
  const pendingRead: PendingAction = {
    id: 'a',
    kind: 'messages.read',
    payload: {},
    state: { kind: 'queued' },
    createdAt: 0,
    isEditable: false,
  };
  const status = createLive(restingStatus('online'));
  const pending = createLive<readonly PendingAction[]>([]);
  const conversations = createLive<readonly ConversationView[]>([]);
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    me: createLive(meWith(60)),
    connections: createLive<readonly ConnectionView[]>([ann]),
    tracksOf: () => createLive([]),
    isFilled: createLive(true),
    status,
    pending,
    conversations,
    device,
  };
  const onRender = vi.fn();
  await renderFor(
    scopeParts,
    <Profiler id="page" onRender={onRender}>
      <ConnectionsPage {...acts} />
    </Profiler>,
  );
  const row = page.getByRole('article', { name: 'Ann' });
  await expect.element(row.getByRole('button', { name: 'Message' })).toBeVisible();
  onRender.mockClear();
  flushSync(() => status.set({ ...restingStatus('online'), work: { kind: 'working', since: 0 }, waiting: 1 }));
  flushSync(() => pending.set([pendingRead]));
  flushSync(() => conversations.set([conversationWith('bob')]));
  expect(onRender).not.toHaveBeenCalled();
  flushSync(() => conversations.set([conversationWith('ann'), conversationWith('bob')]));
  expect(onRender).toHaveBeenCalledOnce();
  await expect.element(row.getByRole('img', { name: '1 unread messages' })).toBeVisible();
});

it('an answer leaves the focus to the same button of the next request', async () => {
  const requestOf = (partnerId: string, day: number): ConnectionView => ({
    partnerId,
    partner: { id: partnerId, artistName: partnerId, avatarSrc: null },
    status: 'pending',
    direction: 'received',
    isPending: false,
    updatedAt: new Date(2027, 0, day).toISOString(),
  });
  const connections = createLive<readonly ConnectionView[]>([
    requestOf('Ann', 3),
    requestOf('Bo', 2),
    requestOf('Cid', 1),
  ]);
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    me: createLive(meWith(60)),
    connections,
    tracksOf: () => createLive([]),
    isFilled: createLive(true),
    status: createLive(restingStatus('online')),
    pending: createLive<readonly PendingAction[]>([]),
    conversations: createLive<readonly ConversationView[]>([]),
    device,
    onOutcome: noop,
    enqueue: (_kind, payload) => {
      const { partner_id, status } = answerSchema.parse(payload);
      connections.set(connections.get().map((each) => (each.partnerId === partner_id ? { ...each, status } : each)));
      return Promise.resolve('action');
    },
  };
  await renderFor(
    scopeParts,
    <main>
      <ConnectionsPage {...acts} />
    </main>,
  );
  const requests = page.getByRole('list', { name: 'Pending requests' }).getByRole('listitem');
  const buttonOf = (person: string, name: string) =>
    requests.filter({ has: page.getByText(person) }).getByRole('button', { name });
  await expect.element(buttonOf('Ann', 'Decline')).toBeVisible();
  (buttonOf('Ann', 'Decline').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(buttonOf('Bo', 'Decline')).toHaveFocus();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(buttonOf('Cid', 'Accept')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});
