import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { followTestTime } from './server-time.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of each worker's template database; from postgres-global.ts. */
    postgresTemplateUrls: readonly string[];
    /** URL of each worker's pgbouncer; empty without `HOSTED_LIKE`. */
    poolerUrls: readonly string[];
  }
}

/** Default creation time of accounts. An account cannot act before it exists (S-40), so this is earlier than any time in the tests. */
const LONG_AGO = '2020-01-01T00:00:00Z';

export type Argument = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown };

export interface Actor {
  run<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T>;
  rpc(name: string, args?: Readonly<Record<string, Argument>>): Promise<unknown>;
}

export interface Actors {
  asUser(id: string): Actor;
  asAnon(options?: { readonly betaToken?: string }): Actor;
  asService(): Actor;
}

export interface TestDatabase extends Actors {
  /** Has superuser rights, for setup and for checks that bypass policies. */
  readonly sql: postgres.Sql;
  readonly url: string;
  /** Actors for whom `private.now()` returns this time. */
  atTime(iso: string): Actors;
  /** Inserts an account as sign-up does, by default an old one. `createdAt` is ISO 8601. @returns its id */
  createUser(options?: { readonly email?: string; readonly createdAt?: string }): Promise<string>;
  close(): Promise<void>;
}

interface Identity {
  readonly role: 'anon' | 'authenticated' | 'service_role';
  readonly userId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: string;
}

const ofThisWorker = (urls: readonly string[]) => urls[Number(process.env['VITEST_POOL_ID']) - 1];

/** Superuser URL of this worker's template database. Tests copy the template, and never write to it. */
export function postgresTemplateUrl(): string {
  const url = ofThisWorker(inject('postgresTemplateUrls'));
  if (url === undefined) throw new Error('postgres-global.ts has no server for this worker');
  return url;
}

/** Opens a copy of the migrated database. With `usesServerTime`, `atTime` has no effect. */
export async function openTestDatabase({ usesServerTime = false } = {}): Promise<TestDatabase> {
  const templateUrl = new URL(postgresTemplateUrl());
  const template = templateUrl.pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = new URL(templateUrl);
  adminUrl.pathname = '/postgres';

  await withAdmin(adminUrl, (admin) => admin.unsafe(`create database ${name} template ${template}`));
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 16, onnotice: () => undefined });
  if (!usesServerTime) await followTestTime(sql);
  const poolerUrl = ofThisWorker(inject('poolerUrls'));
  // A transaction pooler does not support prepared statements.
  const actorSql = poolerUrl === undefined ? sql : postgres(new URL(name, poolerUrl).href, { max: 16, prepare: false });

  return {
    sql,
    url: url.href,
    ...actorsOf(actorSql, undefined),
    atTime: (iso) => actorsOf(actorSql, iso),
    createUser: async ({ email, createdAt = LONG_AGO } = {}) => {
      const id = randomUUID();
      await sql`insert into auth.users (id, email, email_confirmed_at, created_at)
                values (${id}, ${email ?? `${id}@example.com`}, now(), ${createdAt})`;
      return id;
    },
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), actorSql.end({ timeout: 5 })]);
      await withAdmin(adminUrl, (admin) => admin.unsafe(`drop database ${name} with (force)`));
    },
  };
}

export async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof postgres.PostgresError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('The call was not refused');
}

function actorsOf(sql: postgres.Sql, at: string | undefined): Actors {
  const time = at === undefined ? {} : { at };
  return {
    asUser: (userId) => actor(sql, { role: 'authenticated', userId, ...time }),
    asAnon: ({ betaToken } = {}) =>
      actor(sql, {
        role: 'anon',
        ...(betaToken === undefined ? {} : { headers: { 'x-beta-session': betaToken } }),
        ...time,
      }),
    asService: () => actor(sql, { role: 'service_role', ...time }),
  };
}

function actor(sql: postgres.Sql, identity: Identity): Actor {
  const run = async <T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> => {
    // postgres.js unwraps an array that a transaction returns, so wrap the result in an object.
    const wrapped = await sql.begin(async (tx) => {
      const claims = { role: identity.role, ...(identity.userId === undefined ? {} : { sub: identity.userId }) };
      await tx`select set_config('tests.now', ${identity.at ?? ''}, true),
                      set_config('role', ${identity.role}, true),
                      set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
                      set_config('request.jwt.claim.sub', ${identity.userId ?? ''}, true),
                      set_config('request.jwt.claim.role', ${identity.role}, true),
                      set_config('request.headers', ${JSON.stringify(identity.headers ?? {})}, true)`;
      return { value: await work(tx) };
    });
    return wrapped.value;
  };
  return { run, rpc: (name, args = {}) => run((tx) => callProcedure(tx, name, args)) };
}

export async function callProcedure(
  tx: postgres.TransactionSql,
  name: string,
  args: Readonly<Record<string, Argument>>,
): Promise<unknown> {
  const parts = Object.entries(args).map(([key, value], index) =>
    typeof value === 'object' && value !== null
      ? { sql: `${key} => $${index + 1}::text::jsonb`, value: JSON.stringify(value) }
      : { sql: `${key} => $${index + 1}`, value },
  );
  const [row] = await tx.unsafe<{ result: unknown }[]>(
    `select public.${name}(${parts.map((part) => part.sql).join(', ')}) as result`,
    parts.map((part) => part.value),
  );
  return row?.result;
}

async function withAdmin(url: URL, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(url.href, { max: 1, onnotice: () => undefined });
  try {
    await work(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
}
