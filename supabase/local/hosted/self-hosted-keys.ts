import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPasscode } from '../../functions/validate-beta-passcode/passcode-hash.ts';
import { reasonOf, StartError } from '../start-error.ts';

/** How long the two API keys are valid. An operator replaces them together with the secret that signs them, so they need no shorter life. */
const YEARS_VALID = 20;

/**
 * Writes `.env` beside `.env.example` in a folder, with new secrets and mode 600. An existing `.env` is never replaced: a database works
 * only with the secrets of its first start.
 *
 * @param passcode of the beta gate; only its hash is stored
 * @returns the path of the file
 * @throws StartError
 */
export async function writeSelfHostedEnv(folder: string, passcode: string, now = Date.now()): Promise<string> {
  const file = join(folder, '.env');
  const secrets = await createSecrets(passcode, now);
  let text = readFileSync(`${file}.example`, 'utf8');
  // A hash contains dollar signs: in a replacement text, `replace` would interpret them. Compose keeps them unchanged in single quotes.
  for (const [name, value] of Object.entries(secrets))
    text = text.replace(new RegExp(`^${name}=$`, 'm'), () => `${name}='${value}'`);
  try {
    writeFileSync(file, text.replace(/^# `npm run self-hosted-keys` .*\n/, ''), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(
      error instanceof Error && 'code' in error && error.code === 'EEXIST'
        ? `${file} exists already, and its database works only with the secrets in it. Nothing was changed: edit it by hand.`
        : `${file} cannot be written: ${reasonOf(error)}. Nothing was changed.`,
    );
  }
  return file;
}

async function createSecrets(passcode: string, now: number): Promise<Record<string, string>> {
  const jwtSecret = randomBytes(48).toString('base64url');
  return {
    // Hexadecimal, because it is part of URLs.
    POSTGRES_PASSWORD: randomBytes(32).toString('hex'),
    JWT_SECRET: jwtSecret,
    ANON_KEY: signKey('anon', jwtSecret, now),
    SERVICE_ROLE_KEY: signKey('service_role', jwtSecret, now),
    REALTIME_SECRET: randomBytes(48).toString('base64url'),
    // Realtime encrypts with AES-128: exactly 16 characters.
    REALTIME_ENCRYPTION_KEY: randomBytes(8).toString('hex'),
    BETA_PASSCODE_HASH: await hashPasscode(passcode),
  };
}

/** A legacy API key: a token with a role and no person. */
function signKey(role: string, secret: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = iat + YEARS_VALID * 365 * 24 * 3600;
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role, iss: 'supabase', iat, exp })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
