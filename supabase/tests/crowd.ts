import postgres from 'postgres';
import { expect } from 'vitest';
import type { TestDatabase } from '../../tests/support/postgres.ts';

/** Connections of a crowd, half of what the server allows. */
export const CONNECTIONS = 50;

/** Sends requests of many people at once, each on a connection of its own. */
export interface Crowd {
  asUser<T>(user: string, work: (tx: postgres.TransactionSql) => Promise<T>): Promise<{ value: T }>;
  /** Returns 'applied' or the refusal's code for each action; if the whole batch fails, the database's error alone. */
  send(user: string, actions: readonly unknown[]): Promise<string[]>;
  /** Returns 'applied', the refusal's code, or the database's error. */
  call(user: string, name: string, args: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

export async function openCrowd(db: TestDatabase): Promise<Crowd> {
  const pool = postgres(db.url, { max: CONNECTIONS, onnotice: () => undefined });
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool`select pg_sleep(0.05)`));
  const [open] = await db.sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  expect(open?.n, 'each has its own connection').toBeGreaterThanOrEqual(CONNECTIONS);

  const asUser: Crowd['asUser'] = (user, work) =>
    pool.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
                      set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: user })}, true),
                      set_config('request.jwt.claim.sub', ${user}, true)`;
      return { value: await work(tx) };
    });
  const describeError = (error: unknown) =>
    `error ${error instanceof postgres.PostgresError ? error.code : String(error)}`;

  return {
    asUser,
    async send(user, actions) {
      try {
        const { value } = await asUser(user, async (tx) => {
          const [row] = await tx<{ r: { results: { status: string; result: { code?: string } }[] } }[]>`
            select public.sync_push(${tx.json(JSON.parse(JSON.stringify(actions)))}) as r`;
          return row?.r.results ?? [];
        });
        return value.map(({ status, result }) => (status === 'applied' ? 'applied' : (result.code ?? 'no code')));
      } catch (error) {
        return [describeError(error)];
      }
    },
    async call(user, name, args) {
      try {
        const { value } = await asUser(user, async (tx) => {
          const list = Object.keys(args).map((key, index) => `${key} => $${index + 1}`);
          const values = Object.values(args).map((value) => String(value));
          const [row] = await tx.unsafe<{ r: { success: boolean; code?: string } }[]>(
            `select public.${name}(${list.join(', ')}) as r`,
            values,
          );
          return row?.r;
        });
        return value?.success ? 'applied' : (value?.code ?? 'no code');
      } catch (error) {
        return describeError(error);
      }
    },
    close: () => pool.end({ timeout: 5 }),
  };
}

export const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(outcomes)].sort().map((outcome) => [outcome, outcomes.filter((each) => each === outcome).length]),
  );
