import { Profiler } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type {
  ConnectionView,
  ConversationView,
  MessageView,
  PendingAction,
  PersonState,
  Scope,
} from '../../sync/client.ts';
import { scriptedQueue, renderFor, expectAnnounced, meWith, restingStatus } from '../testing/scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { dismissToast, toasts } from '../engine/toast.ts';
import { MessagesDialog } from './messages-dialog.tsx';
import { waitFor } from '../../tests/support/wait-for.ts';

afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
});

const at = new Date(2027, 0, 10, 12).toISOString();
const message = (senderId: string, change: Partial<MessageView> = {}): MessageView => ({
  id: `m-${senderId}`,
  senderId,
  content: `words of ${senderId}`,
  createdAt: at,
  isRead: true,
  state: 'sent',
  actionId: null,
  error: null,
  ...change,
});
const connected = (partnerId: string, artistName: string | null): ConnectionView => ({
  partnerId,
  partner: artistName === null ? null : { id: partnerId, artistName, avatarSrc: null },
  status: 'accepted',
  direction: 'sent',
  isPending: false,
  updatedAt: at,
});

function openDevice({
  conversations = [],
  connections = [],
  earned = 60,
  isFilled = true,
  person = { kind: 'unknown', failure: null },
}: {
  conversations?: readonly ConversationView[];
  connections?: readonly ConnectionView[];
  earned?: number;
  isFilled?: boolean;
  person?: PersonState;
} = {}) {
  const texts = new Map<string, string>();
  const resting = restingStatus('offline');
  const status = createLive(resting);
  const syncNow = vi.fn(() => status.set({ ...resting, work: { kind: 'working', since: 0 } }));
  const enqueue = vi.fn<(kind: string, payload: object) => Promise<string>>(() => Promise.resolve('action'));
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    isFilled: createLive(isFilled),
    opening: createLive({ kind: 'open' }),
    status,
    syncNow,
    me: createLive(meWith(earned)),
    conversations: createLive(conversations),
    connections: createLive(connections),
    conversation: (partnerId) => ({
      ...createLive(
        conversations.filter((conversation) => conversation.partnerId === partnerId).map(({ last }) => last),
      ),
      older: createLive('none'),
    }),
    person: () => createLive(person),
    pending: createLive([]),
    onOutcome: () => undefined,
    enqueue,
    remote: () => new Promise(() => undefined),
    device: {
      get: async () => undefined,
      put: async () => undefined,
      text: (key) => texts.get(key) ?? null,
      setText: (key, text) => texts.set(key, text) === texts,
    },
  };
  return { scopeParts, enqueue, texts, syncNow, failSync: () => status.set({ ...resting }) };
}

const noop = () => undefined;
const openMessages = (scopeParts: Partial<Scope>, partnerId: string | null = null) =>
  renderFor(scopeParts, <MessagesDialog partnerId={partnerId} isPlaying={false} onPlay={noop} onClose={noop} />);
const row = (name: string | RegExp) => page.getByRole('list', { name: 'Conversations' }).getByRole('button', { name });

function withRateLimitedMessage() {
  const own = message('me', { id: '3', state: 'waiting', actionId: 'a' });
  const { scopeParts } = openDevice({
    conversations: [{ partnerId: 'ann', last: own, unread: 0 }],
    connections: [connected('ann', 'Ann')],
  });
  const state = {
    kind: 'retrying',
    failures: { all: 0, alone: 0 },
    next_at: new Date(2027, 0, 1, 14, 5).getTime(),
    why: { code: 'too_fast', message: 'Too fast. Please wait a while and try again.' },
  } as const;
  const pending = createLive<readonly PendingAction[]>([
    { id: 'a', kind: 'message.send', payload: {}, state, createdAt: 0, isEditable: false },
  ]);
  return { ...scopeParts, pending, status: createLive(restingStatus('online')) };
}

