import { createHmac, randomInt } from 'node:crypto';
import type postgres from 'postgres';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { PASSWORD_ROUNDS } from './right-password.ts';
import { codeHash } from './held-mailbox.ts';
import { verifyLink, type MailContext } from './mail-links.ts';

/** Seconds between two confirmation mails to one address, as on hosted Supabase. */
const RESEND_AFTER_S = 60;

interface PendingUser {
  readonly id: string;
  readonly email: string;
  readonly confirmed: boolean;
  /** Seconds since the last confirmation mail. */
  readonly waited: number;
}

export type SignupState =
  | { readonly kind: 'new' }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'too-soon' }
  | { readonly kind: 'resendable'; readonly user: PendingUser };

/** What a sign-up or a resend for this address meets. @supabase/lite answers 429 for every account that exists. */
export async function signupState(sql: postgres.Sql, email: string): Promise<SignupState> {
  const [user] = await sql<PendingUser[]>`
    select id, email, confirmed_at is not null as confirmed,
           coalesce(extract(epoch from now() - confirmation_sent_at), 1e9)::float8 as waited
      from auth.users where email = ${email.toLowerCase()} and deleted_at is null`;
  if (!user) return { kind: 'new' };
  if (user.confirmed) return { kind: 'confirmed' };
  return user.waited < RESEND_AFTER_S ? { kind: 'too-soon' } : { kind: 'resendable', user };
}

/**
 * Sends the confirmation mail again with a fresh code.
 *
 * @param password of a new sign-up for the address: until it is confirmed the newest counts, and only the mail that was sent for
 *   it confirms it; null leaves the password as it is
 */
export async function resendConfirmation(
  sql: postgres.Sql,
  mailbox: Mailbox,
  user: PendingUser,
  password: string | null,
  context: MailContext,
): Promise<void> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const token = codeHash(user.email, code);
  const sent = await sql`
    update auth.users set confirmation_token = ${token}, confirmation_sent_at = now(),
      encrypted_password = coalesce(
        extensions.crypt(${password}::text, extensions.gen_salt('bf', ${PASSWORD_ROUNDS}::integer)), encrypted_password
      )
      where id = ${user.id} and email_confirmed_at is null`;
  if (sent.count === 0) return;
  await mailbox.deliver({
    to: user.email,
    subject: 'Confirm Your Signup',
    text: `Confirm your signup with this code: ${code}\n\nOr follow this link: ${verifyLink(context, token, 'signup')}`,
  });
}

/**
 * The answer to any sign-up, which says of no address whether it had an account: the id is made of the address, and is not the
 * account's.
 */
export function signupAnswer(email: string, secret: string): Record<string, unknown> {
  const now = new Date().toISOString();
  const id = madeUpId(email, secret);
  const identity = {
    id,
    identity_id: id,
    user_id: id,
    provider: 'email',
    identity_data: { email, sub: id },
    created_at: now,
    updated_at: now,
  };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** A UUID of version 8, the same for each sign-up of the address. */
function madeUpId(email: string, secret: string): string {
  const digits = createHmac('sha256', secret).update(`sign-up ${email}`).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}
