import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { createSessionKeeper } from './session.ts';
import { openSessionStore, type StoredSession } from './session-store.ts';

const LATE = 10_000_000;

/** Expires at 1,000: long ago, for a page whose clock says a million. */
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

/** A page with a session on its disk and an auth service that answers when the test says so. */
async function page(stored: StoredSession) {
  const store = openSessionStore(new IDBFactory());
  await store.change(() => stored);
  let answer: (response: Response) => void = () => undefined;
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const revoked: string[] = [];
  const keeper = createSessionKeeper(
    {
      config: { supabaseUrl: 'https://backend.test', publishableKey: 'key' },
      fetch: (input, init) => {
        if (String(input instanceof Request ? input.url : input).includes('/logout')) {
          revoked.push(new Headers(init?.headers).get('authorization') ?? '');
          return Promise.resolve(new Response(null, { status: 204 }));
        }
        asked();
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
    isAsked,
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
    // In another tab, while this one was frozen.
    await store.change(() => session('ben', { expiresAt: LATE }));
    await keeper.reload();
    expect(await keeper.accessTokenOf('ann')).toBeNull();
    expect(await keeper.accessTokenOf('ben')).toBe('token of ben');
  });
});

describe('a renewal that is answered late', () => {
  it('[SY-19] does not sign in a person who has signed out meanwhile, and is ended on the server', async () => {
    const { store, keeper, revoked, isAsked, renews } = await page(session('ann'));
    const token = keeper.accessTokenOf('ann');
    await isAsked;
    await keeper.end('ann');
    renews('ann');
    expect(await token).toBeNull();
    expect(await store.read()).toBeNull();
    expect(keeper.current.get()).toBeNull();
    expect(revoked).toEqual(['Bearer renewed token']);
  });

  it('[SY-19] does not replace another person who has signed in', async () => {
    const { store, keeper, isAsked, renews } = await page(session('ann'));
    const token = keeper.accessTokenOf('ann');
    await isAsked;
    const ben = session('ben', { expiresAt: LATE });
    await keeper.begin(ben);
    renews('ann');
    expect(await token).toBeNull();
    expect(await store.read()).toEqual(ben);
    expect(await keeper.accessTokenOf('ben')).toBe('token of ben');
  });

  it('[SY-19] and refused neither brings back nor locks a session that is over', async () => {
    for (const next of [
      null,
      session('ben', { expiresAt: LATE }),
      session('ann', { refreshToken: 'of a new sign-in' }),
    ]) {
      const { store, keeper, isAsked, refuses } = await page(session('ann'));
      const renewing = keeper.renew();
      await isAsked;
      if (next) await keeper.begin(next);
      else await keeper.end('ann');
      refuses();
      expect(await renewing).toBe('rejected');
      expect(await store.read()).toEqual(next);
    }
  });

  it('[SY-19] locks the session that it was asked for', async () => {
    const { store, keeper, isAsked, refuses } = await page(session('ann'));
    const renewing = keeper.renew();
    await isAsked;
    refuses();
    expect(await renewing).toBe('rejected');
    expect(await store.read()).toEqual(session('ann', { locked: true }));
  });
});

describe('a renewal that somebody else answers', () => {
  const answers: Readonly<Record<string, () => Response>> = {
    'a captive portal': () => new Response('<html>Sign in to Hotel WiFi</html>', { status: 401 }),
    'a proxy in words': () => new Response('Proxy authentication required', { status: 401 }),
    'a gateway with JSON of its own': () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
    'a gateway that forbids': () => Response.json({ error: 'Forbidden', message: 'Access denied' }, { status: 403 }),
    'a host that has moved': () => Response.json({ message: 'no Route matched with those values' }, { status: 404 }),
    'nothing but a status': () => new Response(null, { status: 401 }),
    'a filter that is asked too much': () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 }),
  };
  it.each(Object.entries(answers))('[S-5] %s does not lock the session', async (_name, respond) => {
    const { store, keeper, isAsked, answers: answer } = await page(session('ann'));
    const renewing = keeper.renew();
    await isAsked;
    answer(respond());
    expect(await renewing).toBe('unreachable');
    expect(await store.read()).toEqual(session('ann'));
  });

  const refusals: Readonly<Record<string, () => Response>> = {
    'in the words of today': () =>
      Response.json({ code: 400, error_code: 'refresh_token_already_used', msg: 'Already Used' }, { status: 400 }),
    'of somebody who is banned': () =>
      Response.json({ code: 403, error_code: 'user_banned', msg: 'User is banned' }, { status: 403 }),
    'with 401': () => Response.json({ error_code: 'session_expired', msg: 'Session expired' }, { status: 401 }),
    'in the words of an older service': () =>
      Response.json({ error: 'invalid_grant', error_description: 'Invalid Refresh Token' }, { status: 400 }),
  };
  it.each(Object.entries(refusals))('and a refusal of the auth service %s ends the session', async (_name, respond) => {
    const { store, keeper, isAsked, answers: answer } = await page(session('ann'));
    const renewing = keeper.renew();
    await isAsked;
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
