import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from '../../../supabase/local/test-stack.ts';
import { join } from '../join.ts';
import type { Attacker } from './attackers.ts';
import type { Secrets } from './secrets.ts';

/** Joining, and hearing of a change, take some ms. */
const JOINED_MS = 2_000;
const HEARD_MS = 5_000;

export interface Listened {
  readonly changes: number;
  readonly faults: string[];
}

/** Everybody listens to every table that Realtime tells of, while each row of these is touched: nobody hears what is not theirs. */
export async function listenIn(
  { stack, sql }: TestStack,
  attackers: readonly Attacker[],
  secrets: Secrets,
): Promise<Listened> {
  const published = await sql<{ name: string }[]>`
    select tablename as name from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`;
  const tables = published.map(({ name }) => name);
  const faults = new Set<string>();
  let changes = 0;
  const sockets = attackers.map(({ caller, account }) =>
    join(stack, caller.token, tables, (event, text) => {
      if (event !== 'postgres_changes') return;
      changes += 1;
      for (const table of secrets.told(account, '', text))
        faults.add(`${caller.name}: hears what is private in ${table}`);
    }),
  );
  await sleep(JOINED_MS);
  for (const table of tables) await sql`update public.${sql(table)} set row_xid = row_xid`;
  await sleep(HEARD_MS);
  for (const socket of sockets) socket.terminate();
  if (changes === 0) faults.add('nobody who listened heard anything: nothing is proven');
  return { changes, faults: [...faults] };
}
