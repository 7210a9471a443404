import { describe, expect, it } from 'vitest';
import { newBrowser, pageOf, until, type Browser } from '../tests/sync/support/page.ts';
import { openSync, type SyncClient, type SyncEnvironment, type UploadRecord } from './client.ts';
import { openSessionStore, type StoredSession } from './remote/session-store.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'sb_publishable_test' };
const USER = '0197f000-0000-7000-8000-00000000000f';
const session: StoredSession = {
  userId: USER,
  email: 'fan@example.com',
  accessToken: 'token-1',
  refreshToken: 'refresh-1',
  expiresAt: Date.now() + 3_600_000,
  locked: false,
};
const play = { track_id: 't1', progress_ms: 30_000, is_manual: true };
const offline: SyncEnvironment['fetch'] = () => Promise.reject(new TypeError('Failed to fetch'));

/** Answers by path; what is not named is unreachable. */
function server(answers: Record<string, (body: unknown) => Response>): SyncEnvironment['fetch'] {
  return (input, init) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    const answer = answers[pathname];
    return answer
      ? Promise.resolve(answer(typeof init?.body === 'string' ? JSON.parse(init.body) : null))
      : Promise.reject(new TypeError('Failed to fetch'));
  };
}

const refusal = () => Response.json({ code: 401, error_code: 'bad_jwt', msg: 'invalid JWT' }, { status: 401 });

async function signedIn(browser: Browser, change: Partial<StoredSession> = {}): Promise<void> {
  await openSessionStore(browser.indexedDB).write({ ...session, ...change });
}

async function using(client: SyncClient, work: (client: SyncClient) => Promise<void>): Promise<void> {
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

describe('who uses the device', () => {
  it('[S-5] stays signed in offline, even when the token has expired', async () => {
    const browser = newBrowser();
    await signedIn(browser, { expiresAt: Date.now() - 1_000 });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      expect(client.account.get()).toEqual({ kind: 'loading' });
      await until(client.account, (account) => account.kind === 'user');
      await until(client.status, (status) => status.network === 'offline');
      expect(client.account.get()).toEqual({ kind: 'user', userId: USER, email: 'fan@example.com', locked: false });
    });
  });

  it('[S-5] stays signed in when a page of a hotel answers for the server', async () => {
    const browser = newBrowser();
    await signedIn(browser, { expiresAt: Date.now() - 1_000 });
    const hotel: SyncEnvironment['fetch'] = () =>
      Promise.resolve(
        new Response('<html>Please pay</html>', { status: 403, headers: { 'content-type': 'text/html' } }),
      );
    await using(openSync(pageOf(browser, config, { fetch: hotel })), async (client) => {
      await until(client.status, (status) => status.network === 'offline');
      expect(client.account.get()).toMatchObject({ kind: 'user', locked: false });
    });
  });

  it('[SY-19] is locked, and keeps what waits, when the server rejects the session', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    const fetch = server({
      '/rest/v1/rpc/sync_push': refusal,
      '/rest/v1/rpc/sync_pull': refusal,
      '/rest/v1/rpc/first_screen': refusal,
      '/auth/v1/token': () =>
        Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 }),
    });
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      await until(client.account, (account) => account.kind === 'user');
      const id = await client.enqueue('play.record', play);
      await until(client.account, (account) => account.kind === 'user' && account.locked);
      const [action] = await until(client.pending, (pending) => pending[0]?.state === 'queued');
      expect({ id: action?.id, attempts: action?.attempts }).toEqual({ id, attempts: 0 });
    });
  });

  it('[SY-16] renews a session that a request found expired, once, and goes on', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    let renewals = 0;
    let isGood = false;
    const page = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };
    const fetch = server({
      '/rest/v1/rpc/sync_pull': () => (isGood ? Response.json(page) : refusal()),
      '/auth/v1/token': () => {
        renewals += 1;
        isGood = true;
        const user = { id: USER, email: 'fan@example.com' };
        return Response.json({ access_token: 'token-2', refresh_token: 'refresh-2', expires_in: 3600, user });
      },
    });
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      await until(client.status, (status) => status.lastSyncedAt !== null);
      expect(renewals).toBe(1);
      expect(await openSessionStore(browser.indexedDB).read()).toMatchObject({ accessToken: 'token-2' });
    });
  });
});

