import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());

interface ReceivedChange {
  readonly type: string;
  readonly user: unknown;
  readonly zaps: unknown;
}

async function listen({ client }: TestUser, filter?: string) {
  const received: ReceivedChange[] = [];
  const waiting = new Map<unknown, (change: ReceivedChange) => void>();
  const channel = client.channel('zap-economy-v3');
  await new Promise<void>((done, fail) => {
    channel
      .on<Record<string, unknown>>(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'user_balances', ...(filter ? { filter } : {}) },
        (payload) => {
          const change = { type: payload.eventType, user: payload.new['user_id'], zaps: payload.new['zaps'] };
          received.push(change);
          waiting.get(change.zaps)?.(change);
        },
      )
      .subscribe((status, error) => (status === 'SUBSCRIBED' ? done() : fail(error ?? new Error(status))));
  });
  return { received, channel, next: (zaps: number) => new Promise<ReceivedChange>((done) => waiting.set(zaps, done)) };
}

const setZaps = (id: string, zaps: number) =>
  test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
           select user_id, 'zap', ${zaps} - zaps, current_date from public.user_balances where user_id = ${id}`;

it("sends people their own balance and never another person's", async () => {
  const [ann, ben] = [await test.createUser(), await test.createUser()];
  const [first, second] = [await listen(ann), await listen(ben)];
  const [toFirst, toSecond] = [first.next(5), second.next(7)];
  await setZaps(ben.id, 7);
  await setZaps(ann.id, 5);
  await Promise.all([toFirst, toSecond]);
  expect(first.received).toEqual([{ type: 'UPDATE', user: ann.id, zaps: 5 }]);
  expect(second.received).toEqual([{ type: 'UPDATE', user: ben.id, zaps: 7 }]);
});

it('sends changes that match the filter, in commit order', async () => {
  const user = await test.createUser();
  const all = await listen(user, 'zaps=gte.10');
  const last = all.next(30);
  for (const zaps of [9, 10, 3, 30]) await setZaps(user.id, zaps);
  await last;
  expect(all.received.map(({ zaps }) => zaps)).toEqual([10, 30]);
});

it('sends nothing to a client that left its channel', async () => {
  const [user, witness] = [await test.createUser(), await test.createUser()];
  const leaver = await listen(user);
  const stays = await listen(witness);
  expect(await leaver.channel.unsubscribe()).toBe('ok');
  const witnessed = stays.next(2);
  await setZaps(user.id, 1);
  await setZaps(witness.id, 2);
  await witnessed;
  expect(leaver.received).toEqual([]);
});

it('refuses a connection without a valid key', async () => {
  const socket = new WebSocket(`${test.stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=wrong&vsn=1.0.0`);
  const status = await new Promise((done) => socket.on('unexpected-response', (_req, res) => done(res.statusCode)));
  expect(status).toBe(401);
});

it('supports version 1.0.0 of the protocol as well', async () => {
  const user = await test.createUser();
  const socket = new WebSocket(
    `${test.stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${test.stack.keys.publishableKey}&vsn=1.0.0`,
  );
  const messages: Record<string, unknown>[] = [];
  const until = (event: string) =>
    new Promise<Record<string, unknown>>((done) =>
      socket.on('message', (data: Buffer) => {
        const message: Record<string, unknown> = JSON.parse(data.toString());
        messages.push(message);
        if (message['event'] === event) done(message);
      }),
    );
  await new Promise((done) => socket.once('open', done));
  const system = until('system');
  const config = { postgres_changes: [{ event: 'UPDATE', schema: 'public', table: 'user_balances' }] };
  socket.send(
    JSON.stringify({
      topic: 'realtime:x',
      event: 'phx_join',
      payload: { access_token: user.token, config },
      ref: '1',
      join_ref: '1',
    }),
  );
  expect(await system).toMatchObject({
    topic: 'realtime:x',
    payload: { status: 'ok', extension: 'postgres_changes', channel: 'x' },
  });
  const change = until('postgres_changes');
  await setZaps(user.id, 4);
  expect(await change).toMatchObject({
    topic: 'realtime:x',
    payload: { data: { type: 'UPDATE', table: 'user_balances', record: { user_id: user.id, zaps: 4 } } },
  });
  socket.close();
});

async function befriend(user: TestUser, friend: TestUser) {
  for (const { id } of [user, friend]) {
    await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                   values (${id}, 'zap', 14, '2026-01-05')`;
  }
  await test.sql`insert into public.connections (user_id, connection_id, status) values (${user.id}, ${friend.id}, 'accepted')`;
}

async function openListener({ client }: TestUser, topic: string, tables: Readonly<Record<string, string | null>>) {
  const received: Record<string, unknown>[] = [];
  const waiting: { readonly fits: (row: Record<string, unknown>) => boolean; readonly done: () => void }[] = [];
  const channel = client.channel(topic);
  for (const [table, filter] of Object.entries(tables)) {
    channel.on<Record<string, unknown>>(
      'postgres_changes',
      { event: '*', schema: 'public', table, ...(filter === null ? {} : { filter }) },
      ({ eventType, new: row }) => {
        const change = { ...row, table, event: eventType };
        received.push(change);
        for (const { fits, done } of waiting) if (fits(change)) done();
      },
    );
  }
  await new Promise<void>((done, fail) => {
    channel.subscribe((status, error) => (status === 'SUBSCRIBED' ? done() : fail(error ?? new Error(status))));
  });
  const until = (fits: (row: Record<string, unknown>) => boolean) =>
    new Promise<void>((done) => void waiting.push({ fits, done }));
  return { received, until };
}

