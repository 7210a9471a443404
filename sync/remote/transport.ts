import * as z from 'zod/mini';
import type { Failure, Reply, Row, TransportPort } from '../core/ports.ts';
import type { VisitPorts } from '../core/visit.ts';
import { firstScreen } from '../model/first-screen.ts';
import { visitResponse } from '../model/visit.ts';
import { anyRow, pullResponse, pushResponse, type UncheckedFile } from '../model/wire.ts';
import type { ServerClock } from '../server-clock.ts';
import { type AccessToken, type HttpEnvironment, request, requestAs } from './http.ts';

const firstScreenResponse = z.object({
  rows: z.array(anyRow),
  server_time: z.string(),
  total: z.number(),
  epoch: z.string(),
  floor: z.string(),
  mark: z.nullable(z.string()),
});
export interface FirstScreen {
  rows: { t: string; row: Row }[];
  total: number;
  epoch: string;
  floor: string;
  mark: string | null;
}

export interface Transport extends TransportPort {
  /** Requests the rows that an empty replica shows first (SY-23). */
  firstScreen(): Promise<Reply<FirstScreen>>;
  visit: VisitPorts['request'];
  call(procedure: string, parameters: Record<string, unknown>): Promise<Reply<unknown>>;
  /** @param query a PostgREST query */
  select(table: string, query: string, signal?: AbortSignal): Promise<Reply<unknown>>;
}

export interface TransportEnvironment extends HttpEnvironment {
  accessToken: AccessToken;
  /** False for a guest, whose calls carry the beta token instead of a person's token. */
  isUser(): boolean;
  onGuestRefused(): void;
  now(): number;
  serverClock: Pick<ServerClock, 'observe'>;
  /** Called after each pull that names the topic of the digests (G-4). */
  onDigestTopic(topic: string): void;
}

export function createTransport(environment: TransportEnvironment): Transport {
  const send = async (
    path: string,
    options: { body?: unknown; method?: string; signal?: AbortSignal },
  ): Promise<Reply<unknown>> => {
    const address = `/rest/v1/${path}`;
    // A person with a rejected session is not a guest.
    if (environment.isUser()) return requestAs(environment, environment.accessToken, address, options);
    const reply = await request(environment, address, { ...options, token: null });
    if (!reply.ok && isGuestRefused(reply.failure)) environment.onGuestRefused();
    return reply;
  };
  const call = (procedure: string, parameters: Record<string, unknown>) =>
    send(`rpc/${procedure}`, { body: parameters });
  /** Corrects the clock by the server's time in the answer. */
  const timed = async <T extends { server_time: string }>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> => {
    const requestedAt = environment.now();
    const reply = await ask();
    if (reply.ok) environment.serverClock.observe(Date.parse(reply.value.server_time), requestedAt);
    return reply;
  };

  /** Asks the server to check a file that an action waits for (S-15). The next push shows the result. */
  const requestCheck = async ({ bucket, name }: UncheckedFile) => {
    const { checkFile } = await import('./check-file.ts');
    await checkFile(environment, { bucket, path: name }, environment.accessToken);
  };

  return {
    call,
    select: (table, query, signal) => send(`${table}?${query}`, { method: 'GET', ...(signal ? { signal } : {}) }),
    async pull(body) {
      const reply = await timed(async () => parse(await call('sync_pull', { p: body }), pullResponse));
      if (reply.ok && reply.value.digest !== undefined) environment.onDigestTopic(reply.value.digest);
      return reply;
    },
    async push(actions) {
      const reply = await timed(async () => parse(await call('sync_push', { p_actions: actions }), pushResponse));
      if (!reply.ok) return reply;
      for (const { status, result } of reply.value.results)
        if (status === 'later' && result.file) void requestCheck(result.file).catch(() => undefined);
      return reply;
    },
    visit: (body) => {
      const procedure = body.what.kind === 'messages' ? 'older_messages' : 'visit_rows';
      return timed(async () => parse(await call(procedure, { p: body }), visitResponse));
    },
    firstScreen: async () => parse(await call('first_screen', firstScreen.parameters), firstScreenResponse),
  };
}

/** Whether the beta session has expired: the server answers 401, or that privileges are missing (42501). */
function isGuestRefused(failure: Failure): boolean {
  return failure.kind === 'auth' || (failure.kind === 'refused' && failure.code === '42501');
}

/** An answer of another shape comes from a captive portal or a proxy. */
function parse<T>(reply: Reply<unknown>, schema: z.ZodMiniType<T>): Reply<T> {
  if (!reply.ok) return reply;
  const parsed = schema.safeParse(reply.value);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { kind: 'network' } };
}
