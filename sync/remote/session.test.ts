import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { createSessionKeeper } from './session.ts';
import { openSessionStore, type StoredSession } from './session-store.ts';

const LATE = 10_000_000;

/** Expires at 1,000 ms; the page's clock shows a million. */
function session(userId: string, change: Partial<StoredSession> = {}): StoredSession {
  return {
    userId,
    email: '',
    accessToken: `token of ${userId}`,
    refreshToken: `refresh of ${userId}`,
    expiresAt: 1_000,
    locked: false,
    ...change,
  };
}

async function page(stored: StoredSession) {
  const store = openSessionStore(new IDBFactory());
  await store.change(() => stored);
  let answer: (response: Response) => void = () => undefined;
  let onRequest: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => (onRequest = resolve));
  const revoked: string[] = [];
  const keeper = createSessionKeeper(
    {
      config: { supabaseUrl: 'https://backend.test', publishableKey: 'key' },
      fetch: (input, init) => {
        if (String(input instanceof Request ? input.url : input).includes('/logout')) {
          revoked.push(new Headers(init?.headers).get('authorization') ?? '');
          return Promise.resolve(new Response(null, { status: 204 }));
        }
        onRequest();
        return new Promise((resolve) => (answer = resolve));
      },
      locks: null,
      now: () => 1_000_000,
    },
    store,
  );
  await keeper.reload();
  return {
    store,
    keeper,
    revoked,
    requested,
    answers: (response: Response) => answer(response),
    renews: (userId: string) =>
      answer(
        Response.json({
          access_token: 'renewed token',
          refresh_token: 'renewed refresh',
          expires_in: 3600,
          user: { id: userId },
        }),
      ),
    refuses: () =>
      answer(Response.json({ error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 })),
  };
}

describe('the session of a page that slept', () => {
  it('[SY-19] never uses the token of the person who signed in next', async () => {
    const { store, keeper } = await page(session('ann', { expiresAt: LATE }));
    expect(await keeper.accessTokenOf('ann')).toBe('token of ann');
    // Ben signs in in another tab while this tab is frozen.
    await store.change(() => session('ben', { expiresAt: LATE }));
    await keeper.reload();
    expect(await keeper.accessTokenOf('ann')).toBeNull();
    expect(await keeper.accessTokenOf('ben')).toBe('token of ben');
  });
});

describe('a renewal that is answered late', () => {
  it('[SY-19] does not sign in a person who has signed out meanwhile, and the renewed session is revoked on the server', async () => {
    const { store, keeper, revoked, requested, renews } = await page(session('ann'));
    const token = keeper.accessTokenOf('ann');
    await requested;
    await keeper.end('ann');
    renews('ann');
    expect(await token).toBeNull();
    expect(await store.read()).toBeNull();
    expect(keeper.current.get()).toBeNull();
    expect(revoked).toEqual(['Bearer renewed token']);
  });

  it('[SY-19] does not replace the session of another person who has signed in', async () => {
    const { store, keeper, requested, renews } = await page(session('ann'));
    const token = keeper.accessTokenOf('ann');
    await requested;
    const ben = session('ben', { expiresAt: LATE });
    await keeper.begin(ben);
    renews('ann');
    expect(await token).toBeNull();
    expect(await store.read()).toEqual(ben);
    expect(await keeper.accessTokenOf('ben')).toBe('token of ben');
  });

  it('[SY-19] keeps the session that another page has renewed meanwhile, and does not revoke it', async () => {
    const { store, keeper, revoked, requested, renews } = await page(session('ann'));
    const token = keeper.accessTokenOf('ann');
    await requested;
    const elsewhere = session('ann', { accessToken: 'of another page', refreshToken: 'next', expiresAt: LATE });
    await store.change(() => elsewhere);
    renews('ann');
    expect(await token).toBe('of another page');
    expect(await store.read()).toEqual(elsewhere);
    expect(revoked).toEqual([]);
  });

  it('[SY-19] with a refusal neither restores nor locks a session that has ended or been replaced', async () => {
    for (const next of [
      null,
      session('ben', { expiresAt: LATE }),
      session('ann', { refreshToken: 'of a new sign-in' }),
    ]) {
      const { store, keeper, requested, refuses } = await page(session('ann'));
      const renewing = keeper.renew();
      await requested;
      if (next) await keeper.begin(next);
      else await keeper.end('ann');
      refuses();
      expect(await renewing).toBe('rejected');
      expect(await store.read()).toEqual(next);
    }
  });

  it('[SY-19] locks its own session when refused', async () => {
    const { store, keeper, requested, refuses } = await page(session('ann'));
    const renewing = keeper.renew();
    await requested;
    refuses();
    expect(await renewing).toBe('rejected');
    expect(await store.read()).toEqual(session('ann', { locked: true }));
  });
});

describe('a renewal', () => {
  const answers: Readonly<Record<string, () => Response>> = {
    'a captive portal': () => new Response('<html>Sign in to Hotel WiFi</html>', { status: 401 }),
    'a proxy with plain text': () => new Response('Proxy authentication required', { status: 401 }),
    'a gateway with other JSON': () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
    'a gateway that forbids': () => Response.json({ error: 'Forbidden', message: 'Access denied' }, { status: 403 }),
    'a gateway without a route': () =>
      Response.json({ message: 'no Route matched with those values' }, { status: 404 }),
    'an empty response': () => new Response(null, { status: 401 }),
    'a rate limiter': () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 }),
  };
  it.each(Object.entries(answers))(
    '[S-5] does not lock the session when it is answered by %s',
    async (_name, respond) => {
      const { store, keeper, requested, answers: answer } = await page(session('ann'));
      const renewing = keeper.renew();
      await requested;
      answer(respond());
      expect(await renewing).toBe('unreachable');
      expect(await store.read()).toEqual(session('ann'));
    },
  );

  const refusals: Readonly<Record<string, () => Response>> = {
    'with an error code': () =>
      Response.json({ code: 400, error_code: 'refresh_token_already_used', msg: 'Already Used' }, { status: 400 }),
    'for a banned user': () =>
      Response.json({ code: 403, error_code: 'user_banned', msg: 'User is banned' }, { status: 403 }),
    'with 401': () => Response.json({ error_code: 'session_expired', msg: 'Session expired' }, { status: 401 }),
    'in the form of an older service': () =>
      Response.json({ error: 'invalid_grant', error_description: 'Invalid Refresh Token' }, { status: 400 }),
  };
  it.each(Object.entries(refusals))('locks the session when the auth service refuses it %s', async (_name, respond) => {
    const { store, keeper, requested, answers: answer } = await page(session('ann'));
    const renewing = keeper.renew();
    await requested;
    answer(respond());
    expect(await renewing).toBe('rejected');
    expect(await store.read()).toEqual(session('ann', { locked: true }));
  });
});

describe('signing out', () => {
  it("ends a session that another tab has renewed, but not another person's", async () => {
    const { store, keeper } = await page(session('ann', { expiresAt: LATE }));
    await store.change(() => session('ann', { refreshToken: 'renewed elsewhere' }));
    await keeper.end('ann');
    expect(await store.read()).toBeNull();
    const ben = session('ben');
    await store.change(() => ben);
    await keeper.end('ann');
    expect(await store.read()).toEqual(ben);
  });

  it('is not undone by a read that began before it', async () => {
    const { keeper } = await page(session('ann', { expiresAt: LATE }));
    await Promise.all([keeper.reload(), keeper.end('ann')]);
    expect(keeper.current.get()).toBeNull();
  });
});
