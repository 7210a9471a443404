import type postgres from 'postgres';

/** Replaces the body of private.now(), on which all of the server's time depends. */
const nowReturning = (body: string) => `
  create or replace function private.now() returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
  begin
    return ${body};
  end;
  $$`;

/** From now on a transaction's time is its setting `tests.now`, or the server's time without it. */
export async function followTestTime(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(
    nowReturning("coalesce(nullif(current_setting('tests.now', true), '')::timestamptz, clock_timestamp())"),
  );
}

/** Stops the server's time for everybody. @returns a function that restores it */
export async function stopTimeAt(sql: postgres.Sql, at: Date): Promise<() => Promise<void>> {
  const [original] = await sql<
    { text: string }[]
  >`select pg_catalog.pg_get_functiondef('private.now()'::regprocedure) as text`;
  await sql.unsafe(nowReturning(`'${at.toISOString()}'::timestamptz`));
  return async () => void (await sql.unsafe(original?.text ?? ''));
}
