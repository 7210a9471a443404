import postgres from 'postgres';
import type { TestDatabase } from '../../tests/support/postgres.ts';

export const MONTHLY = ['action_log', 'track_plays', 'zap_actions'] as const;

export async function makeMonths(db: Pick<TestDatabase, 'sql'>, months: readonly string[]): Promise<void> {
  for (const table of MONTHLY)
    for (const month of months) await db.sql`select private.make_month(${table}, ${month}::date)`;
}

export async function rowsByPartition(
  db: Pick<TestDatabase, 'sql'>,
  table: (typeof MONTHLY)[number],
): Promise<Record<string, number>> {
  const rows = await db.sql<{ name: string; rows: number }[]>`
    select t.tableoid::regclass::text as name, count(*)::int as rows from public.${db.sql(table)} t group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name.replace('partitions.', ''), count]));
}

/** Finds sums that differ from their rows. No month may be detached. */
export async function brokenSums(db: Pick<TestDatabase, 'sql'>): Promise<unknown[]> {
  return [
    ...(await db.sql`
      with heard as (
        select * from public.track_plays where not is_self_play and deleted_at is null
      ), kept as (
        select 'user_days' as sum, user_id::text || ' ' || day as of, array[plays, chosen_plays, ledger_lines, zaps, zaps_earned] as counts
        from public.user_days
        union all
        select 'track_days', track_id::text || ' ' || day, array[plays] from private.track_days
        union all
        select 'track_listeners', track_id::text || ' ' || user_id, array[plays] from private.track_listeners
        union all
        select 'track_sums', track_id::text, array[listeners, times_on_radio] from private.track_sums
        union all
        select 'vote_weights', track_id::text || ' ' || weight, array[votes] from private.vote_weights
      ), counted as (
        select 'user_days' as sum, d.user_id::text || ' ' || d.day as of,
          array[sum(d.plays), sum(d.chosen), sum(d.lines), sum(d.zaps), sum(d.earned)]::int[] as counts
        from (
          select user_id, played_on as day, 1 as plays, is_manual::int as chosen, 0 as lines, 0 as zaps, 0 as earned from heard
          union all
          select user_id, credited_on, 0, 0, 1, zap_value, greatest(zap_value, 0) from public.zap_actions
        ) d
        group by d.user_id, d.day
        union all
        select 'track_days', track_id::text || ' ' || played_on, array[count(*)]::int[] from heard group by track_id, played_on
        union all
        select 'track_listeners', track_id::text || ' ' || user_id, array[count(*)]::int[] from heard group by track_id, user_id
        union all
        select 'track_sums', t.id::text, array[
          (select count(distinct h.user_id) from heard h where h.track_id = t.id),
          (select count(*) from public.zap_actions a where a.action_type = 'sponsor' and a.metadata ->> 'track_id' = t.id::text)
        ]::int[] from public.tracks t
        union all
        select 'vote_weights', track_id::text || ' ' || vote_weight, array[count(*)]::int[]
        from public.track_votes where deleted_at is null group by track_id, vote_weight
      )
      select coalesce(k.sum, c.sum) as sum, coalesce(k.of, c.of) as of, k.counts as kept, c.counts as counted
      from kept k full join counted c on c.sum = k.sum and c.of = k.of
      -- A row of zeros counts as no row.
      where k.counts is distinct from c.counts
        and not (0 = all (coalesce(k.counts, '{0}')) and 0 = all (coalesce(c.counts, '{0}')))`),
  ];
}

export interface ReadsOfCall {
  readonly partitions: string[];
  readonly fullScans: string[];
}

class Undo extends Error {}

/**
 * Which partitions and which whole tables a person's work reads, according to auto_explain. The work is rolled back.
 */
export async function readsOf(
  db: Pick<TestDatabase, 'url'>,
  { user, at }: { user: string; at: string },
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<ReadsOfCall> {
  const plans: string[] = [];
  let isOn = false;
  const onnotice = ({ message = '' }: postgres.Notice) => {
    if (isOn && message.startsWith('duration: ')) plans.push(message);
  };
  const sql = postgres(db.url, { max: 1, onnotice });
  const claims = JSON.stringify({ role: 'authenticated', sub: user });
  const run = (explains: boolean) =>
    sql
      .begin(async (tx) => {
        if (explains) {
          await tx.unsafe(`
            set local client_min_messages = log; set local auto_explain.log_min_duration = 0;
            set local auto_explain.log_analyze = on; set local auto_explain.log_nested_statements = on`);
        }
        await tx`select set_config('tests.now', ${at}, true), set_config('request.jwt.claims', ${claims}, true),
                        set_config('request.jwt.claim.sub', ${user}, true), set_config('role', 'authenticated', true)`;
        isOn = explains;
        await work(tx);
        isOn = false;
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
  try {
    // Statements in functions settle on a plan at the sixth run.
    for (let round = 0; round < 6; round += 1) await run(false);
    await sql.unsafe(`load 'auto_explain'`);
    await run(true);
  } finally {
    await sql.end({ timeout: 5 });
  }
  const lines = plans.flatMap((plan) => plan.split('\n')).filter((line) => !line.includes('(never executed)'));
  const names = (pattern: RegExp) => [...new Set(lines.flatMap((line) => pattern.exec(line)?.[1] ?? []))].sort();
  return {
    partitions: names(/Scan .*\bon (?:partitions\.)?((?:action_log|track_plays|zap_actions)_(?:default|\d{4}_\d\d))\b/),
    fullScans: names(/Seq Scan on (?:\w+\.)?(\w+)/),
  };
}
