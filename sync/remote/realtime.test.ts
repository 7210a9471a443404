import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { createLive } from '../model/live.ts';
import { tables } from '../model/tables.ts';
import { listen } from './realtime.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

/** Join reference, reference, topic, event, payload. */
const frame = z.tuple([z.nullable(z.string()), z.nullable(z.string()), z.string(), z.string(), z.unknown()]);
const join = z.object({
  config: z.object({ postgres_changes: z.array(z.record(z.string(), z.unknown())), private: z.boolean() }),
});

let server: WebSocketServer;
/** 'join' or 'leave', the topic, and 'private' for a private channel. */
let log: string[];
beforeEach(async () => {
  // Node 20 has no WebSocket.
  vi.stubGlobal('WebSocket', WebSocket);
  log = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket: WebSocket) =>
    socket.on('message', (data) => {
      const [joinRef, ref, topic, event, payload] = frame.parse(
        JSON.parse(z.instanceof(Buffer).parse(data).toString()),
      );
      const config = event === 'phx_join' ? join.parse(payload).config : { postgres_changes: [], private: false };
      if (event === 'phx_join') log.push(`join ${topic}${config.private ? ' private' : ''}`);
      if (event === 'phx_leave') log.push(`leave ${topic}`);
      const response = { postgres_changes: config.postgres_changes.map((change, at) => ({ ...change, id: at + 1 })) };
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]));
    }),
  );
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

async function open(userId: string | null, random = 0) {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server has no port');
  const digestTopic = createLive<string | null>(null);
  let subscriptions = 0;
  const digests: unknown[] = [];
  const listening = await listen(
    {
      config: { supabaseUrl: `http://127.0.0.1:${at.port}`, publishableKey: 'key' },
      accessToken: () => Promise.resolve('token'),
      userId,
      digestTopic,
      random: () => random,
    },
    {
      onChange: () => undefined,
      onSubscribed: () => (subscriptions += 1),
      onDigest: (digest) => digests.push(digest),
    },
  );
  return { digestTopic, subscriptions: () => subscriptions, digests, ...listening };
}

function topicsOf(userId: string): string[] {
  const live = Object.values(tables).flatMap((table) =>
    table.live?.filters(userId).length ? [`join realtime:${table.live.channel}`] : [],
  );
  return [...new Set(live)];
}

it('[SY-18] every new subscription is reported, also after a lost connection', async () => {
  const { subscriptions, stop } = await open('ann');
  try {
    const topics = topicsOf('ann');
    await waitFor(() => expect(subscriptions()).toBe(topics.length));
    for (const socket of server.clients) socket.terminate();
    await waitFor(() => expect(subscriptions()).toBe(2 * topics.length));
    expect([...log].sort()).toEqual([...topics, ...topics].sort());
  } finally {
    await stop();
  }
});

it.each([
  [0, 500],
  [1, 1_500],
])('[SY-18] a lost socket is opened again after a random delay: random number %d, %d ms', async (random, ms) => {
  const { subscriptions, stop } = await open('ann', random);
  try {
    await waitFor(() => expect(subscriptions()).toBe(topicsOf('ann').length));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    for (const socket of server.clients) socket.terminate();
    await waitFor(() => expect(timers.mock.calls.map(([, delay]) => delay)).toContain(ms));
    timers.mockRestore();
  } finally {
    await stop();
  }
});

it('[SY-18] a subscription that begins only after the join is reported too', async () => {
  const { subscriptions, stop } = await open('ann');
  try {
    const topics = topicsOf('ann').map((line) => line.replace('join ', ''));
    await waitFor(() => expect(subscriptions()).toBe(topics.length));
    const say = (topic: string, payload: object) => {
      for (const socket of server.clients) socket.send(JSON.stringify([null, null, topic, 'system', payload]));
    };
    for (const topic of topics) {
      say(topic, { extension: 'postgres_changes', status: 'error', message: 'The table is not published' });
      say(topic, { extension: 'system', status: 'ok', message: 'Something else' });
      say(topic, { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' });
    }
    await waitFor(() => expect(subscriptions()).toBe(2 * topics.length));
  } finally {
    await stop();
  }
});

it('[G-4] [S-1] a guest hears only digests, and only while a page is visible, and ignores malformed ones', async () => {
  const { digestTopic, subscriptions, digests, hearDigests, stop } = await open(null);
  const [joined, left] = ['join realtime:digest:1 private', 'leave realtime:digest:1'];
  try {
    digestTopic.set('digest:1');
    hearDigests(false);
    hearDigests(true);
    await waitFor(() => expect(subscriptions()).toBe(1));
    expect(log).toEqual([joined]);
    const digest = {
      epoch: 'e',
      floor: '9',
      mark: null,
      after: 1,
      number: 2,
      counts: [['t', 1, 2, 3, 4.5]],
      rows: [{ t: 'tracks', row: { id: 't', rev: 1 } }],
      gone: [{ t: 'tracks', id: 'u', rev: 2, user_id: 'ann' }],
      has_changes: true,
    };
    for (const payload of [digest, { ...digest, counts: [['t']] }, 'nonsense', { ...digest, number: 3 }])
      for (const socket of server.clients)
        socket.send(
          JSON.stringify([
            null,
            null,
            'realtime:digest:1',
            'broadcast',
            { type: 'broadcast', event: 'digest', payload },
          ]),
        );
    await waitFor(() => expect(digests).toEqual([digest, { ...digest, number: 3 }]));
    hearDigests(false);
    hearDigests(true);
    hearDigests(false);
    await waitFor(() => expect(log).toEqual([joined, left]));
    hearDigests(true);
    await waitFor(() => expect(log).toEqual([joined, left, joined]));
    await waitFor(() => expect(subscriptions()).toBe(2));
  } finally {
    await stop();
  }
});

it('[G-4] a changed topic is joined in place of the old one', async () => {
  const { digestTopic, hearDigests, stop } = await open(null);
  hearDigests(true);
  digestTopic.set('digest:1');
  await waitFor(() => expect(log).toHaveLength(1));
  digestTopic.set('digest:2');
  await waitFor(() => expect(log).toHaveLength(3));
  expect(log).toEqual(['join realtime:digest:1 private', 'leave realtime:digest:1', 'join realtime:digest:2 private']);
  await stop();
});
