import { createHmac, randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { WebSocket } from 'ws';
import type { TestStack } from '../../../supabase/local/test-stack.ts';

export type Subscription = { readonly table: string; readonly filter: string } | { readonly topic: string };

export async function digestTopic(sql: TestStack['sql']): Promise<string> {
  const [row] = await sql<{ topic: string }[]>`select topic from private.digest`;
  return row?.topic ?? '';
}

export interface Subscriber {
  readonly id: string;
  /** Resolves at the next change or digest. */
  next(): Promise<void>;
  /** Sends a heartbeat, because the server closes silent sockets. */
  beat(): void;
  close(): void;
}

interface StackAccess {
  readonly sql: TestStack['sql'];
  readonly stack: {
    readonly url: string;
    readonly keys: Pick<TestStack['stack']['keys'], 'publishableKey' | 'jwtSecret'>;
  };
}

export async function openSubscribers(
  access: StackAccess,
  count: number,
  subscriptionOf: (id: string) => Subscription,
): Promise<Subscriber[]> {
  return await connectSubscribers(access.stack, await addPeople(access.sql, count), subscriptionOf);
}

/** @returns the ids of new accounts */
export async function addPeople(sql: StackAccess['sql'], count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`insert into auth.users (id, email, email_confirmed_at)
            select id, id || '@example.com', now() from unnest(${ids}::uuid[]) id`;
  return ids;
}

export async function connectSubscribers(
  { url, keys }: StackAccess['stack'],
  ids: readonly string[],
  subscriptionOf: (id: string) => Subscription,
  agent?: Agent,
): Promise<Subscriber[]> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`;
  return await Promise.all(
    ids.map((id) => listen(new WebSocket(address, { agent }), tokenOf(id, keys.jwtSecret), id, subscriptionOf(id))),
  );
}

async function listen(socket: WebSocket, token: string, id: string, subscription: Subscription): Promise<Subscriber> {
  const waiting = new Map<string, () => void>();
  const once = (event: string) => new Promise<void>((done) => waiting.set(event, done));
  socket.on('message', (data: Buffer) => {
    const [, , , event]: unknown[] = JSON.parse(data.toString());
    waiting.get(String(event))?.();
  });
  await new Promise((done, fail) => socket.once('open', done).once('error', fail));
  const isTopic = 'topic' in subscription;
  const joined = once(isTopic ? 'phx_reply' : 'system');
  const config = isTopic
    ? { private: true }
    : { postgres_changes: [{ event: '*', schema: 'public', ...subscription }] };
  const topic = `realtime:${isTopic ? subscription.topic : 'bench'}`;
  socket.send(JSON.stringify(['1', '1', topic, 'phx_join', { access_token: token, config }]));
  await joined;
  return {
    id,
    next: () => once(isTopic ? 'broadcast' : 'postgres_changes'),
    beat: () => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])),
    close: () => socket.terminate(),
  };
}

export function tokenOf(sub: string, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 7_200;
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role: 'authenticated', sub, exp })}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}