describe('the messages', () => {
  it('name a conversation by its partner, or by a placeholder if the partner has left or is not loaded yet', async () => {
    const conversations = ['gone', 'new', 'ann'].map((id) => ({ partnerId: id, last: message(id), unread: 0 }));
    const { scopeParts } = openDevice({
      conversations,
      connections: [connected('gone', null), connected('ann', 'Ann')],
    });
    await openMessages(scopeParts);
    await expect.element(row(/^Unknown User/)).toHaveTextContent('words of gone');
    await expect.element(row(/^Loading\.\.\./)).toHaveTextContent('words of new');
    await expect.element(row(/^Ann/)).toHaveTextContent('words of ann');
  });

  it('show in the list that the last message was refused, or a draft in its place, and the unread count', async () => {
    const conversations = [
      { partnerId: 'ann', last: message('me', { id: '1', state: 'failed' }), unread: 0 },
      { partnerId: 'bob', last: message('me', { id: '2' }), unread: 0 },
      { partnerId: 'cem', last: message('me', { id: '3', state: 'waiting' }), unread: 0 },
      { partnerId: 'dag', last: message('me', { id: '4' }), unread: 12 },
    ];
    const names = ['Ann', 'Bob', 'Cem', 'Dag'];
    const { scopeParts, texts, enqueue } = openDevice({
      conversations,
      connections: conversations.map(({ partnerId }, n) => connected(partnerId, names[n] ?? '')),
    });
    texts.set('draft-bob', 'half a sentence');
    await openMessages(scopeParts);
    await expect.element(row(/Ann/)).toHaveTextContent('Not sent:words of me');
    await expect.element(row(/Bob/)).toHaveTextContent('Draft:half a sentence');
    await expect.element(row(/Cem/)).toHaveTextContent('You: words of me');
    await expect.element(row(/Dag/)).toHaveTextContent('9+');
    // Opening the dialog marks all as read; the row keeps its count (S-27).
    expect(enqueue.mock.calls).toEqual([['messages.read', { partner_id: null, read_to: at }, undefined]]);
  });

  it('list the connections if there is no conversation yet', async () => {
    const { scopeParts } = openDevice({
      connections: [connected('ann', 'Ann'), { ...connected('bob', 'Bob'), status: 'pending' }],
    });
    await openMessages(scopeParts);
    await expect.element(page.getByText('No conversations yet', { exact: true })).toBeVisible();
    expect(page.getByText(/Connect with other artists/).elements()).toEqual([]);
    const people = page.getByRole('list', { name: 'My Connections' }).getByRole('button');
    expect(people.elements()).toHaveLength(1);
    await people.click();
    await expect.element(page.getByRole('region', { name: 'Messages with Ann' })).toBeVisible();
  });

  it('show the specified text if there is nobody to write to', async () => {
    await openMessages(openDevice().scopeParts);
    const text = 'No conversations yet. Connect with other artists to start messaging!';
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('do not rerender at changes of the sync status and the queue', async () => {
    const conversations = [{ partnerId: 'ann', last: message('ann'), unread: 0 }];
    const { scopeParts, syncNow, failSync } = openDevice({ conversations, connections: [connected('ann', 'Ann')] });
    const pending = createLive<readonly PendingAction[]>([]);
    const onRender = vi.fn();
    await renderFor(
      { ...scopeParts, pending },
      <Profiler id="messages" onRender={onRender}>
        <MessagesDialog partnerId="ann" isPlaying={false} onPlay={noop} onClose={noop} />
      </Profiler>,
    );
    await expect.element(page.getByText('words of ann').last()).toBeVisible();
    onRender.mockClear();
    const state = { kind: 'queued' } as const;
    flushSync(syncNow);
    flushSync(failSync);
    flushSync(() =>
      pending.set([{ id: 'a', kind: 'messages.read', payload: {}, state, createdAt: 0, isEditable: false }]),
    );
    expect(onRender).not.toHaveBeenCalled();
  });

  it('show the server’s rate limit, and when they can be sent again', async () => {
    await openMessages(withRateLimitedMessage(), 'ann');
    await expect.element(page.getByText('The server takes only so many an hour. This goes on at 14:05.')).toBeVisible();
  });

  it('show the server’s rate limit in the conversation list too', async () => {
    await openMessages(withRateLimitedMessage());
    await expect.element(page.getByText('Goes on at 14:05')).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: 'The server takes only so many an hour. This goes on at 14:05.' }))
      .toBeInTheDocument();
    await expect.element(page.getByText('Waiting to send')).not.toBeInTheDocument();
  });

  it('show one toast after three failed attempts to load them, and offer a retry', async () => {
    const { scopeParts, syncNow, failSync } = openDevice({ isFilled: false });
    await openMessages(scopeParts, 'ann');
    for (const tries of [1, 2, 3]) {
      await waitFor(() => expect(syncNow.mock.calls.length).toBeGreaterThanOrEqual(tries));
      failSync();
    }
    const thread = page.getByRole('region', { name: 'Messages with Loading...' });
    await expect.element(thread.getByText('⚠️ Failed to load messages')).toBeVisible();
    await expect.element(thread.getByText('Unable to load conversation after multiple attempts.')).toBeVisible();
    const titles = toasts.get().map(({ title }) => title);
    expect(titles.filter((title) => title === 'Failed to load conversation')).toHaveLength(1);
    const before = syncNow.mock.calls.length;
    await thread.getByRole('button', { name: 'Tap to retry' }).click();
    expect(syncNow.mock.calls.length).toBe(before + 1);
    await expect.element(thread.getByText('⚠️ Failed to load messages')).not.toBeInTheDocument();
  });

  it('are read-only below level 2', async () => {
    const { scopeParts } = openDevice({
      conversations: [{ partnerId: 'ann', last: message('ann'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
      earned: 13,
    });
    await openMessages(scopeParts, 'ann');
    await expect.element(page.getByText('Unlock at Level 2 by earning zaps from listening.')).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });

  it('are sent by Enter, trimmed and with their line breaks, and return to the field if the device cannot store them', async () => {
    const { scopeParts, enqueue, texts } = openDevice({
      conversations: [{ partnerId: 'bob', last: message('bob'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    await openMessages(scopeParts, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    await field.fill(' one');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}two{Enter}');
    await expect.element(field).toHaveValue('');
    expect(enqueue.mock.calls.at(-1)?.slice(0, 2)).toEqual([
      'message.send',
      { message_id: expect.any(String), partner_id: 'ann', content: 'one\ntwo' },
    ]);
    expect(texts.get('draft-ann')).toBe('');

    enqueue.mockRejectedValueOnce(new Error('no room'));
    await field.fill('three');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('three');
  });

  it('are not sent by Enter in an input method or on an on-screen keyboard', async () => {
    const { scopeParts, enqueue } = openDevice({ connections: [connected('ann', 'Ann')] });
    const touchPointer = vi.spyOn(MediaQueryList.prototype, 'matches', 'get').mockImplementation(function (
      this: MediaQueryList,
    ) {
      return this.media === '(pointer: coarse)';
    });
    const sent = () => enqueue.mock.calls.flatMap(([, payload]) => ('content' in payload ? payload.content : []));
    await openMessages(scopeParts, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    await field.fill('one');
    await userEvent.keyboard('{Enter}two');
    await expect.element(field).toHaveValue('one\ntwo');
    await expect.element(field).toHaveAttribute('enterkeyhint', 'enter');
    expect(sent()).toEqual([]);
    // The app takes End for a sign of a hardware keyboard, so Enter now sends.
    await userEvent.keyboard('{End}');
    touchPointer.mockRestore();
    // Chrome and Firefox set `isComposing`, Safari sets `keyCode`.
    for (const imeKey of [{ isComposing: true }, { keyCode: 229 }])
      field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...imeKey }));
    expect(sent()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toEqual(['one\ntwo']);
    await expect.element(field).toHaveAttribute('enterkeyhint', 'send');
  });

  it('leave the field at once, are queued one by one in order, and return if the device cannot store them', async () => {
    const { scopeParts, enqueue } = openDevice({
      conversations: [{ partnerId: 'bob', last: message('bob'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const calls: { resolve: (id: string) => void; reject: (error: Error) => void }[] = [];
    enqueue.mockImplementation((kind) => {
      if (kind !== 'message.send') return Promise.resolve('action');
      return new Promise((resolve, reject) => calls.push({ resolve, reject }));
    });
    const queued = () => enqueue.mock.calls.flatMap(([, payload]) => ('content' in payload ? payload.content : []));
    await openMessages(scopeParts, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    for (const text of ['one', 'two', 'three']) {
      await field.fill(text);
      await userEvent.keyboard('{Enter}{Enter}');
      await expect.element(field).toHaveValue('');
    }
    expect(toasts.get()).toEqual([]);
    await field.fill('four');
    expect(queued()).toEqual(['one']);
    calls[0]?.resolve('action');
    await waitFor(() => expect(queued()).toEqual(['one', 'two']));
    calls[1]?.reject(new Error('no room'));
    await expect.element(field).toHaveValue('two\nthree\nfour');
    expect(queued()).toEqual(['one', 'two']);
  });

  it('show the server’s reason if it refuses them, and return to the field unless the field has other text', async () => {
    const { scopeParts } = openDevice({
      conversations: [{ partnerId: 'ann', last: message('ann'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const queue = scriptedQueue();
    const discard = vi.fn(() => Promise.resolve(true));
    await openMessages({ ...scopeParts, ...queue.scopeParts, discard }, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    await field.fill('hello');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('');
    await queue.refuse('Ann is away.');
    await expectAnnounced('Failed to send message', 'Ann is away.');
    await expect.element(field).toHaveValue('hello');
    expect(discard).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('');
    await field.fill('another');
    await queue.refuse('', 'not_connected');
    await expectAnnounced('You can only message your connections');
    await expect.element(field).toHaveValue('another');
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('show one toast and offer a retry if the list cannot be loaded', async () => {
    const { scopeParts, syncNow, failSync } = openDevice({ isFilled: false });
    await openMessages(scopeParts);
    for (const tries of [1, 2, 3]) {
      await waitFor(() => expect(syncNow.mock.calls.length).toBeGreaterThanOrEqual(tries));
      failSync();
    }
    await expect.element(page.getByRole('button', { name: 'Tap to retry' })).toBeVisible();
    const titles = toasts.get().map(({ title }) => title);
    expect(titles.filter((title) => title === 'Failed to load conversations')).toHaveLength(1);
  });

  it('show that they wait while the server fails to answer', async () => {
    const waiting = message('me', { id: '1', state: 'waiting', actionId: 'a' });
    const { scopeParts } = openDevice({
      conversations: [{ partnerId: 'ann', last: waiting, unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const sent = { kind: 'message.send', payload: { partner_id: 'ann' }, createdAt: 0, isEditable: false } as const;
    const own: PendingAction = { ...sent, id: 'a', state: { kind: 'queued' } };
    const failed = { kind: 'in_flight', failures: { all: 1, alone: 0 } } as const;
    const toOther: PendingAction = { ...sent, id: 'b', payload: { partner_id: 'bob' }, state: failed };
    const pending = createLive<readonly PendingAction[]>([toOther, own, { ...sent, id: 'c', state: failed }]);
    await openMessages({ ...scopeParts, pending, status: createLive(restingStatus('online')) }, 'ann');
    const thread = page.getByRole('region', { name: 'Messages with Ann' });
    await expect.element(thread.getByText('Sending...')).toBeVisible();
    pending.set([{ ...sent, id: 'earlier', state: failed }, own]);
    await expect.element(thread.getByText('Waiting to send')).toBeVisible();
    pending.set([own]);
    await expect.element(thread.getByText('Sending...')).toBeVisible();
    pending.set([{ ...own, state: failed }]);
    await expect.element(thread.getByText('Waiting to send')).toBeVisible();
  });

  it('show whether they are being sent or wait for the network', async () => {
    const waiting = message('me', { id: '1', state: 'waiting' });
    const { scopeParts } = openDevice({
      conversations: [{ partnerId: 'ann', last: waiting, unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const status = createLive(restingStatus('online'));
    await openMessages({ ...scopeParts, status }, 'ann');
    const thread = page.getByRole('region', { name: 'Messages with Ann' });
    await expect.element(thread.getByText('Sending...')).toBeVisible();
    status.set(restingStatus('offline'));
    await expect.element(thread.getByText('Waiting to send')).toBeVisible();
    await expect.element(thread.getByText('Sending...')).not.toBeInTheDocument();
  });
});