describe('what waits on the device', () => {
  it('[SY-14] survives the page, and counts for the day before the server knows', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      await until(client.account, (account) => account.kind === 'user');
      await client.enqueue('play.record', play, { id: 'action-1' });
      await client.enqueue('play.record', play, { id: 'action-1' });
      expect((await until(client.me, (me) => me?.playsToday === 1))?.zaps).toBe(0);
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const pending = await until(client.pending, (actions) => actions.length > 0);
      expect(pending.map(({ id, kind, payload }) => ({ id, kind, payload }))).toEqual([
        { id: 'action-1', kind: 'play.record', payload: play },
      ]);
      await client.discard('action-1');
      await until(client.me, (me) => me?.playsToday === 0);
    });
  });

  it('[SY-14] may be asked for, and read at once, as soon as the account is known', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      expect(client.device.mark('player')).toBeNull();
      // Before the session was read from the disk.
      await client.device.put('draft', 'half a sentence');
      expect(client.device.setMark('player', 'a queue')).toBe(true);
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      const draft = client.device.get('draft');
      let markAtOnce: string | null = null;
      client.account.subscribe(() => (markAtOnce = client.device.mark('player')));
      expect(await draft).toBe('half a sentence');
      expect(markAtOnce).toBe('a queue');
    });
  });

  it('[SY-19] is asked about at sign-out; discarding it takes every database of the person along', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      await until(client.account, (account) => account.kind === 'user');
      await client.enqueue('play.record', play);
      await client.device.put('draft', { text: 'half a sentence' });
      expect(client.device.setMark('player', 'a queue')).toBe(true);
      expect(await client.auth.signOut({ discard: false })).toEqual({ kind: 'waiting', actions: 1 });
      expect(client.account.get()).toMatchObject({ kind: 'user' });
      expect(await client.auth.signOut({ discard: true })).toEqual({ kind: 'signed-out' });
      expect(client.account.get()).toEqual({ kind: 'nobody' });
      expect(client.pending.get()).toEqual([]);
    });
    const names = (await browser.indexedDB.databases()).map(({ name }) => name);
    expect(names.filter((name) => name?.startsWith('undercurrent-outbox') || name?.startsWith('rxdb'))).toEqual([]);
    expect([...browser.marks.keys()]).toEqual([]);
  });

  it('is refused before it is stored when it is not what its kind says', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      await until(client.account, (account) => account.kind === 'user');
      const wrong = { track_id: 't1', progress_ms: 'all of it', is_manual: true };
      await expect(Reflect.apply(client.enqueue, client, ['play.record', wrong])).rejects.toThrow();
      expect(client.pending.get()).toEqual([]);
    });
  });
});

describe('an upload under way', () => {
  it('[S-32] keeps the bytes of its files across a reload', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    const record: UploadRecord = {
      id: 'u1',
      trackId: 't9',
      form: { title: 'T', artistName: 'A', genre: 'House', description: '', rightsConfirmed: true, radioOptIn: false },
      audio: { blob: new Blob(['sound'], { type: 'audio/mpeg' }), name: 't.mp3', path: 'p', tusUrl: null, done: false },
      cover: null,
      startedAt: 1,
      actionId: null,
    };
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      await until(client.account, (account) => account.kind === 'user');
      await client.uploads.save(record);
    });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      await until(client.account, (account) => account.kind === 'user');
      const found = await client.uploads.current();
      expect(found?.form).toEqual(record.form);
      expect(await found?.audio.blob.text()).toBe('sound');
      expect((await client.uploads.target())?.headers).toEqual({
        authorization: 'Bearer token-1',
        apikey: config.publishableKey,
        'x-upsert': 'false',
      });
    });
  });
});
