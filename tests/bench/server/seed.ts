import type postgres from 'postgres';
import { peopleSteps } from './seed-people.ts';
import { playSteps } from './seed-plays.ts';

export interface Amounts {
  readonly users: number;
  readonly tracks: number;
  readonly plays: number;
  readonly ledger: number;
  readonly messages: number;
  readonly connections: number;
  readonly shares: number;
  readonly ownPlays: number;
  readonly ownMessages: number;
}

/** Numbers of seeded rows. @param size 1 for the full size */
export function amounts(size: number): Amounts {
  const of = (count: number) => Math.round(count * size);
  return {
    users: of(20_000),
    tracks: of(100_000),
    plays: of(1_000_000),
    ledger: of(1_000_000),
    messages: of(200_000),
    connections: of(100_000),
    shares: of(50_000),
    ownPlays: of(20_000),
    ownMessages: of(1_000),
  };
}

export type Step = readonly [name: string, sql: string];

/** Days of history that are seeded. */
export const DAYS = 180;
/** The listener's seeded plays end this many days ago, because the measured pushes come later. */
export const QUIET_DAYS = 8;
/** Connections of the listener. */
export const OWN_CONNECTIONS = 300;

/**
 * Fills the database with triggers off, and inserts the data that they would derive.
 *
 * @param transactions range of past transaction ids to give to the rows
 * @returns the duration in seconds
 */
export async function seed(
  sql: postgres.Sql,
  amount: Amounts,
  transactions: { readonly first: bigint; readonly count: number },
): Promise<number> {
  const started = performance.now();
  await sql.unsafe(`set session_replication_role = replica`);
  await sql.unsafe(`set maintenance_work_mem = '256MB'; set work_mem = '64MB'`);
  const restoreIndexes = await dropIndexes(sql);
  for (const [name, text] of [...timeSteps(transactions), ...peopleSteps(amount), ...playSteps(amount)]) {
    try {
      await sql.unsafe(text);
    } catch (error) {
      throw new Error(`${name} could not be seeded`, { cause: error });
    }
  }
  await restoreIndexes();
  await sql.unsafe(`set session_replication_role = origin`);
  await sql.unsafe('vacuum (analyze)');
  await requireConsistent(sql);
  await keepReferences(sql);
  return (performance.now() - started) / 1000;
}

function timeSteps({ first, count }: { readonly first: bigint; readonly count: number }): Step[] {
  return [
    ['the schema of the bench', 'create schema bench'],
    ['random numbers', 'select setseed(0.42)'],
    [
      'the times',
      `create table bench.span as
         select date_trunc('milliseconds', now()) - interval '${DAYS} days' as start, date_trunc('milliseconds', now()) as stop`,
    ],
    [
      'ids',
      `create function bench.id(kind text, i bigint) returns uuid language sql immutable return md5(kind || i)::uuid`,
    ],
    [
      'transaction ids',
      // The history's start and length are inlined, because the function runs for millions of rows.
      `do $do$ begin execute format($f$
         create function bench.xid(at timestamptz) returns xid8 language sql immutable parallel safe return (
           (${first} + least(greatest(floor(
             extract(epoch from at - %L::timestamptz) / ${DAYS * 86_400} * ${count - 2}), 0), ${count - 2}))::bigint::text::xid8
         ) $f$, (select start from bench.span)); end $do$`,
    ],
    [
      'moments',
      `create function bench.moment(share double precision) returns timestamptz language sql stable return (
         select start + date_trunc('milliseconds', (stop - start) * share) from bench.span)`,
    ],
  ];
}

/**
 * Drops all indexes but those of constraints, because an index builds faster from all rows at once than row by row.
 *
 * @returns a function that creates the indexes again
 */
async function dropIndexes(sql: postgres.Sql): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_catalog.pg_index i
    join pg_catalog.pg_class c on c.oid = i.indrelid
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select 1 from pg_catalog.pg_constraint k where k.conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  return async () => {
    // The definition of a partitioned table's index covers its root only.
    for (const { definition } of indexes) await sql.unsafe(definition.replace(' ON ONLY ', ' ON '));
  };
}

/** Requires that balances, play counts, weeks and totals agree with the rows that they derive from (S-8, S-25). */
async function requireConsistent(sql: postgres.Sql): Promise<void> {
  const wrong = await sql`
    select 'balances' as what, count(*) from public.user_balances b
      left join (
        select user_id, sum(zap_value) as total, sum(greatest(zap_value, 0)) as earned from public.zap_actions group by 1
      ) a using (user_id)
      where (b.zaps, b.total_zaps_earned) is distinct from (coalesce(a.total, 0), coalesce(a.earned, 0))
      having count(*) > 0
    union all
    select 'plays', count(*) from public.tracks t
      left join (select track_id, count(*) from public.track_plays group by 1) p on p.track_id = t.id
      where t.play_count <> coalesce(p.count, 0)
      having count(*) > 0
    union all
    select 'weeks', count(*) from (
        select sum(zaps_earned) from public.zap_weeks
        except select sum(zap_value) from public.zap_actions where zap_value > 0
      ) w
      having count(*) > 0
    union all
    select 'totals', count(*) from (
        select sum(plays), sum(explore_tracks) from private.community_totals
        except
        select sum(play_count), count(*) filter (where not sponsored) from public.tracks where is_public and deleted_at is null
      ) c
      having count(*) > 0`;
  if (wrong.length > 0) throw new Error(`The seed does not add up: ${JSON.stringify(wrong)}`);
}

/**
 * Enables the triggers of foreign keys even where other triggers are off: `by-hand-push.sql` runs without triggers, but its time must
 * include the checks of foreign keys.
 */
async function keepReferences(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
      v_trigger record;
    begin
      for v_trigger in
        select t.tgname, t.tgrelid::regclass as name from pg_catalog.pg_trigger t
        join pg_catalog.pg_class c on c.oid = t.tgrelid
        where t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'partitions'::regnamespace)
      loop
        execute format('alter table %s enable always trigger %I', v_trigger.name, v_trigger.tgname);
      end loop;
    end;
    $$`);
}
