import type postgres from 'postgres';
import * as z from 'zod/mini';
import { refusal } from './auth-guard.ts';

const signUp = z.looseObject({
  email: z.string(),
  data: z.optional(z.looseObject({ beta_token: z.optional(z.string()) })),
});
const hookAnswer = z.object({ error: z.optional(z.object({ http_code: z.number(), message: z.string() })) });

export function betaTokenOf(body: unknown): string {
  const parsed = z.safeParse(signUp, body);
  return (parsed.success && parsed.data.data?.beta_token) || '';
}

/** Runs hosted Auth's hook (S-39). @returns the hook's refusal, or null */
export async function refuseSignUp(sql: postgres.Sql, body: unknown): Promise<Response | null> {
  const parsed = z.safeParse(signUp, body);
  const event = {
    metadata: { name: 'before-user-created', time: new Date().toISOString() },
    user: {
      email: parsed.success ? parsed.data.email : null,
      user_metadata: { beta_token: betaTokenOf(body) },
    },
  };
  const [row] = await sql`select private.before_user_created(${JSON.stringify(event)}::text::jsonb) as answer`;
  const { error } = hookAnswer.parse(row?.['answer']);
  return error ? refusedByGate(error.http_code, error.message) : null;
}

/** Uses up the token of a sign-up that creates no account: an unused token would reveal the existing account. */
export async function spendBetaToken(sql: postgres.Sql, body: unknown): Promise<void> {
  await sql`select private.spend_beta_token(${betaTokenOf(body)}, null)`;
}

export function refusedByGate(status: number, message: string): Response {
  return refusal(status, 'beta_token', message);
}
