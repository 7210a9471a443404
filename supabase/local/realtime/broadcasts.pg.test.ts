import { createHmac } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';
import { startMessageSweep } from './sweep-messages.ts';

let test: TestStack;
let pool: postgres.Sql;
let member: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  pool = postgres(test.stack.keys.databaseUrl, { max: 4, onnotice: () => undefined });
  [member, stranger] = [await test.createUser(), await test.createUser()];
  await test.sql.unsafe(`
    create table public.club_members (club text, person_id uuid);
    alter table public.club_members enable row level security;
    create policy club_members_select on public.club_members for select to authenticated
      using (person_id = (select auth.uid()));
    grant select on public.club_members to authenticated;
    create policy messages_select_own on realtime.messages for select to authenticated
      using ((select realtime.topic()) = 'person:' || (select auth.uid()));
    create policy messages_select_club on realtime.messages for select to authenticated
      using (extension = 'broadcast' and exists (select 1 from public.club_members where club = topic));
    create policy messages_select_unless_closed on realtime.messages as restrictive for select
      using (topic <> 'person:' || (select auth.uid()) || ':closed');
  `);
  await test.sql`insert into public.club_members values ('club', ${member.id}), ('other club', ${stranger.id})`;
});
afterAll(async () => {
  await pool.end();
  await test.close();
});
afterEach(() => Promise.all([member, stranger].map(({ client }) => client.removeAllChannels())));

function hear(client: SupabaseClient, topic: string, { isPrivate = false } = {}) {
  const received: unknown[] = [];
  const states: string[] = [];
  const channel = client
    .channel(topic, { config: { private: isPrivate } })
    .on('broadcast', { event: '*' }, ({ event, payload: { id: _id, ...payload } }) => received.push([event, payload]))
    .subscribe((state, error) => states.push(error?.message ?? state));
  return { channel, received, states };
}

async function join(...args: Parameters<typeof hear>) {
  const heard = hear(...args);
  await expect.poll(() => heard.states).toEqual(['SUBSCRIBED']);
  return heard;
}

async function tryJoin(client: SupabaseClient, topic: string) {
  const { channel, states } = hear(client, topic, { isPrivate: true });
  await expect.poll(() => states.length).toBeGreaterThan(0);
  const first = [...states];
  await client.removeChannel(channel);
  return first;
}

interface Message {
  readonly topic: string;
  readonly event?: string;
  readonly payload?: postgres.JSONValue;
  readonly isPrivate?: boolean;
}
const send = ({ topic, event = 'news', payload = {}, isPrivate = false }: Message, sql: postgres.ISql = pool) =>
  sql`select realtime.send(${pool.json(payload)}, ${event}, ${topic}, ${isPrivate})`;

const unauthorized = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;

it('sends a private message only to channels that the policies allowed to join', async () => {
  const own = await join(member.client, `person:${member.id}`, { isPrivate: true });
  const club = await join(member.client, 'club', { isPrivate: true });
  for (const topic of [`person:${member.id}`, 'club', 'unknown'])
    expect(await tryJoin(stranger.client, topic)).toEqual([unauthorized(topic)]);
  expect(await tryJoin(member.client, `person:${member.id}:closed`)).toEqual([
    unauthorized(`person:${member.id}:closed`),
  ]);
  expect(await tryJoin(test.createClient(), 'club')).toEqual([unauthorized('club')]);
  const byOperator = await join(test.createAdmin(), 'club', { isPrivate: true });
  await send({ topic: 'club', payload: { at: 9 }, isPrivate: true });
  await send({ topic: `person:${member.id}`, event: 'hello', payload: { to: 'you' }, isPrivate: true });
  await expect.poll(() => own.received).toEqual([['hello', { to: 'you' }]]);
  expect(club.received).toEqual([['news', { at: 9 }]]);
  await expect.poll(() => byOperator.received).toEqual([['news', { at: 9 }]]);
});

it('refuses a private topic without the privilege to select, even if a policy allows it', async () => {
  await test.sql`revoke select on realtime.messages from authenticated`;
  try {
    expect(await tryJoin(member.client, 'club')).toEqual([unauthorized('club')]);
  } finally {
    await test.sql`grant select on realtime.messages to authenticated`;
  }
});

