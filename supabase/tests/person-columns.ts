import type postgres from 'postgres';

/** UUID columns of our tables that never contain a person's id. Add new ones here: every other UUID column counts as naming a person. */
const idsOfThings = [
  'id',
  'act_id',
  'action_id',
  'after_id',
  'airing_id',
  'counts_of',
  'invitation_id',
  'item_id',
  'playlist_id',
  'release_id',
  'row_of',
  'session_id',
  'skip_act',
  'track_id',
  'undoes',
];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly namesPerson: boolean;
}

/** All columns of all tables but those of PostgreSQL. A detached partition is a table; an attached one belongs to its table. */
async function listColumns(sql: postgres.Sql): Promise<Column[]> {
  return await sql<Column[]>`
    select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column",
      exists (
        select from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any (k.conkey)
          and k.confrelid in ('auth.users'::regclass, 'public.user_profiles'::regclass)
      )
      or a.attname = 'id' and c.oid in ('auth.users'::regclass, 'public.user_profiles'::regclass)
      or case when n.nspname in ('auth', 'storage', 'realtime') then a.attname in ('user_id', 'owner', 'owner_id')
        else a.atttypid = 'uuid'::regtype and a.attname <> all (${idsOfThings}) end as "namesPerson"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_')
    order by 1, 2`;
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`;

/** The columns that can name a person: references to accounts and profiles, and our UUID columns except `idsOfThings`. */
export async function findPersonColumns(sql: postgres.Sql): Promise<string[]> {
  return (await listColumns(sql)).filter(({ namesPerson }) => namesPerson).map(nameOf);
}

/** The columns, of whatever type, in which a row contains this text in any case. */
export async function findColumnsWith(sql: postgres.Sql, text: string): Promise<string[]> {
  const matches: string[] = [];
  for (const column of await listColumns(sql)) {
    const found = await sql.unsafe(
      `select 1 from ${column.table} x where strpos(lower(x."${column.column}"::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (found.length > 0) matches.push(nameOf(column));
  }
  return matches.sort();
}
