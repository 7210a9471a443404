import { describe, expect, it, vi } from 'vitest';
import {
  config,
  offline,
  play,
  badTokenResponse,
  fetchAnswering,
  signedIn,
  USER,
  using,
} from '../tests/sync/support/opened-client.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, type SyncEnvironment } from './client.ts';
import { openSessionStore } from './remote/session-store.ts';
import type { SyncStatus } from './view-types.ts';
import { waitFor } from '../tests/support/wait-for.ts';

describe('the account of the device', () => {
  it('[S-5] stays signed in offline, even when the token has expired', async () => {
    const browser = newBrowser();
    await signedIn(browser, { expiresAt: Date.now() - 1_000 });
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (client) => {
      expect(client.account.get()).toEqual({ kind: 'loading' });
      const scope = await scopeOf(client);
      await until(scope.status, (status) => status.network === 'offline');
      expect(client.account.get()).toEqual({ kind: 'user', userId: USER, email: 'fan@example.com', locked: false });
    });
  });

  it('[S-5] stays signed in when a captive portal answers for the server', async () => {
    const browser = newBrowser();
    await signedIn(browser, { expiresAt: Date.now() - 1_000 });
    const hotel: SyncEnvironment['fetch'] = () =>
      Promise.resolve(
        new Response('<html>Please pay</html>', { status: 403, headers: { 'content-type': 'text/html' } }),
      );
    await using(openSync(pageOf(browser, config, { fetch: hotel })), async (client) => {
      const scope = await scopeOf(client);
      await until(scope.status, (status) => status.network === 'offline');
      expect(client.account.get()).toMatchObject({ kind: 'user', locked: false });
    });
  });

  it('[SY-19] is locked and keeps the queue when the server rejects the session', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    const fetch = fetchAnswering({
      '/rest/v1/rpc/sync_push': badTokenResponse,
      '/rest/v1/rpc/sync_pull': badTokenResponse,
      '/rest/v1/rpc/first_screen': badTokenResponse,
      '/auth/v1/token': () =>
        Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 }),
    });
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      const scope = await scopeOf(client);
      const id = await scope.enqueue('play.record', play);
      await until(client.account, (account) => account.kind === 'user' && account.locked);
      const [action] = await until(scope.pending, (pending) => pending[0]?.state.kind === 'retrying');
      expect(action).toMatchObject({ id, state: { failures: { all: 0, alone: 0 }, next_at: 0 } });
    });
  });

  it('[SY-16] has its refused token renewed once, and the request repeated', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    let renewals = 0;
    let isRenewed = false;
    const page = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };
    const fetch = fetchAnswering({
      '/rest/v1/rpc/sync_pull': () => (isRenewed ? Response.json(page) : badTokenResponse()),
      '/auth/v1/token': () => {
        renewals += 1;
        isRenewed = true;
        const user = { id: USER, email: 'fan@example.com' };
        return Response.json({ access_token: 'token-2', refresh_token: 'refresh-2', expires_in: 3600, user });
      },
    });
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      const scope = await scopeOf(client);
      await until(scope.status, ({ hasSynced }) => hasSynced);
      expect(renewals).toBe(1);
      expect(await openSessionStore(browser.indexedDB).read()).toMatchObject({ accessToken: 'token-2' });
    });
  });
});

describe('an outdated app', () => {
  it('[SY-8] keeps the status `outdated`, also while it requests another pull', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    let requests = 0;
    const page = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };
    const fetch = fetchAnswering({
      '/rest/v1/rpc/sync_pull': () => {
        requests += 1;
        return Response.json({ ...page, reset: 'update' });
      },
    });
    await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
      const scope = await scopeOf(client);
      await until(scope.status, (status) => status.work.kind === 'outdated');
      const kinds = new Set<string>();
      scope.status.subscribe(() => kinds.add(scope.status.get().work.kind));
      const before = requests;
      scope.syncNow();
      await waitFor(() => expect(requests).toBe(before + 1));
      await scope.enqueue('play.record', play);
      await until(scope.status, (status) => status.waiting === 1);
      expect([...kinds]).toEqual(['outdated']);
    });
  });
});

describe('the first sync of a visit', () => {
  it('has the server create a missing profile, with one request per visit', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    let requests = 0;
    const page = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };
    const fetch = fetchAnswering({
      '/rest/v1/rpc/sync_pull': () => Response.json(page),
      '/rest/v1/rpc/backfill_missing_profile': () => {
        requests += 1;
        return Response.json({ success: true });
      },
    });
    for (const visits of [1, 2])
      await using(openSync(pageOf(browser, config, { fetch })), async (client) => {
        const scope = await scopeOf(client);
        await until(scope.status, ({ hasSynced }) => hasSynced);
        expect(requests).toBe(visits);
      });
  });

  it('stores its time, which the next visit reports, also offline', async () => {
    const browser = newBrowser();
    await signedIn(browser);
    const page = { epoch: 'e', floor: '5', rows: [], gone: [], acks: [], next: null, server_time: 'now' };
    const fetch = fetchAnswering({
      '/rest/v1/rpc/sync_pull': () => Response.json(page),
      '/rest/v1/rpc/backfill_missing_profile': () => Response.json({ success: true }),
    });
    const statuses: SyncStatus[] = [];
    for (const network of [fetch, offline])
      await using(openSync(pageOf(browser, config, { fetch: network })), async (client) => {
        const scope = await scopeOf(client);
        statuses.push(await until(scope.status, ({ hasSynced, network }) => hasSynced || network === 'offline'));
      });
    expect(statuses).toMatchObject([
      { hasSynced: true, lastSyncedAt: expect.any(Number) },
      { hasSynced: false, lastSyncedAt: statuses[0]?.lastSyncedAt },
    ]);
  });
});

describe('a guest', () => {
  it("[S-2] stays until the beta session expires by the server's clock, however wrong the device's clock is", async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const browser = newBrowser();
    let token: string | null = 'beta';
    const betaToken = {
      get: () => token,
      set: (next: string) => void (token = next),
      clear: () => void (token = null),
    };
    let serverNow = Date.now();
    browser.localTexts.set('undercurrent-beta-expires', new Date(serverNow + 60 * 60_000).toISOString());
    const aheadBy3Hours = () => serverNow + 3 * 60 * 60_000;
    const { serverClock } = pageOf(browser, config);
    const page = pageOf(browser, config, {
      fetch: offline,
      betaToken,
      now: aheadBy3Hours,
      serverClock: { ...serverClock, now: () => serverNow },
    });
    await using(openSync(page), async (client) => {
      await until(client.account, ({ kind }) => kind === 'guest');
      vi.advanceTimersByTime(60_000);
      expect(client.account.get().kind).toBe('guest');
      serverNow += 61 * 60_000;
      vi.advanceTimersByTime(60_000);
      expect(client.account.get().kind).toBe('nobody');
      expect(token).toBeNull();
    });
    vi.useRealTimers();
  });
});
