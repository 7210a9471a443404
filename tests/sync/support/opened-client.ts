import type { SyncClient, SyncEnvironment } from '../../../sync/client.ts';
import { openSessionStore, type StoredSession } from '../../../sync/remote/session-store.ts';
import type { Browser } from './page.ts';

export const config = { supabaseUrl: 'https://backend.test', publishableKey: 'sb_publishable_test' };
export const USER = '0197f000-0000-7000-8000-00000000000f';
export const session: StoredSession = {
  userId: USER,
  email: 'fan@example.com',
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  expiresAt: Date.now() + 3_600_000,
  locked: false,
};
export const play = { track_id: 't1', progress_ms: 30_000, is_manual: true };
export const offline: SyncEnvironment['fetch'] = () => Promise.reject(new TypeError('Failed to fetch'));

export function fetchAnswering(answers: Record<string, (body: unknown) => Response>): SyncEnvironment['fetch'] {
  return (input, init) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    const answer = answers[pathname];
    return answer
      ? Promise.resolve(answer(typeof init?.body === 'string' ? JSON.parse(init.body) : null))
      : Promise.reject(new TypeError('Failed to fetch'));
  };
}

export const badTokenResponse = () =>
  Response.json({ code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 401 });

export async function signedIn(browser: Browser, change: Partial<StoredSession> = {}): Promise<void> {
  await openSessionStore(browser.indexedDB).change(() => ({ ...session, ...change }));
}

export async function using(client: SyncClient, work: (client: SyncClient) => Promise<void>): Promise<void> {
  try {
    await work(client);
  } finally {
    await client.close();
  }
}
