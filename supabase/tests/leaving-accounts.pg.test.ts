import type postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { beginTransaction, waitUntilBlocked } from './open-transaction.ts';
import { createPerson, request } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

type SendRequest = (tx: postgres.TransactionSql, from: string, to: string) => Promise<unknown>;
const requestPaths: [string, SendRequest][] = [
  ['sync_push', (tx, _from, to) => tx`select public.sync_push(${JSON.stringify([request(to)])}::text::jsonb)`],
  [
    'insert into public.connections',
    (tx, from, to) => tx`insert into public.connections (user_id, connection_id) values (${from}, ${to})`,
  ],
];
const requestsOf = async (asker: string) => [
  ...(await db.sql`select deleted_at is null as live from public.connections where user_id = ${asker}`),
];

it.each(requestPaths)(
  '[S-6] deleting an account also deletes a connection request to it (%s) that was not committed yet',
  async (_path, send) => {
    const [asker, leaver] = [await createPerson(db), await createPerson(db)];
    const commit = await beginTransaction(db, asker, (tx) => send(tx, asker, leaver));
    const deletion = db.asUser(leaver).rpc('delete_my_profile');
    await waitUntilBlocked(db, 'delete_my_profile', deletion);
    await commit();
    expect(await deletion).toEqual({ success: true });
    expect(await requestsOf(asker)).toEqual([{ live: false }]);
  },
);

it.each(requestPaths)(
  '[S-6] a connection request (%s) to an account that is being deleted is refused as for a missing profile',
  async (path, send) => {
    const [asker, leaver] = [await createPerson(db), await createPerson(db)];
    const commit = await beginTransaction(db, leaver, (tx) => tx`select public.delete_my_profile()`);
    const late = db
      .asUser(asker)
      .run((tx) => send(tx, asker, leaver))
      .catch((error: unknown) => error);
    await waitUntilBlocked(db, path, late);
    await commit();
    expect(JSON.stringify(await late)).toContain('partner_incomplete');
    expect(await requestsOf(asker)).toEqual([]);
  },
);

const file = (bucket: string) => (tx: postgres.TransactionSql, me: string) =>
  tx`insert into storage.objects (bucket_id, name, owner_id) values ('incoming', ${`${me}/${bucket}/late`}, ${me})`;
it.each<[name: string, sends: string, (tx: postgres.TransactionSql, me: string) => Promise<unknown>]>([
  ['a push', 'sync_push', (tx) => tx`select public.sync_push('[]')`],
  ['a claim', 'claim_daily_login_reward', (tx) => tx`select public.claim_daily_login_reward()`],
  ['an upload of a track', 'storage.objects', file('tracks')],
  ['an upload of a picture', 'storage.objects', file('avatars')],
])(
  '[S-6] %s from another device during the deletion of an account is refused as for a missing account',
  async (_name, path, send) => {
    const leaver = await createPerson(db);
    const commit = await beginTransaction(db, leaver, (tx) => tx`select public.delete_my_profile()`);
    const late = refusal(db.asUser(leaver).run((tx) => send(tx, leaver)));
    await waitUntilBlocked(db, path, late);
    await commit();
    expect(await late).toEqual({ code: '42501', message: 'Please sign in' });
  },
);
