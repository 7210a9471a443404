import type { IncomingHttpHeaders } from 'node:http';
import type postgres from 'postgres';
import * as z from 'zod/mini';
import type { StackKeys } from '../keys.ts';
import { callerOfHeaders } from './caller.ts';

const ownSession = z.looseObject({ sub: z.string(), session_id: z.string() });

/** Ends the person's sessions except the one in use, so that no thief's session survives a changed password. */
export async function endOtherSessions(
  sql: postgres.Sql,
  headers: IncomingHttpHeaders,
  keys: StackKeys,
): Promise<void> {
  const parsed = z.safeParse(ownSession, callerOfHeaders(headers, keys)?.claims);
  if (!parsed.success) return;
  await sql`delete from auth.sessions where user_id = ${parsed.data.sub} and id <> ${parsed.data.session_id}`;
}
