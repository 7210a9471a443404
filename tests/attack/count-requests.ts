import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, type IncomingMessage } from 'node:http';
import * as z from 'zod';

/** The requests that a process sent, as this process saw them. */
export const sentRequests = z.object({
  /** The door of each request: the part of the server that the request reaches (`doorOf`). */
  sent: z.array(z.string()),
  /** Each response whose head arrived, even if its body was lost. `id` is the header `x-request-id`; null without it. */
  answered: z.array(z.object({ id: z.string().nullable(), door: z.string(), status: z.number() })),
});
export type SentRequests = z.infer<typeof sentRequests>;

const ofHttp = z.object({ request: z.instanceof(ClientRequest) });
const ofFetch = z.object({ request: z.object({ path: z.string() }) });
const answerOfFetch = ofFetch.extend({
  response: z.object({ statusCode: z.number(), headers: z.array(z.unknown()) }),
});

/** Counts this process's requests by `fetch` and `node:http`, and socket handshakes. @returns a function that ends and returns the count */
export function countRequests(): () => SentRequests {
  const counted: SentRequests = { sent: [], answered: [] };
  const listeners = {
    'http.client.request.start'(message: unknown) {
      const { request } = ofHttp.parse(message);
      const door = doorOf(request.path);
      const onAnswer = ({ statusCode: status = 0, headers }: IncomingMessage) => {
        const id = headers['x-request-id'];
        counted.answered.push({ id: typeof id === 'string' ? id : null, door, status });
      };
      counted.sent.push(door);
      request.once('response', onAnswer).once('upgrade', onAnswer);
    },
    'undici:request:create'(message: unknown) {
      counted.sent.push(doorOf(ofFetch.parse(message).request.path));
    },
    'undici:request:headers'(message: unknown) {
      const { request, response } = answerOfFetch.parse(message);
      // undici gives one list of bytes, in which each name is followed by its value.
      const headers = response.headers.map(String);
      const at = headers.findIndex((name) => name.toLowerCase() === 'x-request-id');
      const id = at === -1 ? null : (headers[at + 1] ?? null);
      counted.answered.push({ id, door: doorOf(request.path), status: response.statusCode });
    },
  };
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener);
    return counted;
  };
}

const doors = new Map([
  ['/rest/v1', 'rest'],
  ['/auth/v1', 'auth'],
  ['/storage/v1', 'storage'],
  ['/functions/v1', 'functions'],
  ['/realtime/v1', 'realtime'],
  ['/radio', 'radio'],
  ['/mailbox', 'mailbox'],
  ['/metrics', 'metrics'],
  ['/errors', 'errors'],
  ['/healthz', 'health'],
  ['/.well-known/undercurrent.json', 'config'],
]);

/** The door that a path should reach, worked out without the server's code. */
function doorOf(path: string): string {
  const { pathname } = new URL(`http://server${path}`);
  const found = [...doors].find(([prefix]) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  return found?.[1] ?? 'app';
}
