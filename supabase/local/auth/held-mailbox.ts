import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import * as z from 'zod/mini';
import { hashOfLink } from './mail-links.ts';

/** The hash under which Auth keeps the code of a mail. */
export const codeHash = (email: string, code: string): string =>
  createHash('sha256').update(`${email.toLowerCase()}${code}`).digest('hex');

const linkBody = z.looseObject({ token_hash: z.string() });
/** The hash is of both together: digits of a code that stand with the address would be tried as another address's. */
const codeBody = z.looseObject({ email: z.string(), token: z.string().check(z.regex(/^\d{6}$/)) });

/** A request to confirm, as @supabase/lite is given it. */
export interface Confirmation {
  readonly body: Buffer;
  /** What the code is kept under. */
  readonly hash: string;
}

/** Reads what a link's or a mail's code asks for. Null when it can confirm nothing: a link must be one that was sent. */
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
 * Runs a confirmation. Whoever follows a sign-in or a recovery link of an address that was never confirmed holds the mailbox; the
 * password of that account was set by a sign-up of which nobody knows whose it was, and is void from then on.
 */
export async function withoutUnprovenPassword<T>(
  sql: postgres.Sql,
  hash: string,
  confirm: () => Promise<T>,
): Promise<T> {
  const [held] = await sql<{ id: string }[]>`
    update auth.users set encrypted_password = null
      where recovery_token = ${hash} and email_confirmed_at is null returning id`;
  const result = await confirm();
  // A sign-up may have come in between.
  if (held) await sql`update auth.users set encrypted_password = null where id = ${held.id}`;
  return result;
}