it('sends a public message to everybody on its topic, separate from private ones and from other topics', async () => {
  const [guest, inside] = [test.createClient(), await join(member.client, 'club', { isPrivate: true })];
  const [outside, elsewhere] = [await join(guest, 'club'), await join(guest, 'Club')];
  await send({ topic: 'club', event: 'inside', isPrivate: true });
  await send({ topic: 'club', event: 'outside' });
  await send({ topic: 'Club', event: 'elsewhere' });
  await send({ topic: 'club', event: 'inside again', isPrivate: true });
  await expect.poll(() => inside.received.length).toBe(2);
  await expect.poll(() => elsewhere.received).toEqual([['elsewhere', {}]]);
  expect(inside.received).toEqual([
    ['inside', {}],
    ['inside again', {}],
  ]);
  expect(outside.received).toEqual([['outside', {}]]);
});

async function openSocket(vsn: '1.0.0' | '2.0.0') {
  const { url, keys } = test.stack;
  const path = `/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=${vsn}`;
  const socket = new WebSocket(url.replace('http', 'ws') + path);
  const frames: unknown[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
  await new Promise((done) => socket.once('open', done));
  const push = (event: string, payload: unknown = {}) => {
    const [topic, ref] = ['realtime:club', event];
    const frame = vsn === '1.0.0' ? { topic, event, payload, ref, join_ref: ref } : [ref, ref, topic, event, payload];
    socket.send(JSON.stringify(frame));
  };
  return { socket, frames, push };
}

it('sends frames as hosted Supabase does, in both versions of the protocol', async () => {
  for (const vsn of ['1.0.0', '2.0.0'] as const) {
    const { socket, frames, push } = await openSocket(vsn);
    push('phx_join');
    await expect.poll(() => frames.length).toBe(1);
    await send({ topic: 'club', event: 'say "hi"', payload: { id: 'mine', big: 1, words: ['ü'] } });
    await expect.poll(() => frames.length).toBe(2);
    const payload = {
      type: 'broadcast',
      event: 'say "hi"',
      payload: { id: 'mine', big: 1, words: ['ü'] },
      meta: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    };
    expect(frames[1]).toEqual(
      vsn === '1.0.0'
        ? { topic: 'realtime:club', event: 'broadcast', payload, ref: null, join_ref: null }
        : [null, null, 'realtime:club', 'broadcast', payload],
    );
    socket.close();
  }
});

it('does not send a message whose transaction is rolled back', async () => {
  const guest = await join(test.createClient(), 'news');
  const rolledBack = pool.begin(async (tx) => {
    await send({ topic: 'news', event: 'never' }, tx);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await send({ topic: 'news', event: 'last' });
  await expect.poll(() => guest.received).toEqual([['last', {}]]);
});

it('sends a message only when its transaction is visible', async () => {
  const guest = await join(test.createClient(), 'news');
  // A commit that waits for a standby is in the replication stream, but not visible.
  await test.sql`alter system set synchronous_standby_names = 'nobody'`;
  await test.sql`select pg_reload_conf()`;
  const waitsForStandby = async () =>
    [...(await test.sql`select from pg_stat_activity where wait_event = 'SyncRep'`)].length === 1;
  let sent: Promise<unknown> = Promise.resolve();
  let count = 0;
  // The setting takes effect some time after the reload. Until then, commits do not wait.
  for (let isWaiting = false; !isWaiting;) {
    let isDone = false;
    count += 1;
    sent = pool
      .begin(async (tx) => {
        await tx`set local synchronous_commit = on`;
        await send({ topic: 'news' }, tx);
      })
      .then(() => (isDone = true));
    while (!isDone && !isWaiting) isWaiting = await waitsForStandby();
  }
  const isStreamed = async () => {
    const [row] = await test.sql<{ sent: boolean }[]>`
      select sent_lsn >= pg_current_wal_lsn() as sent from pg_stat_replication where application_name = 'realtime'`;
    return row?.sent;
  };
  await expect.poll(isStreamed).toBe(true);
  // When this join is answered, the server has had time to send the message.
  await join(test.createClient(), 'elsewhere');
  expect(guest.received).toHaveLength(count - 1);
  await test.sql`alter system reset synchronous_standby_names`;
  await test.sql`select pg_reload_conf()`;
  await sent;
  await expect.poll(() => guest.received.length).toBe(count);
});

it('closes a private channel when its renewed token is not allowed, and no other channel', async () => {
  const client = test.createClient();
  const { data } = await client.auth.signInWithPassword(member);
  const [club, open] = [await join(client, 'club', { isPrivate: true }), await join(client, 'news')];
  await client.realtime.setAuth(member.token);
  await send({ topic: 'club', event: 'before', isPrivate: true });
  await expect.poll(() => club.received).toEqual([['before', {}]]);
  await client.realtime.setAuth(stranger.token);
  await expect.poll(() => club.states).toEqual(['SUBSCRIBED', 'CLOSED']);
  await client.realtime.setAuth(data.session?.access_token ?? '');
  await send({ topic: 'club', event: 'after', isPrivate: true });
  await send({ topic: 'news', event: 'last' });
  await expect.poll(() => open.received).toEqual([['last', {}]]);
  expect(club.received).toEqual([['before', {}]]);
});

it('closes a private channel when its token has expired', async () => {
  const exp = Math.floor(Date.now() / 1000) + 2;
  const [head, body] = [
    { alg: 'HS256', typ: 'JWT' },
    { role: 'authenticated', sub: member.id, exp },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', test.stack.keys.jwtSecret).update(`${head}.${body}`).digest('base64url');
  const client = test.createClient();
  await client.realtime.setAuth(`${head}.${body}.${signature}`);
  const club = await join(client, 'club', { isPrivate: true });
  await expect.poll(() => Date.now() > exp * 1000, { timeout: 5_000 }).toBe(true);
  await send({ topic: 'club', isPrivate: true });
  await expect.poll(() => club.states).toEqual(['SUBSCRIBED', 'CLOSED']);
  expect(club.received).toEqual([]);
});

it('sends nothing that a client broadcasts, by socket, HTTP or SQL', async () => {
  const listener = await join(test.createClient(), 'news');
  const sender = await join(member.client, 'news');
  await sender.channel.send({ type: 'broadcast', event: 'forged', payload: {} });
  await expect(sender.channel.httpSend('forged', {})).rejects.toThrow();
  const { socket, frames, push } = await openSocket('1.0.0');
  push('phx_join');
  push('broadcast', { type: 'broadcast', event: 'forged', payload: {} });
  await expect.poll(() => frames.length).toBe(2);
  expect(frames[1]).toMatchObject({
    event: 'phx_reply',
    payload: { status: 'error', response: { reason: 'clients cannot send messages here' } },
  });
  socket.close();
  const realtime = member.client.schema('realtime');
  const message = { topic: 'news', event: 'forged', payload: {}, private: false };
  for (const { error } of [
    await realtime.rpc('send', message),
    await realtime.from('messages').insert({ ...message, extension: 'broadcast' }),
    await realtime.from('messages').select(),
    await member.client.rpc('send', message),
  ])
    expect(error).not.toBeNull();
  // Sends as a procedure with the caller's rights would. The insert is refused, which causes a warning only.
  await pool.begin(async (tx) => {
    await tx`set local role authenticated`;
    await send({ topic: 'news', event: 'forged' }, tx);
  });
  await send({ topic: 'news', event: 'last' });
  await expect.poll(() => listener.received).toEqual([['last', {}]]);
  expect(sender.received).toEqual([['last', {}]]);
});

it.each([
  `'; drop table realtime.messages; --`,
  `"quoted" \\ %I %s $1 {"json": null}`,
  'new\nline and 🎵',
  'realtime:realtime:',
  '__proto__',
  ' ',
])('the topic %j is a topic like any other', async (topic) => {
  expect(await tryJoin(stranger.client, topic)).toEqual([unauthorized(topic)]);
  await test.sql`insert into public.club_members values (${topic}, ${member.id})`;
  const inside = await join(member.client, topic, { isPrivate: true });
  const outside = await join(test.createClient(), topic);
  await send({ topic, event: 'inside', isPrivate: true });
  await send({ topic, event: 'outside' });
  await expect.poll(() => [inside.received, outside.received]).toEqual([[['inside', {}]], [['outside', {}]]]);
});

it('refuses topics that are too long or not valid text, and continues', async () => {
  expect(await tryJoin(member.client, 'nul \0')).toEqual(['the topic could not be checked']);
  expect(await tryJoin(member.client, 'half \ud83c')).toEqual([unauthorized('half \ud83c')]);
  expect(await tryJoin(member.client, 'x'.repeat(300))).toEqual(['the topic is not valid']);
  const club = await join(member.client, 'club', { isPrivate: true });
  await send({ topic: 'club', isPrivate: true });
  await expect.poll(() => club.received).toEqual([['news', {}]]);
});

it('sends 200 KB only to the 63 channels of its topic, in order, and skips messages without an event or a payload', async () => {
  const clients = [test.createClient(), test.createClient(), member.client];
  const heard = await Promise.all(
    Array.from({ length: 40 }, (_, i) => clients.map((client) => join(client, i === 0 ? 'big' : `big ${i}`))).flat(),
  );
  const onOne = await Promise.all(Array.from({ length: 60 }, () => join(test.createClient(), 'big')));
  const text = 'ü'.repeat(100_000);
  await send({ topic: 'big', payload: { text } });
  await pool`insert into realtime.messages (topic, extension, payload) values ('big', 'broadcast', '{}')`;
  await pool`insert into realtime.messages (topic, extension, event) values ('big', 'broadcast', 'none')`;
  await pool`insert into realtime.messages (topic, extension, event, payload) values ('big', 'presence', 'none', '{}')`;
  await send({ topic: 'big', event: 'last' });
  for (const { received } of [...heard.slice(0, 3), ...onOne])
    await expect
      .poll(() => received)
      .toEqual([
        ['news', { text }],
        ['last', {}],
      ]);
  expect(heard.slice(3).flatMap(({ received }) => received)).toEqual([]);
}, 30_000);

it('a check that waits for the database delays no other channel', async () => {
  const client = test.createClient();
  await client.auth.signInWithPassword(member);
  const open = await join(client, 'news');
  await test.sql.begin(async (tx) => {
    await tx`lock table public.club_members in access exclusive mode`;
    const { states } = hear(client, 'club', { isPrivate: true });
    await expect.poll(async () => [...(await tx`select from pg_locks where not granted`)].length).toBe(1);
    await join(client, 'more news');
    await send({ topic: 'news', event: 'meanwhile' });
    await expect.poll(() => open.received).toEqual([['meanwhile', {}]]);
    expect(states).toEqual([]);
  });
});

it('a channel that was left while its topic was checked stays left', async () => {
  const { socket, frames, push } = await openSocket('1.0.0');
  await test.sql.begin(async (tx) => {
    await tx`lock table public.club_members in access exclusive mode`;
    push('phx_join', { access_token: member.token, config: { private: true } });
    await expect.poll(async () => [...(await tx`select from pg_locks where not granted`)].length).toBe(1);
    push('phx_leave');
    await expect.poll(() => frames.length).toBe(2);
  });
  // A socket's topics are checked in order.
  push('phx_join', { config: { private: true } });
  await expect.poll(() => frames.map((frame) => Object(frame).event)).toEqual(['phx_reply', 'phx_close', 'phx_reply']);
  expect(frames[2]).toMatchObject({ payload: { status: 'error', response: { reason: unauthorized('club') } } });
  socket.close();
});

it('makes a client join its channel again after the stream of changes was interrupted', async () => {
  const club = await join(member.client, 'club', { isPrivate: true });
  await test.sql`select pg_terminate_backend(pid) from pg_stat_replication where application_name = 'realtime'`;
  await expect.poll(() => club.states.slice(1), { timeout: 10_000 }).toContain('SUBSCRIBED');
  await send({ topic: 'club', event: 'after', isPrivate: true });
  await expect.poll(() => club.received).toEqual([['after', {}]]);
});

it('deletes messages older than a minute', async () => {
  await test.sql`
    insert into realtime.messages (topic, extension, event, inserted_at)
    select 'swept', 'broadcast', age, localtimestamp - age::interval from unnest(array['61 s', '30 s']) age`;
  const stop = startMessageSweep(test.sql, (line) => expect.unreachable(line));
  const rows = () => test.sql`select event from realtime.messages where topic = 'swept'`;
  await expect.poll(async () => [...(await rows())]).toEqual([{ event: '30 s' }]);
  await stop();
});
