import type postgres from 'postgres';

/** Cost of bcrypt, the same as @supabase/lite's. */
export const PASSWORD_ROUNDS = 10;

/** Compared with the password if there is no account, so that the comparison costs as much as with an account. */
const DUMMY_HASH = '$2a$10$Ch8pTnBTp4Tn2CGmUOgnSegG5J6Tn7I9ehwWbJvW6sdV0Gq1iY1nK';

/**
 * Compares a password in the same time whether there is an account or not. @supabase/lite compares only when there is one,
 * so its timing would reveal the account.
 */
export async function isRightPassword(sql: postgres.Sql, email: string, password: string): Promise<boolean> {
  // Postgres text cannot contain a zero byte.
  if (password.includes('\0') || email.includes('\0')) return false;
  // Newer libraries write '$2a$' as '$2b$', which pgcrypto does not know.
  const [row] = await sql<{ isRight: boolean | null }[]>`
    select extensions.crypt(${password}, coalesce(stored.hash, ${DUMMY_HASH})) = stored.hash as "isRight"
      from (values (1)) single
      left join (
        select regexp_replace(u.encrypted_password, '^\\$2b\\$', '$2a$') as hash from auth.users u
          where u.email = ${email} and u.deleted_at is null
      ) stored on true`;
  return row?.isRight ?? false;
}

/** Takes as long as hashing a password, for a sign-up that stores none. */
export async function hashDummyPassword(sql: postgres.Sql): Promise<void> {
  await sql`select extensions.crypt('', extensions.gen_salt('bf', ${PASSWORD_ROUNDS}::integer))`;
}
