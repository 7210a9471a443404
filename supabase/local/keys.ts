import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateApiKey } from '@supabase/lite';
import * as z from 'zod/mini';
import { replaceFile } from './replace-file.ts';
import { StartError, reasonOf } from './start-error.ts';

const stackKeys = z.object({
  serviceRoleKey: z.string().check(z.startsWith('sb_secret_')),
  publishableKey: z.string().check(z.startsWith('sb_publishable_')),
  jwtSecret: z.string().check(z.minLength(32)),
  /** Opens the mailbox. Needed unless only this machine can reach the server. */
  mailboxKey: z.string().check(z.minLength(32)),
  /** Opens `/metrics`. Needed unless only this machine can reach the server. */
  metricsKey: z.string().check(z.minLength(32)),
  /** With superuser rights. */
  databaseUrl: z.string(),
});
export type StackKeys = z.infer<typeof stackKeys>;

/** Key files of earlier versions may lack these two keys. */
const storedKeys = z.extend(stackKeys, {
  mailboxKey: z.optional(stackKeys.shape.mailboxKey),
  metricsKey: z.optional(stackKeys.shape.metricsKey),
});

/**
 * Reads or creates the keys, and writes them with mode 600. `databaseUrl` is replaced at each start: its port changes.
 */
export async function loadKeys(dataDir: string, databaseUrl: string): Promise<StackKeys> {
  const file = join(dataDir, 'keys.json');
  const stored = existsSync(file) ? readKeys(file) : await createKeys();
  const keys = { ...stored, databaseUrl };
  try {
    await replaceFile(file, `${JSON.stringify(keys, null, 2)}\n`);
  } catch (error) {
    throw new StartError(
      `${file} cannot be written: ${reasonOf(error)}. Make room on its disk, or give its folder to this user.`,
    );
  }
  return keys;
}

function readKeys(file: string): StackKeys {
  try {
    const stored = storedKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { ...stored, mailboxKey: stored.mailboxKey ?? newKey(), metricsKey: stored.metricsKey ?? newKey() };
  } catch {
    throw new StartError(
      `${file} is broken. Put it back from your latest backup, or move it away to get new keys (everyone has to sign in again).`,
    );
  }
}

async function createKeys(): Promise<StackKeys> {
  const [secret, publishable] = await Promise.all([generateApiKey('secret'), generateApiKey('publishable')]);
  return {
    serviceRoleKey: secret.key,
    publishableKey: publishable.key,
    jwtSecret: randomBytes(48).toString('base64url'),
    mailboxKey: newKey(),
    metricsKey: newKey(),
    databaseUrl: '',
  };
}

const newKey = () => randomBytes(32).toString('base64url');
