import * as z from 'zod/mini';
import type { RemoteAct } from './remote-acts.ts';
import type { RemoteRead } from './remote-reads.ts';

/** The person's sessions: this device's first, then the others, the last used first. */
export const mySessions = {
  name: 'my-sessions',
  from: { procedure: 'list_my_sessions', with: {} },
  answer: z.array(
    z.object({
      session_id: z.string(),
      user_agent: z.nullable(z.string()),
      started_at: z.string(),
      /** When the session last got an access token: up to an hour before the session was last used. */
      used_at: z.string(),
      is_current: z.boolean(),
    }),
  ),
  freshMs: 60_000,
} satisfies RemoteRead<unknown>;

/** Signs the person out on other devices, which then delete the person's data. */
export const endSessions = {
  procedure: 'end_my_sessions',
  parameters: (sessionIds: readonly string[]) => ({ p_sessions: sessionIds }),
  keyLifetime: 'none',
  answer: z.object({ success: z.literal(true), ended: z.number() }),
  invalidates: [mySessions],
  refused: { title: 'Session Not Ended' },
  failed: { title: 'Session Not Ended', text: 'Something went wrong. Please try again.' },
} satisfies RemoteAct<never, unknown>;
