import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { HttpStack } from '../../supabase/tests/http-caller.ts';

/** Opens a Realtime socket, and joins a channel for all changes of these tables. */
export function subscribe(
  { url, keys }: HttpStack,
  token: string,
  tables: readonly string[],
  onEvent: (event: string, text: string) => void,
): WebSocket {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=1.0.0`;
  const socket = new WebSocket(address);
  socket.on('error', () => undefined);
  socket.once('open', () => {
    const config = { postgres_changes: tables.map((table) => ({ event: '*', schema: 'public', table })) };
    const payload = { access_token: token, config };
    const topic = `realtime:${randomUUID()}`;
    socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }));
  });
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && 'event' in message) onEvent(String(message.event), text);
  });
  return socket;
}
