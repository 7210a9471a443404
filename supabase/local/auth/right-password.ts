import type postgres from 'postgres';

/** Of bcrypt, as @supabase/lite takes them. */
export const PASSWORD_ROUNDS = 10;

/** What is compared where there is no account: the hash of a password that nobody has, at the same cost. */
const NOBODYS = '$2a$10$Ch8pTnBTp4Tn2CGmUOgnSegG5J6Tn7I9ehwWbJvW6sdV0Gq1iY1nK';

/**
 * Whether this is the password of the account with this e-mail. One statement with one comparison, whether there is an account or
 * not: @supabase/lite compares only where there is one, and the time tells.
 */
export async function isRightPassword(sql: postgres.Sql, email: string, password: string): Promise<boolean> {
  // Text of Postgres has no zero byte.
  if (password.includes('\0') || email.includes('\0')) return false;
  // '$2b$' is what newer libraries call '$2a$', and pgcrypto does not know it by that name.
  const [row] = await sql<{ isRight: boolean | null }[]>`
    select extensions.crypt(${password}, coalesce(kept.hash, ${NOBODYS})) = kept.hash as "isRight"
      from (values (1)) one
      left join (
        select regexp_replace(u.encrypted_password, '^\\$2b\\$', '$2a$') as hash from auth.users u
          where u.email = ${email} and u.deleted_at is null
      ) kept on true`;
  return row?.isRight ?? false;
}

/** The work of keeping a password, for a sign-up that keeps none. */
export async function hashNothing(sql: postgres.Sql): Promise<void> {
  await sql`select extensions.crypt('', extensions.gen_salt('bf', ${PASSWORD_ROUNDS}::integer))`;
}