it('sends a message only to its sender and receiver, whatever the filters of others', async () => {
  const [me, friend, other, spy] = await Promise.all([1, 2, 3, 4].map(() => test.createUser()));
  if (!me || !friend || !other || !spy) throw new Error('Four people are needed');
  await befriend(me, friend);
  await befriend(me, other);
  const inbox = await openListener(me, 'messages', { messages: `receiver_id=eq.${me.id}` });
  const thread = await openListener(me, `messages-${friend.id}`, { messages: `sender_id=eq.${friend.id}` });
  const bySpy = await openListener(spy, 'messages', { messages: `receiver_id=eq.${me.id}`, connections: null });
  const allBySpy = await openListener(spy, 'everything', { messages: null, user_balances: null });
  const send = async ({ client, id }: TestUser, to: TestUser, content: string) => {
    const row = { sender_id: id, receiver_id: to.id, content };
    const { data, error } = await client.from('messages').insert(row).select().single();
    expect(error).toBe(null);
    return data;
  };
  const last = inbox.until((row) => row['content'] === 'from the other');
  const ofFriend = openListener(friend, 'mine', { messages: `sender_id=eq.${friend.id}` });
  const witness = allBySpy.until((row) => row['zaps'] === 77);
  const { id } = Object(await send(friend, me, 'from the friend'));
  const read = await me.client.from('messages').select('content, sender_profile').eq('id', id).single();
  expect(read).toMatchObject({
    error: null,
    data: { content: 'from the friend', sender_profile: { artist_name: expect.any(String), avatar_url: null } },
  });
  await send(me, friend, 'mine');
  await send(other, me, 'from the other');
  await last;
  const seenByFriend = (await ofFriend).until((row) => row['is_read'] === true);
  const { error } = await me.client.from('messages').update({ is_read: true }).match({ sender_id: friend.id });
  expect(error).toBe(null);
  await seenByFriend;
  await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 values (${spy.id}, 'zap', 77, '2026-01-05')`;
  await witness;

  const inserts = (rows: readonly Record<string, unknown>[]) =>
    rows.filter(({ event }) => event === 'INSERT').map(({ content }) => content);
  expect(inserts(inbox.received)).toEqual(['from the friend', 'from the other']);
  expect(inserts(thread.received)).toEqual(['from the friend']);
  expect(bySpy.received).toEqual([]);
  expect(allBySpy.received.map(({ table, zaps }) => ({ table, zaps }))).toEqual([{ table: 'user_balances', zaps: 77 }]);
});

it('sends a connection only to its two people', async () => {
  const [user, friend, spy] = [await test.createUser(), await test.createUser(), await test.createUser()];
  const ofFriend = await openListener(friend, 'connections', { connections: null });
  const bySpy = await openListener(spy, 'connections', { connections: null, user_balances: null });
  const [accepted, witness] = [
    ofFriend.until((row) => row['status'] === 'accepted'),
    bySpy.until(({ table }) => table === 'user_balances'),
  ];
  await befriend(user, friend);
  await accepted;
  await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 values (${spy.id}, 'zap', 1, '2026-01-05')`;
  await witness;
  expect(bySpy.received.filter(({ table }) => table === 'connections')).toEqual([]);
});

it("zap-economy-v3 sends a person their own actions, balance and statistics, and nobody else's", async () => {
  const [user, spy] = [await test.createUser(), await test.createUser()];
  const tables = (id: string) => ({
    zap_actions: `user_id=eq.${id}`,
    user_balances: `user_id=eq.${id}`,
    user_stats: `user_id=eq.${id}`,
  });
  const ofUser = await openListener(user, 'zap-economy-v3', tables(user.id));
  // The spy subscribes to the user's rows, and to its own rows to know when earlier changes have arrived.
  const bySpy = await openListener(spy, 'zap-economy-v3', tables(user.id));
  const ofSpy = await openListener(spy, 'own', tables(spy.id));
  const levelled = ofUser.until(({ table, fan_level }) => table === 'user_stats' && fan_level === 2);
  const witness = ofSpy.until(({ table, fan_level }) => table === 'user_stats' && fan_level === 2);
  for (const { id } of [user, spy]) {
    await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                   values (${id}, 'zap', 14, '2026-01-05')`;
  }
  await Promise.all([levelled, witness]);
  expect(new Set(ofUser.received.map(({ table }) => table))).toEqual(
    new Set(['zap_actions', 'user_balances', 'user_stats']),
  );
  expect(ofUser.received.every((row) => row['user_id'] === user.id)).toBe(true);
  expect(bySpy.received).toEqual([]);
});
