import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { tables } from '../model/tables.ts';
import { listen } from './realtime.ts';

/** Join reference, reference, topic, event, payload. */
const frame = z.tuple([z.nullable(z.string()), z.nullable(z.string()), z.string(), z.string(), z.unknown()]);
const join = z.object({ config: z.object({ postgres_changes: z.array(z.record(z.string(), z.unknown())) }) });

let server: WebSocketServer;
let joined: string[];
/** Accepts every subscription, and reports no changes. */
beforeEach(async () => {
  // Node 20 has no WebSocket.
  vi.stubGlobal('WebSocket', WebSocket);
  joined = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket: WebSocket) =>
    socket.on('message', (data) => {
      const [joinRef, ref, topic, event, payload] = frame.parse(
        JSON.parse(z.instanceof(Buffer).parse(data).toString()),
      );
      const requested = event === 'phx_join' ? join.parse(payload).config.postgres_changes : [];
      if (event === 'phx_join') joined.push(topic);
      const response = { postgres_changes: requested.map((change, at) => ({ ...change, id: at + 1 })) };
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]));
    }),
  );
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

function address(): string {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${at.port}`;
}

/** The expected channels: those of the person's tables, and the channel of public tracks, which everybody joins. */
function channelsOf(userId: string | null): Set<string> {
  const live = Object.values(tables).flatMap((table) =>
    table.live?.filters(userId).length ? [table.live.channel] : [],
  );
  return new Set([...live, 'public-tracks']);
}

it.each(['ann', null])(
  '[SY-18] every new subscription requests a pull, also after a lost connection (%s)',
  async (userId) => {
    const changes: unknown[] = [];
    const stop = await listen({
      config: { supabaseUrl: address(), publishableKey: 'key' },
      accessToken: () => Promise.resolve('token'),
      userId,
      onChange: (...change) => changes.push(change),
    });
    try {
      const subscriptions = channelsOf(userId).size;
      await vi.waitFor(() => expect(changes).toHaveLength(subscriptions));
      for (const socket of server.clients) socket.terminate();
      await vi.waitFor(() => expect(changes).toHaveLength(2 * subscriptions), { timeout: 10_000 });
      expect(joined).toHaveLength(2 * subscriptions);
      expect(changes).toEqual(joined.map(() => ['own', null]));
    } finally {
      await stop();
    }
  },
);
