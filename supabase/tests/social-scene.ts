import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Actor, TestDatabase } from '../../tests/support/postgres.ts';
import { action, push } from './scene.ts';

/** Creates a person with a complete profile, by default of level 2: 14 earned ZAPs make level 2, 26 level 3. */
export async function createPerson(
  db: TestDatabase,
  options: {
    readonly name?: string;
    readonly earned?: number;
    readonly privacy?: string;
    readonly email?: string;
  } = {},
): Promise<string> {
  const id = await db.createUser(options.email === undefined ? {} : { email: options.email });
  await db.sql`update public.user_profiles
               set artist_name = ${options.name ?? 'Nina'}, avatar_url = ${`${id}/avatar.png`},
                 privacy_setting = ${options.privacy ?? 'public'}
               where id = ${id}`;
  if ((options.earned ?? 14) > 0) {
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 values (${id}, 'zap', ${options.earned ?? 14}, '2026-01-05')`;
  }
  return id;
}

export async function connect(
  db: TestDatabase,
  asker: string,
  recipient: string,
  status = 'accepted',
): Promise<string> {
  const [row] = await db.sql<{ id: string }[]>`
    insert into public.connections (user_id, connection_id, status) values (${asker}, ${recipient}, ${status}) returning id`;
  return row?.id ?? '';
}

export async function createFriends(db: TestDatabase): Promise<[string, string]> {
  const [one, other] = [await createPerson(db, { name: 'Nina' }), await createPerson(db, { name: 'Otis' })];
  await connect(db, one, other);
  return [one, other];
}

export const request = (partner: string) => action('connection.request', { partner_id: partner });
export const answer = (partner: string, status: string) => action('connection.answer', { partner_id: partner, status });
export const message = (partner: string, content: string, options: { id?: string; at?: string } = {}) =>
  action(
    'message.send',
    { message_id: options.id ?? randomUUID(), partner_id: partner, content },
    options.at === undefined ? {} : { at: options.at },
  );

export async function resultOf(actor: Actor, pushed: unknown): Promise<Record<string, unknown> | undefined> {
  return (await push(actor, [pushed]))[0]?.result;
}

async function readState(db: TestDatabase): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  const tables = [
    'connections',
    'messages',
    'user_profiles',
    'tracks',
    'shared_tracks',
    'zap_actions',
    'user_balances',
  ];
  for (const table of tables) {
    rows[table] = [
      ...(await db.sql`select to_jsonb(x) as row from public.${db.sql(table)} x order by to_jsonb(x)::text`),
    ];
  }
  rows['file_removals'] = [...(await db.sql`select bucket_id, name from private.file_removals order by 1, 2`)];
  return rows;
}

export async function expectRefused(
  db: TestDatabase,
  actor: Actor,
  pushed: unknown,
  code: string,
  expectedMessage?: string,
): Promise<void> {
  const before = await readState(db);
  const [outcome] = await push(actor, [pushed]);
  expect(outcome, JSON.stringify(pushed)).toMatchObject({
    status: 'rejected',
    result: expectedMessage === undefined ? { code } : { code, message: expectedMessage },
  });
  expect(await readState(db), 'a refusal changes nothing').toEqual(before);
}

export async function expectSqlError(
  db: TestDatabase,
  work: () => Promise<unknown>,
  code: string,
  expectedMessage?: string | RegExp,
): Promise<void> {
  const before = await readState(db);
  const error: unknown = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error, 'the statement is refused').toMatchObject({ code });
  if (expectedMessage !== undefined) expect(String(Object(error).message)).toMatch(expectedMessage);
  expect(await readState(db), 'a refusal changes nothing').toEqual(before);
}
