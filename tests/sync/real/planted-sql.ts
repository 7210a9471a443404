import type postgres from 'postgres';

export interface SqlFault {
  readonly name: string;
  /** Returns the SQL that plants the fault. @throws if the passage to change is not found */
  plant(sql: postgres.Sql): Promise<string>;
  /** Whether backends are killed from outside. False where the fault lets pulls sleep: they would be killed before they complete. */
  readonly killsBackends: boolean;
  /** Maximum number of rows in a page of a pull. With small pages, a later page could repair what an earlier one missed. */
  readonly pageRows: number;
  /** Statements that run after each push, in a transaction of their own. */
  readonly afterPush: string;
  /** Matches the problems that reveal the fault. */
  readonly shows: RegExp;
}

export const plantedInSql: readonly SqlFault[] = [
  {
    name: 'a VOLATILE pull',
    // The fault is the volatility. The sleep makes its effect frequent.
    plant: async (sql) => {
      const pull = await definition(sql, 'public.sync_pull(jsonb)');
      return replace(replace(pull, 'STABLE', 'VOLATILE'), ') c;', ') c;\n  perform pg_sleep(0.05);');
    },
    killsBackends: false,
    pageRows: 1000,
    afterPush: '',
    shows: /is at rev|may not be/,
  },
  {
    name: "an effect outside the log's transaction",
    plant: async (sql) => {
      const logLater = async (signature: string) =>
        replace(await definition(sql, signature), 'insert into public.action_log', 'insert into private.logged_later');
      return `
        create table private.logged_later (
          like public.action_log including defaults, backend integer not null default pg_backend_pid());
        ${await logLater(APPLY)};
        ${await logLater(APPLY_TOGETHER)}`;
    },
    killsBackends: true,
    pageRows: 25,
    // The log lines of effects wait in `logged_later`. A backend logs only its own, so those of a dead backend are never logged. Backends
    // die often here, because a short round has few pushes.
    afterPush: `
      select pg_terminate_backend(pg_backend_pid()) where random() < 0.3;
      insert into public.action_log
        select (jsonb_populate_record(null::public.action_log, to_jsonb(l))).* from private.logged_later l
        where l.backend = pg_backend_pid() on conflict do nothing;
      delete from private.logged_later where backend = pg_backend_pid();`,
    shows: /had \d+ effects/,
  },
  {
    name: 'a cursor that ignores open transactions, like one by timestamp or sequence',
    plant: async (sql) => {
      const pull = await definition(sql, 'public.sync_pull(jsonb)');
      return replace(pull, 'private.floor_xid()', 'pg_snapshot_xmax(pg_current_snapshot())');
    },
    killsBackends: true,
    pageRows: 25,
    afterPush: '',
    shows: /is at rev|may not be/,
  },
];

/** Makes the server note each effect, in the transaction of the effect itself. */
export async function countEffects(sql: postgres.Sql): Promise<void> {
  const apply = await definition(sql, APPLY);
  const together = await definition(sql, APPLY_TOGETHER);
  await sql.unsafe(`
    create table private.effects_seen (action_id uuid not null);
    ${replace(
      apply,
      'v_outcome := private.attempt(',
      'insert into private.effects_seen values (p_action);\n    v_outcome := private.attempt(',
    )};
    ${replace(
      together,
      'select array_agg(private.parse_time(',
      `insert into private.effects_seen
         select (a.action ->> 'id')::uuid from unnest(p_actions[1:cardinality(v_outcomes)]) a (action);
       select array_agg(private.parse_time(`,
    )}`);
}

const APPLY = 'private.apply_once(uuid, uuid, text, integer, jsonb, jsonb, timestamptz, jsonb, boolean)';
const APPLY_TOGETHER = 'private.apply_together(uuid, text, jsonb[])';

async function definition(sql: postgres.Sql, signature: string): Promise<string> {
  const [row] = await sql<{ text: string }[]>`
    select pg_catalog.pg_get_functiondef(${signature}::regprocedure) as text`;
  if (!row) throw new Error(`no function ${signature}`);
  return row.text;
}

function replace(text: string, sound: string, broken: string): string {
  const parts = text.split(sound);
  if (parts.length !== 2) throw new Error(`'${sound}' occurs ${parts.length - 1} times in the procedure`);
  return parts.join(broken);
}
