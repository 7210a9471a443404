import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { passcodeMatches } from '../../functions/validate-beta-passcode/passcode-hash.ts';
import { writeSelfHostedEnv } from './self-hosted-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undercurrent-self-hosted-'));
  copyFileSync(new URL('../../self-hosted/.env.example', import.meta.url), join(folder, '.env.example'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: string) => parseEnv(readFileSync(file, 'utf8'));

/** The claims of a token. @throws Error if the token is not signed with the secret */
async function readToken(token: string, secret: string): Promise<unknown> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const isSigned = await crypto.subtle.verify(
    'HMAC',
    key,
    Buffer.from(signature, 'base64url'),
    bytes(`${header}.${claims}`),
  );
  if (!isSigned) throw new Error('not signed by this secret');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

it('fills in every secret, signs both keys with the secret of the file, and leaves the addresses to the operator', async () => {
  const now = Date.UTC(2026, 11, 1);
  const file = await writeSelfHostedEnv(folder, 'velvet rope', now);
  expect(file).toBe(join(folder, '.env'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const env = read(file);
  expect(Object.keys(env)).toEqual(Object.keys(read(join(folder, '.env.example'))));
  const empty = Object.keys(env)
    .filter((name) => env[name] === '')
    .toSorted();
  expect(empty).toEqual(['API_URL', 'MAIL_FROM', 'PUBLIC_URL', 'SMTP_HOST', 'SMTP_PASS', 'SMTP_USER']);
  const { JWT_SECRET: secret = '', ANON_KEY: anon = '', SERVICE_ROLE_KEY: service = '' } = env;
  const iat = now / 1000;
  const common = { iss: 'supabase', iat, exp: iat + 20 * 365 * 24 * 3600 };
  expect(await readToken(anon, secret)).toEqual({ ...common, role: 'anon' });
  expect(await readToken(service, secret)).toEqual({ ...common, role: 'service_role' });
  expect(env['POSTGRES_PASSWORD']).toMatch(/^[0-9a-f]{64}$/);
  expect(env['REALTIME_ENCRYPTION_KEY']).toMatch(/^[0-9a-f]{16}$/);
  expect([secret.length, env['REALTIME_SECRET']?.length]).toEqual([64, 64]);
  expect(await passcodeMatches('velvet rope', env['BETA_PASSCODE_HASH'] ?? '')).toBe(true);
});

it('never replaces secrets, and makes new ones for each installation', async () => {
  const file = await writeSelfHostedEnv(folder, 'one');
  const first = readFileSync(file, 'utf8');
  await expect(writeSelfHostedEnv(folder, 'two')).rejects.toThrow(
    /\.env exists already, .* Nothing was changed: edit it by hand\./,
  );
  expect(readFileSync(file, 'utf8')).toBe(first);
  rmSync(file);
  const [one, other] = [parseEnv(first), read(await writeSelfHostedEnv(folder, 'one'))];
  const same = Object.keys(one).filter((name) => one[name] !== '' && one[name] === other[name]);
  expect(same.toSorted()).toEqual(['DATABASE_PORT', 'GATEWAY_PORT', 'SMTP_PORT']);
});
