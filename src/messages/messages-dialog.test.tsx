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
import { answeredQueue, drawFor, expectSaid, meWith, restingStatus } from '../testing/scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { dismissToast, toasts } from '../engine/toast.ts';
import { MessagesDialog } from './messages-dialog.tsx';

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

/** A device of the person 'me', who earned so much. */
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
  const doors: Partial<Scope> = {
    userId: 'me',
    isFilled: createLive(isFilled),
    opening: createLive({ kind: 'open' }),
    status,
    syncNow,
    me: createLive(meWith(earned)),
    conversations: createLive(conversations),
    connections: createLive(connections),
    conversation: (partnerId) => ({
      ...createLive(conversations.filter((each) => each.partnerId === partnerId).map(({ last }) => last)),
      hasOlder: createLive(false),
      older: () => undefined,
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
  return { doors, enqueue, texts, syncNow, failTry: () => status.set({ ...resting }) };
}

const show = (doors: Partial<Scope>, partnerId: string | null = null) =>
  drawFor(
    doors,
    <MessagesDialog partnerId={partnerId} isPlaying={false} more={() => null} onClose={() => undefined} />,
  );
const row = (name: string | RegExp) => page.getByRole('list', { name: 'Conversations' }).getByRole('button', { name });

/** A device whose message waits for the pace of the server. */
function withTooFast() {
  const own = message('me', { id: '3', state: 'waiting', actionId: 'a' });
  const { doors } = openDevice({
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
  return { ...doors, pending, status: createLive(restingStatus('online')) };
}

describe('the messages', () => {
  it('say what a conversation is called whose other one has left, is unknown so far, or has a name', async () => {
    const conversations = ['gone', 'new', 'ann'].map((id) => ({ partnerId: id, last: message(id), unread: 0 }));
    const { doors } = openDevice({ conversations, connections: [connected('gone', null), connected('ann', 'Ann')] });
    await show(doors);
    await expect.element(row(/^Unknown User/)).toHaveTextContent('words of gone');
    await expect.element(row(/^Loading\.\.\./)).toHaveTextContent('words of new');
    await expect.element(row(/^Ann/)).toHaveTextContent('words of ann');
  });

  it('show what was refused, what is being written and what waits in place of the last words', async () => {
    const conversations = [
      { partnerId: 'ann', last: message('me', { id: '1', state: 'failed' }), unread: 0 },
      { partnerId: 'bob', last: message('me', { id: '2' }), unread: 0 },
      { partnerId: 'cem', last: message('me', { id: '3', state: 'waiting' }), unread: 0 },
      { partnerId: 'dag', last: message('me', { id: '4' }), unread: 12 },
    ];
    const names = ['Ann', 'Bob', 'Cem', 'Dag'];
    const { doors, texts, enqueue } = openDevice({
      conversations,
      connections: conversations.map(({ partnerId }, n) => connected(partnerId, names[n] ?? '')),
    });
    texts.set('draft-bob', 'half a sentence');
    await show(doors);
    await expect.element(row(/Ann/)).toHaveTextContent('Not sent:words of me');
    await expect.element(row(/Bob/)).toHaveTextContent('Draft:half a sentence');
    await expect.element(row(/Cem/)).toHaveTextContent('You: words of me');
    await expect.element(row(/Dag/)).toHaveTextContent('9+');
    // All are read as the dialog opens; the row keeps its count (S-27).
    expect(enqueue.mock.calls).toEqual([['messages.read', { partner_id: null, read_to: at }, undefined]]);
  });

  it('offer whoever has connections and no conversation to write to one of them', async () => {
    const { doors } = openDevice({
      connections: [connected('ann', 'Ann'), { ...connected('bob', 'Bob'), status: 'pending' }],
    });
    await show(doors);
    await expect.element(page.getByText('No conversations yet', { exact: true })).toBeVisible();
    expect(page.getByText(/Connect with other artists/).elements()).toEqual([]);
    const people = page.getByRole('list', { name: 'My Connections' }).getByRole('button');
    expect(people.elements()).toHaveLength(1);
    await people.click();
    await expect.element(page.getByRole('region', { name: 'Messages with Ann' })).toBeVisible();
  });

  it('say with the specification that there is nobody to write to', async () => {
    await show(openDevice().doors);
    const words = 'No conversations yet. Connect with other artists to start messaging!';
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('are not drawn anew by what the sync and the queue do', async () => {
    const conversations = [{ partnerId: 'ann', last: message('ann'), unread: 0 }];
    const { doors, syncNow, failTry } = openDevice({ conversations, connections: [connected('ann', 'Ann')] });
    const pending = createLive<readonly PendingAction[]>([]);
    const drawn = vi.fn();
    const noMore = () => null;
    await drawFor(
      { ...doors, pending },
      <Profiler id="messages" onRender={drawn}>
        <MessagesDialog partnerId="ann" isPlaying={false} more={noMore} onClose={noMore} />
      </Profiler>,
    );
    await expect.element(page.getByText('words of ann').last()).toBeVisible();
    drawn.mockClear();
    const state = { kind: 'queued' } as const;
    flushSync(syncNow);
    flushSync(failTry);
    flushSync(() =>
      pending.set([{ id: 'a', kind: 'messages.read', payload: {}, state, createdAt: 0, isEditable: false }]),
    );
    expect(drawn).not.toHaveBeenCalled();
  });

  it('that come faster than the pace of the server say so, and when they go on', async () => {
    await show(withTooFast(), 'ann');
    await expect.element(page.getByText('The server takes only so many an hour. This goes on at 14:05.')).toBeVisible();
  });

  it('that come faster than the pace of the server say so in the list of conversations too', async () => {
    await show(withTooFast());
    await expect.element(page.getByText('Goes on at 14:05')).toBeVisible();
    await expect
      .element(page.getByRole('img', { name: 'The server takes only so many an hour. This goes on at 14:05.' }))
      .toBeInTheDocument();
    await expect.element(page.getByText('Waiting to send')).not.toBeInTheDocument();
  });

  it('that cannot be loaded say so, three times at most and not every time, and are asked for again', async () => {
    const { doors, syncNow, failTry } = openDevice({ isFilled: false });
    await show(doors, 'ann');
    for (const tries of [1, 2, 3]) {
      await vi.waitFor(() => expect(syncNow.mock.calls.length).toBeGreaterThanOrEqual(tries), { timeout: 5000 });
      failTry();
    }
    const thread = page.getByRole('region', { name: 'Messages with Loading...' });
    await expect.element(thread.getByText('⚠️ Failed to load messages')).toBeVisible();
    await expect.element(thread.getByText('Unable to load conversation after multiple attempts.')).toBeVisible();
    const said = toasts.get().map(({ title }) => title);
    expect(said.filter((title) => title === 'Failed to load conversation')).toHaveLength(1);
    const before = syncNow.mock.calls.length;
    await thread.getByRole('button', { name: 'Tap to retry' }).click();
    expect(syncNow.mock.calls.length).toBe(before + 1);
    await expect.element(thread.getByText('⚠️ Failed to load messages')).not.toBeInTheDocument();
  });

  it('are read but not written below level 2', async () => {
    const { doors } = openDevice({
      conversations: [{ partnerId: 'ann', last: message('ann'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
      earned: 13,
    });
    await show(doors, 'ann');
    await expect.element(page.getByText('Unlock at Level 2 by earning zaps from listening.')).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });

  it('are sent by Enter as they were typed, and stay in the field when the device cannot keep them', async () => {
    const { doors, enqueue, texts } = openDevice({
      conversations: [{ partnerId: 'bob', last: message('bob'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    await show(doors, 'ann');
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

  it('are not sent by the Enter that an input method has, and by a phone’s keyboard only where it is one of its own', async () => {
    const { doors, enqueue } = openDevice({ connections: [connected('ann', 'Ann')] });
    const finger = vi.spyOn(MediaQueryList.prototype, 'matches', 'get').mockImplementation(function (
      this: MediaQueryList,
    ) {
      return this.media === '(pointer: coarse)';
    });
    const sent = () => enqueue.mock.calls.flatMap(([, payload]) => ('content' in payload ? payload.content : []));
    await show(doors, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    await field.fill('one');
    await userEvent.keyboard('{Enter}two');
    await expect.element(field).toHaveValue('one\ntwo');
    await expect.element(field).toHaveAttribute('enterkeyhint', 'enter');
    expect(sent()).toEqual([]);
    // No on-screen keyboard has it.
    await userEvent.keyboard('{End}');
    finger.mockRestore();
    // As Chrome and Firefox, and as Safari send it.
    for (const how of [{ isComposing: true }, { keyCode: 229 }])
      field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...how }));
    expect(sent()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toEqual(['one\ntwo']);
    await expect.element(field).toHaveAttribute('enterkeyhint', 'send');
  });

  it('leave the field at once however slow the device is, one by one and in order; what it cannot keep comes back', async () => {
    const { doors, enqueue } = openDevice({
      conversations: [{ partnerId: 'bob', last: message('bob'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const answers: { resolve: (id: string) => void; reject: (error: Error) => void }[] = [];
    enqueue.mockImplementation((kind) => {
      if (kind !== 'message.send') return Promise.resolve('action');
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    });
    const asked = () => enqueue.mock.calls.flatMap(([, payload]) => ('content' in payload ? payload.content : []));
    await show(doors, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    for (const words of ['one', 'two', 'three']) {
      await field.fill(words);
      await userEvent.keyboard('{Enter}{Enter}');
      await expect.element(field).toHaveValue('');
    }
    expect(toasts.get()).toEqual([]);
    await field.fill('four');
    expect(asked()).toEqual(['one']);
    answers[0]?.resolve('action');
    await vi.waitFor(() => expect(asked()).toEqual(['one', 'two']));
    answers[1]?.reject(new Error('no room'));
    await expect.element(field).toHaveValue('two\nthree\nfour');
    expect(asked()).toEqual(['one', 'two']);
  });

  it('that the server refuses are said not to be sent, in its words, and are in the field again unless it holds another', async () => {
    const { doors } = openDevice({
      conversations: [{ partnerId: 'ann', last: message('ann'), unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const queue = answeredQueue();
    const discard = vi.fn(() => Promise.resolve());
    await show({ ...doors, ...queue.doors, discard }, 'ann');
    const field = page.getByRole('textbox', { name: 'Type a message...' });
    await field.fill('hello');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('');
    await queue.refuse('Ann is away.');
    await expectSaid('Failed to send message', 'Ann is away.');
    await expect.element(field).toHaveValue('hello');
    expect(discard).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('');
    await field.fill('another');
    await queue.refuse('', 'not_connected');
    await expectSaid('You can only message your connections');
    await expect.element(field).toHaveValue('another');
    expect(discard).toHaveBeenCalledTimes(1);
  });

  it('whose list cannot be loaded say so, and are asked for again by a tap', async () => {
    const { doors, syncNow, failTry } = openDevice({ isFilled: false });
    await show(doors);
    for (const tries of [1, 2, 3]) {
      await vi.waitFor(() => expect(syncNow.mock.calls.length).toBeGreaterThanOrEqual(tries), { timeout: 5000 });
      failTry();
    }
    await expect.element(page.getByRole('button', { name: 'Tap to retry' })).toBeVisible();
    const said = toasts.get().map(({ title }) => title);
    expect(said.filter((title) => title === 'Failed to load conversations')).toHaveLength(1);
  });

  it('on their way say so, and those that wait for a network say that', async () => {
    const waiting = message('me', { id: '1', state: 'waiting' });
    const { doors } = openDevice({
      conversations: [{ partnerId: 'ann', last: waiting, unread: 0 }],
      connections: [connected('ann', 'Ann')],
    });
    const status = createLive(restingStatus('online'));
    await show({ ...doors, status }, 'ann');
    const thread = page.getByRole('region', { name: 'Messages with Ann' });
    await expect.element(thread.getByText('Sending...')).toBeVisible();
    status.set(restingStatus('offline'));
    await expect.element(thread.getByText('Waiting to send')).toBeVisible();
    await expect.element(thread.getByText('Sending...')).not.toBeInTheDocument();
  });
});
