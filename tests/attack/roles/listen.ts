import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from '../../../supabase/local/test-stack.ts';
import { subscribe } from '../subscribe.ts';
import type { Attacker } from './attackers.ts';
import type { Secrets } from './secrets.ts';

/** Longest wait for replies to the joins, which take some ms. A caller who may not join may never receive one. */
const JOINED_WITHIN_MS = 10_000;
/** Time to wait for changes after the rows were touched. */
const LISTEN_MS = 5_000;

export interface ListenResult {
  readonly changes: number;
  readonly faults: string[];
}

/** Everybody listens while each published row is touched. Nobody may receive another person's private rows. */
export async function listenToAll(
  { stack, sql }: TestStack,
  attackers: readonly Attacker[],
  secrets: Secrets,
): Promise<ListenResult> {
  const published = await sql<{ name: string }[]>`
    select tablename as name from pg_catalog.pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`;
  const tables = published.map(({ name }) => name);
  const faults = new Set<string>();
  let changes = 0;
  const joined: Promise<unknown>[] = [];
  const sockets = attackers.map(({ caller, account }) => {
    const joinReply = new EventEmitter();
    const socket = subscribe(stack, caller.token, tables, (event, text) => {
      if (event === 'system' || (event === 'phx_reply' && text.includes('"error"'))) joinReply.emit('reply');
      if (event !== 'postgres_changes') return;
      changes += 1;
      for (const table of secrets.revealedTables(account, '', text))
        faults.add(`${caller.name}: receives private rows of ${table}`);
    });
    joined.push(Promise.race([once(joinReply, 'reply'), once(socket, 'close').catch(() => undefined)]));
    return socket;
  });
  await Promise.race([Promise.all(joined), sleep(JOINED_WITHIN_MS)]);
  for (const table of tables) await sql`update public.${sql(table)} set row_xid = row_xid`;
  await sleep(LISTEN_MS);
  for (const socket of sockets) socket.terminate();
  if (changes === 0) faults.add('no listener received anything: nothing is proven');
  return { changes, faults: [...faults] };
}
