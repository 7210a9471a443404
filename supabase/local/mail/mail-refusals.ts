import type postgres from 'postgres';

const MAX_REPLY_LENGTH = 500;

/** Counts a refusal of the address in `private.mail_refusals`, and deletes those of more than 30 days ago. */
export async function rememberRefusal(sql: postgres.Sql, email: string, reply: string): Promise<void> {
  const address = email.toLowerCase();
  await sql`delete from private.mail_refusals where refused_at < private.now() - interval '30 days'`;
  await sql`
    insert into private.mail_refusals (email, user_id, reply)
      values (${address}, (select id from auth.users where ${address} in (email, email_change) order by email = ${address} desc limit 1),
        ${reply.slice(0, MAX_REPLY_LENGTH)})
      on conflict (email) do update set
        refusals = mail_refusals.refusals + 1, reply = excluded.reply, user_id = excluded.user_id, refused_at = excluded.refused_at`;
}

/** Whether the mail server refused the address within a day. */
export async function refusedRecently(sql: postgres.Sql, email: string): Promise<boolean> {
  const [row] = await sql`
    select from private.mail_refusals
      where email = ${email.toLowerCase()} and refused_at > private.now() - interval '1 day'`;
  return row !== undefined;
}
