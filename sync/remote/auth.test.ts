import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { createAuth, readLink } from './auth.ts';
import { openSessionStore } from './session-store.ts';
import { createSessionKeeper } from './session.ts';

const at = (rest: string) => readLink(`https://app.test/auth/callback${rest}`);

it('a mail link is parsed as tokens, a hash to verify, a code, an error, or nothing', () => {
  expect(at('#access_token=a&refresh_token=r&expires_in=60&type=recovery')).toEqual({
    kind: 'tokens',
    accessToken: 'a',
    refreshToken: 'r',
    expiresInS: 60,
    isRecovery: true,
  });
  expect(at('?token_hash=h&type=signup')).toEqual({ kind: 'otp', tokenHash: 'h', type: 'signup' });
  expect(at('?code=c')).toEqual({ kind: 'code', code: 'c' });
  expect(at('#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid')).toEqual({
    kind: 'error',
    message: 'Email link is invalid',
  });
  expect(at('')).toEqual({ kind: 'none' });
});

it("[S-5] a captive portal's answer to a sign-in or a link counts as no network", async () => {
  const portal = () => Promise.resolve(new Response('<html>Sign in to Hotel WiFi</html>', { status: 401 }));
  const environment = {
    config: { supabaseUrl: 'https://backend.test', publishableKey: 'key' },
    fetch: portal,
    betaToken: { get: () => null, clear: () => undefined, suspend: () => () => undefined },
    locks: null,
    now: () => 1_000,
    settled: () => Promise.resolve(),
    drain: () => Promise.resolve(),
  };
  const keeper = createSessionKeeper(environment, openSessionStore(new IDBFactory()));
  const auth = createAuth({ ...environment, betaToken: environment.betaToken }, keeper);
  expect(await auth.signIn('ann@example.com', 'correct horse')).toEqual({ ok: false, failure: { kind: 'network' } });
  const link = 'https://app.test/auth/callback#token_hash=abc&type=magiclink';
  expect(await auth.completeRedirect(link)).toEqual({ kind: 'unreachable' });
});

it.each([
  ['{"mail_delayed":true}', 200, true],
  ['{"mail_delayed":false}', 200, false],
  ['{"disable_signup":false}', 200, false],
  ['<html>Sign in to Hotel WiFi</html>', 200, false],
  ['{"mail_delayed":true}', 503, false],
])('mails count as delayed only if the server says so: %s with status %i', async (body, status, expected) => {
  const environment = {
    config: { supabaseUrl: 'https://backend.test', publishableKey: 'key' },
    fetch: () => Promise.resolve(new Response(body, { status })),
    betaToken: { get: () => null, clear: () => undefined, suspend: () => () => undefined },
    locks: null,
    now: () => 1_000,
    settled: () => Promise.resolve(),
    drain: () => Promise.resolve(),
  };
  const auth = createAuth(environment, createSessionKeeper(environment, openSessionStore(new IDBFactory())));
  expect(await auth.isMailDelayed()).toBe(expected);
});
