import type postgres from 'postgres';

const MAX_REPLY_LENGTH = 500;

/** Records in `private.mail_refusals` that the mail server refused, for good, a mail to an account's address. */
export async function rememberRefusal(sql: postgres.Sql, email: string, reply: string): Promise<void> {
  const address = email.toLowerCase();
  await sql`
    insert into private.mail_refusals (email, user_id, reply)
      select ${address}, u.id, ${reply.slice(0, MAX_REPLY_LENGTH)} from auth.users u
        where ${address} in (u.email, u.email_change) order by u.email = ${address} desc limit 1
      on conflict (email) do update set
        refusals = mail_refusals.refusals + 1, reply = excluded.reply, user_id = excluded.user_id, refused_at = excluded.refused_at`;
}

/** Whether the mail server refused a mail to the address in the last 24 hours. */
export async function refusedRecently(sql: postgres.Sql, email: string): Promise<boolean> {
  const [row] = await sql`
    select from private.mail_refusals
      where email = ${email.toLowerCase()} and refused_at > private.now() - interval '1 day'`;
  return row !== undefined;
}
