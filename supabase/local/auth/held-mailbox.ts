import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import * as z from 'zod/mini';

const verifyBody = z.union([
  z.looseObject({ token_hash: z.string() }),
  z.looseObject({ email: z.string(), token: z.string() }),
]);

/** The hash under which Auth keeps the code of a mail. */
export const codeHash = (email: string, code: string): string =>
  createHash('sha256').update(`${email.toLowerCase()}${code}`).digest('hex');

/** What a link or a code of a mail is kept under; null when the request carries neither. */
export function presentedHash(url: URL, body: unknown): string | null {
  const parsed = z.safeParse(verifyBody, body);
  if (!parsed.success) return url.searchParams.get('token');
  const { data } = parsed;
  return 'token_hash' in data && typeof data.token_hash === 'string'
    ? data.token_hash
    : codeHash(String(data['email']), String(data['token']));
}

/**
 * Runs a confirmation. Whoever follows a sign-in or a recovery link of an address that was never confirmed holds the mailbox; the
 * password of that account was set by a sign-up of which nobody knows whose it was, and is void from then on.
 */
export async function withoutUnprovenPassword<T>(
  sql: postgres.Sql,
  hash: string | null,
  confirm: () => Promise<T>,
): Promise<T> {
  const [held] = hash
    ? await sql<{ id: string }[]>`
        update auth.users set encrypted_password = null
          where recovery_token = ${hash} and email_confirmed_at is null returning id`
    : [];
  const result = await confirm();
  // A sign-up may have come in between.
  if (held) await sql`update auth.users set encrypted_password = null where id = ${held.id}`;
  return result;
}
