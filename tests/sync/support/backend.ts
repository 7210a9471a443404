import { openSync, type Scope, type SyncEnvironment } from '../../../sync/client.ts';
import { openSessionStore, type StoredSession } from '../../../sync/remote/session-store.ts';
import { type Browser, newBrowser, pageOf, scopeOf } from './page.ts';

type Body = Record<string, unknown>;
type Answer = (body: Body, headers: Headers) => Response | Promise<Response>;

export interface Backend {
  fetch: SyncEnvironment['fetch'];
  /** Answers by procedure or table, or by path outside `/rest/v1`. All other requests fail as without a network. */
  answers: Record<string, Answer>;
  /** The bodies of the requests so far with this name, a key of `answers`. */
  asked(name: string): Body[];
}

export const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

export function openBackend(answers: Record<string, Answer> = {}): Backend {
  const asked: { name: string; body: Body }[] = [];
  return {
    answers,
    asked: (of) => asked.flatMap(({ name, body }) => (name === of ? [body] : [])),
    async fetch(input, init) {
      const { pathname } = new URL(String(input instanceof Request ? input.url : input));
      const name = pathname.replace(/^\/rest\/v1\/(rpc\/)?/, '');
      const body: Body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      asked.push({ name, body });
      return (answers[name] ?? unreachable)(body, new Headers(init?.headers));
    },
  };
}

/** An answer that does not arrive before `release`. */
export function held(value: unknown): { answer: Answer; release(): void } {
  const waiting: (() => void)[] = [];
  return {
    answer: () => new Promise((resolve) => waiting.push(() => resolve(Response.json(value)))),
    release: () => waiting.splice(0).forEach((resolve) => resolve()),
  };
}

export const nothingNew = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };

export const renewalPath = '/auth/v1/token';

export function renewed(userId: string): Response {
  return Response.json({
    access_token: `new token of ${userId}`,
    refresh_token: `new refresh of ${userId}`,
    expires_in: 3600,
    user: { id: userId },
  });
}

export const sessionIsOver: Answer = () =>
  Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 });

export async function signIn(browser: Browser, userId: string, change: Partial<StoredSession> = {}): Promise<void> {
  await openSessionStore(browser.indexedDB).change(() => ({
    userId,
    email: `${userId}@example.com`,
    accessToken: `token of ${userId}`,
    refreshToken: `refresh of ${userId}`,
    expiresAt: Date.now() + 3_600_000,
    locked: false,
    ...change,
  }));
}

/** A browser in which Ann is signed in. */
export async function browserOfAnn(): Promise<Browser> {
  const browser = newBrowser();
  await signIn(browser, 'ann');
  return browser;
}

/** Opens a page for the work, and closes it. */
export async function visit(
  browser: Browser,
  { fetch }: Backend,
  work: (scope: Scope) => Promise<void>,
  change: Partial<SyncEnvironment> = {},
): Promise<void> {
  const config = { supabaseUrl: 'https://backend.test', publishableKey: 'key' };
  const client = openSync(pageOf(browser, config, { fetch, ...change }));
  try {
    await work(await scopeOf(client));
  } finally {
    await client.close();
  }
}
