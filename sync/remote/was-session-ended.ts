import * as z from 'zod/mini';
import { type HttpEnvironment, request } from './http.ts';

const claims = z.object({ session_id: z.string() });

/**
 * Whether the person ended this session from another device, or deleted the account. Null if that is unknown, for example
 * because the server was not reached. @param accessToken the session's last token, even an expired one
 */
export async function wasSessionEnded(environment: HttpEnvironment, accessToken: string): Promise<boolean | null> {
  const parsed = z.safeParse(claims, claimsOf(accessToken));
  if (!parsed.success) return false;
  const body = { p_session: parsed.data.session_id };
  const reply = await request(environment, '/rest/v1/rpc/was_session_ended', { body, token: null });
  if (reply.ok) return typeof reply.value === 'boolean' ? reply.value : null;
  // An older server does not have the procedure.
  return reply.failure.kind === 'refused' ? false : null;
}

/** Null if the token cannot be read. */
function claimsOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
