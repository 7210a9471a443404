import type { IncomingHttpHeaders } from 'node:http';
import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { StackKeys } from '../keys.ts';
import { callerOfHeaders } from './caller.ts';

const ownSession = z.looseObject({ sub: z.string(), session_id: z.string() });

/**
 * Ends the other sessions of whoever asks, as hosted Auth does when a password is changed: one that somebody else began with the old
 * password would go on. Tokens of them hold until they are renewed.
 */
export async function endOtherSessions(
  sql: postgres.Sql,
  headers: IncomingHttpHeaders,
  keys: StackKeys,
): Promise<void> {
  const parsed = z.safeParse(ownSession, callerOfHeaders(headers, keys)?.claims);
  if (!parsed.success) return;
  await sql`delete from auth.sessions where user_id = ${parsed.data.sub} and id <> ${parsed.data.session_id}`;
}
