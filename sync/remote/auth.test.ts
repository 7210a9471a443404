import { expect, it } from 'vitest';
import { readLink } from './auth.ts';

const at = (rest: string) => readLink(`https://app.test/auth/callback${rest}`);

it('reads what a mail link brought: tokens, a hash to verify, a code, an error, nothing', () => {
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
