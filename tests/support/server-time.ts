import type postgres from 'postgres';

const nowReturning = (body: string) => `
  create or replace function private.now() returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
  begin
    return ${body};
  end;
  $$`;

/** Makes `private.now()` return a transaction's setting `tests.now`; without the setting, the server's time. */
export async function followTestTime(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(
    nowReturning("coalesce(nullif(current_setting('tests.now', true), '')::timestamptz, clock_timestamp())"),
  );
}

/** Makes `private.now()` return `at`. @returns a function that restores the previous definition */
export async function stopTimeAt(sql: postgres.Sql, at: Date): Promise<() => Promise<void>> {
  const [original] = await sql<
    { text: string }[]
  >`select pg_catalog.pg_get_functiondef('private.now()'::regprocedure) as text`;
  await sql.unsafe(nowReturning(`'${at.toISOString()}'::timestamptz`));
  return async () => void (await sql.unsafe(original?.text ?? ''));
}

/** Makes `private.now()` run this many days ahead of the server's time. */
export async function runAhead(sql: postgres.Sql, days: number): Promise<void> {
  await sql.unsafe(nowReturning(`clock_timestamp() + interval '${days} days'`));
}
