import { createHash, randomInt } from 'node:crypto';
import type postgres from 'postgres';
import * as z from 'zod/mini';
import { hashOfLink } from './mail-links.ts';

/** A code of a mail: six digits. */
export const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0');

export const codeHash = (email: string, code: string): string =>
  createHash('sha256').update(`${email.toLowerCase()}${code}`).digest('hex');

const linkBody = z.looseObject({ token_hash: z.string() });
/** Requires six digits: the hash covers address and code joined, so digits moved from the code into the address would not change it. */
const codeBody = z.looseObject({ email: z.string(), token: z.string().check(z.regex(/^\d{6}$/)) });

export interface Confirmation {
  /** The request's body for @supabase/lite. */
  readonly body: Buffer;
  /** Hash of the token, as stored with the account. */
  readonly hash: string;
}

/** The link or code in a request; null for a link without our signature, and for a malformed code. */
export function readConfirmation(json: unknown, body: Buffer, secret: string): Confirmation | null {
  const link = z.safeParse(linkBody, json);
  if (link.success) {
    const hash = hashOfLink(link.data.token_hash, secret);
    return hash === null ? null : { hash, body: Buffer.from(JSON.stringify({ ...link.data, token_hash: hash })) };
  }
  const code = z.safeParse(codeBody, json);
  return code.success ? { body, hash: codeHash(code.data.email, code.data.token) } : null;
}

/**
 * Runs `confirm` for a sign-in or recovery mail and removes the password of an address that was never confirmed. The
 * mail proves who owns the mailbox, but an unknown person set the password at sign-up.
 */
export async function withoutUnprovenPassword<T>(
  sql: postgres.Sql,
  hash: string,
  confirm: () => Promise<T>,
): Promise<T> {
  const [unproven] = await sql<{ id: string }[]>`
    update auth.users set encrypted_password = null
      where recovery_token = ${hash} and email_confirmed_at is null returning id`;
  const result = await confirm();
  // A sign-up may have set a password in the meantime.
  if (unproven) await sql`update auth.users set encrypted_password = null where id = ${unproven.id}`;
  return result;
}
