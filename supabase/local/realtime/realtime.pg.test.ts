import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());

interface Heard {
  readonly type: string;
  readonly user: unknown;
  readonly zaps: unknown;
}

/** Subscribes to balances; `next` waits for the first change to this many ZAPs. */
async function listen({ client }: TestUser, filter?: string) {
  const heard: Heard[] = [];
  const waiting = new Map<unknown, (one: Heard) => void>();
  const channel = client.channel('zap-economy-v3');
  await new Promise<void>((done, fail) => {
    channel
      .on<Record<string, unknown>>(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'user_balances', ...(filter ? { filter } : {}) },
        (payload) => {
          const one = { type: payload.eventType, user: payload.new['user_id'], zaps: payload.new['zaps'] };
          heard.push(one);
          waiting.get(one.zaps)?.(one);
        },
      )
      .subscribe((status, error) => (status === 'SUBSCRIBED' ? done() : fail(error ?? new Error(status))));
  });
  return { heard, channel, next: (zaps: number) => new Promise<Heard>((done) => waiting.set(zaps, done)) };
}

/** A balance follows its ledger: the row that makes it so many. */
const setZaps = (id: string, zaps: number) =>
  test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
           select user_id, 'zap', ${zaps} - zaps, current_date from public.user_balances where user_id = ${id}`;

it('tells people of their own balance and never of another one', async () => {
  const [one, two] = [await test.createUser(), await test.createUser()];
  const [first, second] = [await listen(one), await listen(two)];
  const [toFirst, toSecond] = [first.next(5), second.next(7)];
  await setZaps(two.id, 7);
  await setZaps(one.id, 5);
  await Promise.all([toFirst, toSecond]);
  expect(first.heard).toEqual([{ type: 'UPDATE', user: one.id, zaps: 5 }]);
  expect(second.heard).toEqual([{ type: 'UPDATE', user: two.id, zaps: 7 }]);
});

it('sends what fits the filter, in the order of the commits', async () => {
  const user = await test.createUser();
  const all = await listen(user, 'zaps=gte.10');
  const last = all.next(30);
  for (const zaps of [9, 10, 3, 30]) await setZaps(user.id, zaps);
  await last;
  expect(all.heard.map(({ zaps }) => zaps)).toEqual([10, 30]);
});

it('sends nothing any more after leaving', async () => {
  const [user, witness] = [await test.createUser(), await test.createUser()];
  const left = await listen(user);
  const stays = await listen(witness);
  expect(await left.channel.unsubscribe()).toBe('ok');
  const seen = stays.next(2);
  await setZaps(user.id, 1);
  await setZaps(witness.id, 2);
  await seen;
  expect(left.heard).toEqual([]);
});

it('lets nobody listen without a key', async () => {
  const socket = new WebSocket(`${test.stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=wrong&vsn=1.0.0`);
  const status = await new Promise((done) => socket.on('unexpected-response', (_req, res) => done(res.statusCode)));
  expect(status).toBe(401);
});

it('speaks version 1.0.0 of the protocol as well', async () => {
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
