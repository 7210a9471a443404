import { randomBytes } from 'node:crypto';
import type postgres from 'postgres';
import type { Mailer } from '../mail/mail.ts';
import { PASSWORD_ROUNDS } from './right-password.ts';
import { codeHash, newCode } from './mail-confirmation.ts';
import { verifyLink, type MailContext } from './mail-links.ts';

/** Wait before a confirmation is sent again. */
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
  | { readonly kind: 'confirmed'; readonly user: PendingUser }
  | { readonly kind: 'too-soon' }
  | { readonly kind: 'resendable'; readonly user: PendingUser };

/** Which response and mail a sign-up needs. @supabase/lite would answer 429 for every existing account. */
export async function signupState(sql: postgres.Sql, email: string): Promise<SignupState> {
  const [user] = await sql<PendingUser[]>`
    select id, email, confirmed_at is not null as confirmed,
           coalesce(extract(epoch from now() - confirmation_sent_at), 1e9)::float8 as waited
      from auth.users where email = ${email.toLowerCase()} and deleted_at is null`;
  if (!user) return { kind: 'new' };
  if (user.confirmed) return { kind: 'confirmed', user };
  return user.waited < RESEND_AFTER_S ? { kind: 'too-soon' } : { kind: 'resendable', user };
}

/** Mails a new confirmation. @param password null keeps the current one; until confirmation, each sign-up replaces it */
export async function resendConfirmation(
  sql: postgres.Sql,
  mailer: Mailer,
  user: PendingUser,
  password: string | null,
  context: MailContext,
): Promise<void> {
  const code = newCode();
  const token = codeHash(user.email, code);
  const sent = await sql`
    update auth.users set confirmation_token = ${token}, confirmation_sent_at = now(),
      encrypted_password = coalesce(
        extensions.crypt(${password}::text, extensions.gen_salt('bf', ${PASSWORD_ROUNDS}::integer)), encrypted_password
      )
      where id = ${user.id} and email_confirmed_at is null`;
  if (sent.count === 0) return;
  const link = verifyLink(context, { hash: token, type: 'signup', email: user.email });
  await mailer.send({ kind: 'confirmation', to: user.email, code, link });
}

/**
 * Mails the owner of an account whose address is signed up again: a person who forgot about the account expects a mail.
 */
export async function sendExistingAccount(
  sql: postgres.Sql,
  mailer: Mailer,
  { id, email }: PendingUser,
  context: MailContext,
): Promise<void> {
  // Check this first: if no mail is sent, the code of an earlier mail must stay valid.
  if (!(await mailer.mayMailUnrequested(email))) return;
  const code = newCode();
  const hash = codeHash(email, code);
  await sql`update auth.users set recovery_token = ${hash}, recovery_sent_at = now() where id = ${id}`;
  const [link, recoveryLink] = [
    verifyLink(context, { hash, type: 'magiclink', email }),
    verifyLink(context, { hash, type: 'recovery', email }),
  ];
  await mailer.send({ kind: 'existing_account', to: email, code, link, recoveryLink });
}

export type AnswerSignup = (sql: postgres.Sql, email: string) => Promise<Response>;

/** Largest number of generated ids in memory. */
const MAX_REMEMBERED = 10_000;

/**
 * Makes responses to sign-ups that do not reveal whether an address has an account. An unconfirmed account gets its own
 * id, a confirmed one a generated id. Both ids stay the same when the sign-up is repeated.
 */
export function createSignupAnswers(): AnswerSignup {
  const generatedIds = new Map<string, string>();
  return async (sql, email) => {
    const [unconfirmed] = await sql<{ id: string }[]>`
      select id from auth.users where email = ${email} and confirmed_at is null and deleted_at is null`;
    const id = unconfirmed?.id ?? generatedIds.get(email) ?? newId();
    const [oldest] = generatedIds.keys();
    if (!unconfirmed) generatedIds.set(email, id);
    if (generatedIds.size > MAX_REMEMBERED && oldest !== undefined) generatedIds.delete(oldest);
    return Response.json(signedUp(email, id));
  };
}

/** A version 7 UUID, as @supabase/lite generates. */
function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function signedUp(email: string, id: string): Record<string, unknown> {
  const now = new Date().toISOString();
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
