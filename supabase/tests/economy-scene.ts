import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Actor, TestDatabase } from '../../tests/support/postgres.ts';

export const later = (iso: string, seconds: number): string => new Date(Date.parse(iso) + seconds * 1000).toISOString();

/** Adds ZAPs to a person's ledger; negative `zaps` are spent. `on` is a UTC day, YYYY-MM-DD. */
export async function credit(db: TestDatabase, user: string, zaps: number, on = '2026-01-05'): Promise<void> {
  await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
               values (${user}, 'zap', ${zaps}, ${on})`;
}

/** Creates a person who has earned at least `earned` ZAPs, and has `zaps` left. */
export async function createFan(db: TestDatabase, zaps: number, earned = 26): Promise<string> {
  const user = await db.createUser();
  await credit(db, user, Math.max(earned, zaps));
  if (zaps < earned) await credit(db, user, zaps - earned);
  return user;
}

export async function balanceOf(db: TestDatabase, user: string) {
  const [balance] = await db.sql<{ zaps: number; earned: number; level: number }[]>`
    select b.zaps, b.total_zaps_earned as earned, s.fan_level as level
    from public.user_balances b join public.user_stats s using (user_id) where b.user_id = ${user}`;
  return balance;
}

/** The newest line of a person's ledger. */
export async function lastLedgerLine(db: TestDatabase, user: string) {
  const [line] = await db.sql<
    { action_type: string; zap_value: number; metadata: Record<string, unknown>; credited_on: string }[]
  >`
    select action_type, zap_value, metadata, credited_on::text from public.zap_actions where user_id = ${user}
    order by row_xid desc, created_at desc limit 1`;
  return line;
}

async function readEconomy(db: TestDatabase): Promise<Record<string, unknown>> {
  const tables = ['zap_actions', 'user_balances', 'user_stats', 'track_votes', 'shared_tracks', 'tracks', 'zap_weeks'];
  const rows: Record<string, unknown> = {};
  for (const table of [...tables, 'user_cosmetics', 'store_items', 'user_profiles']) {
    rows[table] = [
      ...(await db.sql`select to_jsonb(x) as row from public.${db.sql(table)} x order by to_jsonb(x)::text`),
    ];
  }
  return rows;
}

export async function expectRefused(
  db: TestDatabase,
  call: () => Promise<unknown>,
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const before = await readEconomy(db);
  expect(await call()).toEqual({ success: false, code, message, ...more });
  expect(await readEconomy(db), 'a refusal changes nothing').toEqual(before);
}

/** Calls a procedure twice with one action id, and expects equal results (SY-9). Returns the result. */
export async function callTwice(
  actor: Actor,
  name: string,
  args: Readonly<Record<string, string | number | null>>,
): Promise<unknown> {
  const once = { ...args, p_action_id: randomUUID() };
  const first = await actor.rpc(name, once);
  expect(await actor.rpc(name, once)).toEqual(first);
  return first;
}
