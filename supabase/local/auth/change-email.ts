import type postgres from 'postgres';
import type { Mailer } from '../mail/mail.ts';
import { codeHash, newCode } from './mail-confirmation.ts';
import { verifyLink, type MailContext } from './mail-links.ts';

export const FIRST_ADDRESS_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Records a requested change of e-mail and mails both addresses (`double_confirm_changes`). @supabase/lite would mail one, and would
 * accept the current address's confirmation for the new one.
 *
 * A new address that already has an account gets no mail, and the response does not reveal the account.
 */
export async function askToChangeEmail(
  sql: postgres.Sql,
  mailer: Mailer,
  change: { readonly userId: string; readonly from: string; readonly to: string },
  context: MailContext,
): Promise<void> {
  const to = change.to.toLowerCase();
  const codes = { [change.from]: newCode(), [to]: newCode() };
  const hashOf = (email: string) => codeHash(email, codes[email] ?? '');
  const [account] = await sql<{ isTaken: boolean }[]>`
    update auth.users set email_change = ${to}, email_change_sent_at = now(), email_change_confirm_status = 0,
      email_change_token_current = ${hashOf(change.from)}, email_change_token_new = ${hashOf(to)}
      where id = ${change.userId}
      returning exists (select from auth.users other where other.email = ${to}) as "isTaken"`;
  const recipients = account?.isTaken === false ? [change.from, to] : [change.from];
  for (const email of recipients) {
    const link = verifyLink(context, { hash: hashOf(email), type: 'email_change', email });
    await mailer.send({
      kind: 'email_change',
      to: email,
      code: codes[email] ?? '',
      link,
      from: change.from,
      newAddress: to,
    });
  }
}

/** The unconfirmed change of e-mail of the account with this present address; null without one. */
export async function pendingChange(
  sql: postgres.Sql,
  email: string,
): Promise<{ userId: string; from: string; to: string } | null> {
  const [user] = await sql<{ userId: string; from: string; to: string }[]>`
    select id as "userId", email as from, email_change as to from auth.users
      where email = ${email.toLowerCase()} and email_change <> ''`;
  return user ?? null;
}

/**
 * Records the confirmation of one of the two addresses. The hash of the second confirmation moves to the column where
 * @supabase/lite looks for it, so that the library can change the address and start a session.
 *
 * @returns null when no change of the last `withinS` seconds has this hash
 */
export async function confirmEmailChange(
  sql: postgres.Sql,
  hash: string,
  withinS: number,
): Promise<'first' | 'second' | null> {
  const [user] = await sql<{ status: number }[]>`
    update auth.users set
      email_change_token_current = case when email_change_confirm_status = 0
        then nullif(email_change_token_current, ${hash}) else ${hash} end,
      email_change_token_new = case when email_change_confirm_status = 0 then nullif(email_change_token_new, ${hash}) end,
      email_change_confirm_status = 1 - email_change_confirm_status
      where ${hash} in (email_change_token_current, email_change_token_new) and email_change <> ''
        and email_change_sent_at > now() - make_interval(secs => ${withinS})
      returning email_change_confirm_status as status`;
  if (!user) return null;
  return user.status === 1 ? 'first' : 'second';
}
