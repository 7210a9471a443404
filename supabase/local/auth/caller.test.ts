import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callerOfHeaders, callerOfToken } from './caller.ts';

const keys = { publishableKey: 'sb_publishable_x', serviceRoleKey: 'sb_secret_y', jwtSecret: 's'.repeat(40) };
const now = 1_000_000;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(claims: Record<string, unknown>, { alg = 'HS256', secret = keys.jwtSecret } = {}): string {
  const body = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

const claims = { sub: 'user-1', role: 'authenticated', exp: now / 1000 + 60 };

describe('The caller behind a token', () => {
  it('is the user of a signed token', () => {
    expect(callerOfToken(token(claims), keys, now)).toEqual({
      role: 'authenticated',
      userId: 'user-1',
      claims,
      expiresAt: now / 1000 + 60,
    });
  });

  it.each([
    ['expired', token({ ...claims, exp: now / 1000 })],
    ['without an expiry', token({ sub: 'user-1', role: 'authenticated' })],
    ['signed with another secret', token(claims, { secret: 'other' })],
    ['of another algorithm', token(claims, { alg: 'none' })],
    ['of an unknown role', token({ ...claims, role: 'postgres' })],
    ['without a signature', token(claims).split('.').slice(0, 2).join('.')],
    ['changed', token(claims).replace(/\.[^.]+\./, `.${part({ ...claims, sub: 'user-2' })}.`)],
    ['empty', ''],
    ['noise', 'a.b.c'],
  ])('is nobody when the token is %s', (_label, value) => {
    expect(callerOfToken(value, keys, now)).toBeNull();
  });

  it('is anonymous for the publishable key and the service role for the service key; a bearer token takes precedence over a key', () => {
    const role = (headers: Record<string, string>) => callerOfHeaders(headers, keys)?.role ?? null;
    expect(role({ apikey: keys.publishableKey })).toBe('anon');
    expect(role({ authorization: `Bearer ${keys.serviceRoleKey}` })).toBe('service_role');
    expect(role({ apikey: keys.serviceRoleKey, authorization: 'Bearer nonsense' })).toBeNull();
    expect(role({})).toBeNull();
  });
});
