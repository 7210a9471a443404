import type { SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let pool: postgres.Sql;
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  pool = postgres(test.stack.keys.databaseUrl, { max: 8, onnotice: () => undefined });
  [owner, stranger] = [await test.createUser(), await test.createUser()];
  for (const [name, more] of [
    ['sightings', ''],
    ['full_sightings', 'alter table public.full_sightings replica identity full;'],
    [
      'narrow_sightings',
      `revoke select on public.narrow_sightings from authenticated;
       grant select (id, owner_id, is_public) on public.narrow_sightings to authenticated;`,
    ],
  ] as const) {
    await test.sql.unsafe(`
      create table public.${name} (
        id integer primary key, owner_id uuid not null, is_public boolean not null default false, note text not null default ''
      );
      alter table public.${name} enable row level security;
      create policy ${name}_select on public.${name} for select to authenticated
        using ((is_public and (select private.may_browse())) or owner_id = (select auth.uid()));
      grant select on public.${name} to authenticated;
      ${more}
      alter publication supabase_realtime add table public.${name};
    `);
  }
  // The migrations publish no deletions.
  await test.sql`alter publication supabase_realtime set (publish = 'insert, update, delete')`;
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

type Row = Readonly<Record<string, unknown>>;

async function openListener(client: SupabaseClient, table = 'sightings', filter?: string) {
  const received: Row[] = [];
  const waiting: (() => void)[] = [];
  const channel = client.channel(`watch-${Math.random()}`);
  await new Promise<void>((done, fail) => {
    channel
      .on<Row>(
        'postgres_changes',
        { event: '*', schema: 'public', table, ...(filter ? { filter } : {}) },
        ({ eventType, new: row, old }) => {
          received.push({ event: eventType, ...(eventType === 'DELETE' ? old : row) });
          for (const check of waiting) check();
        },
      )
      .subscribe((status, error) => (status === 'SUBSCRIBED' ? done() : fail(error ?? new Error(status))));
  });
  const until = (fits: (row: Row) => boolean) =>
    new Promise<void>((done) => {
      const check = () => (received.some(fits) ? done() : undefined);
      waiting.push(check);
      check();
    });
  return { received, until, channel };
}

/** Everyone may see this row, so its arrival means that earlier commits have arrived. */
const insertMarker = (id: number, table = 'sightings') =>
  test.sql`insert into public.${test.sql(table)} (id, owner_id, is_public) values (${id}, ${owner.id}, true)`;

const isWalStreamed = async () => {
  const [row] = await pool<{ sent: boolean }[]>`
    select sent_lsn >= pg_current_wal_lsn() as sent from pg_stat_replication where application_name = 'realtime'`;
  return row?.sent;
};

const eightTimes = (work: (worker: number) => Promise<unknown>) => Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(work));

it('sends 5,000 concurrently committed rows to their owner, those of each writer in order, and none to a stranger', async () => {
  const [byOwner, byStranger] = [await openListener(owner.client), await openListener(stranger.client)];
  await eightTimes(async (worker) => {
    for (let i = 0; i < 625; i += 1)
      await pool`insert into public.sightings (id, owner_id) values (${i * 8 + worker}, ${owner.id})`;
  });
  await insertMarker(5_000);
  await Promise.all([byOwner.until(({ id }) => id === 5_000), byStranger.until(({ id }) => id === 5_000)]);
  const ids = byOwner.received.map(({ id }) => Number(id));
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5_001 }, (_, i) => i));
  for (const worker of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const ofWorker = ids.filter((id) => id < 5_000 && id % 8 === worker);
    expect(ofWorker).toEqual(ofWorker.toSorted((a, b) => a - b));
  }
  expect(byStranger.received.map(({ id }) => id)).toEqual([5_000]);
});

it('waits for a commit that is in the WAL but not visible yet', async () => {
  const byOwner = await openListener(owner.client);
  // A commit that waits for a standby is in the replication stream, but not visible.
  await test.sql`alter system set synchronous_standby_names = 'nobody'`;
  await test.sql`select pg_reload_conf()`;
  const waitsForStandby = async () =>
    [...(await test.sql`select from pg_stat_activity where wait_event = 'SyncRep'`)].length === 1;
  let inserted: Promise<unknown> = Promise.resolve();
  const ids: number[] = [];
  // The setting takes effect some time after the reload. Until then, commits do not wait.
  for (let isWaiting = false; !isWaiting;) {
    const id = 5_500 + ids.length;
    ids.push(id);
    let isDone = false;
    inserted = pool
      .begin(async (tx) => {
        await tx`set local synchronous_commit = on`;
        await tx`insert into public.sightings (id, owner_id) values (${id}, ${owner.id})`;
      })
      .then(() => (isDone = true));
    while (!isDone && !isWaiting) isWaiting = await waitsForStandby();
  }
  await expect.poll(isWalStreamed).toBe(true);
  await test.sql`alter system reset synchronous_standby_names`;
  await test.sql`select pg_reload_conf()`;
  await inserted;
  await insertMarker(5_999);
  await byOwner.until(({ id }) => id === 5_999);
  expect(byOwner.received.map(({ id }) => id)).toEqual([...ids, 5_999]);
});

it('never sends a stranger a private state, however briefly the row was private', async () => {
  const [byOwner, byStranger] = [await openListener(owner.client), await openListener(stranger.client)];
  await eightTimes(async (worker) => {
    const id = 6_000 + worker;
    await pool`insert into public.sightings (id, owner_id, is_public, note) values (${id}, ${owner.id}, true, 'open')`;
    for (let i = 0; i < 40; i += 1) {
      await pool`update public.sightings set is_public = false, note = 'secret' where id = ${id}`;
      await pool.begin(async (tx) => {
        await tx`update public.sightings set note = 'secret, for a part of a transaction' where id = ${id}`;
        await tx`update public.sightings set is_public = true, note = 'open' where id = ${id}`;
      });
    }
  });
  await insertMarker(6_999);
  await Promise.all([byOwner.until(({ id }) => id === 6_999), byStranger.until(({ id }) => id === 6_999)]);
  expect(byOwner.received).toHaveLength(8 * (1 + 40 * 3) + 1);
  expect(new Set(byStranger.received.map(({ note, is_public }) => JSON.stringify([note, is_public])))).toEqual(
    new Set(['["open",true]', '["",true]']),
  );
});

it('does not send a row that was hidden before its visibility was checked', async () => {
  const byStranger = await openListener(stranger.client);
  await test.sql.begin(async (tx) => {
    // This lock blocks the check of visibility.
    await tx`lock table auth.users in access exclusive mode`;
    await pool`insert into public.sightings (id, owner_id, is_public) values (7000, ${owner.id}, true)`;
    await pool`update public.sightings set is_public = false where id = 7000`;
  });
  await insertMarker(7_001);
  await byStranger.until(({ id }) => id === 7_001);
  expect(byStranger.received.map(({ id }) => id)).toEqual([7_001]);
});

it('does not drop a change in progress when a token is renewed', async () => {
  const byOwner = await openListener(owner.client, 'full_sightings');
  const renewed = await test.createClient().auth.signInWithPassword(owner);
  await test.sql.begin(async (tx) => {
    // This lock blocks the check of visibility.
    await tx`lock table auth.users in access exclusive mode`;
    await pool`insert into public.full_sightings (id, owner_id, is_public) values (8000, ${owner.id}, true)`;
    await expect.poll(async () => [...(await tx`select from pg_locks where not granted`)].length).toBeGreaterThan(0);
    await owner.client.realtime.setAuth(renewed.data.session?.access_token ?? '');
    // A socket handles messages in order, so after this reply the new token is in use.
    await openListener(owner.client, 'narrow_sightings');
  });
  await insertMarker(8_001, 'full_sightings');
  await byOwner.until(({ id }) => id === 8_001);
  expect(byOwner.received.map(({ id }) => id)).toEqual([8_000, 8_001]);
});

it('sends only the key of a deleted row, and only to people who could see it according to its old columns', async () => {
  const rows = test.sql`values (9001, ${owner.id}::uuid, true), (9002, ${owner.id}::uuid, false)`;
  for (const [table, ofOwner, ofStranger] of [
    // Without the old columns nobody can tell who could see the row.
    ['sightings', [], []],
    ['full_sightings', [9_001, 9_002], [9_001]],
  ] as const) {
    await test.sql`insert into public.${test.sql(table)} (id, owner_id, is_public) ${rows}`;
    const [byOwner, byStranger] = [await openListener(owner.client, table), await openListener(stranger.client, table)];
    await test.sql`delete from public.${test.sql(table)} where id in (9001, 9002)`;
    await insertMarker(9_999, table);
    await Promise.all([byOwner.until(({ id }) => id === 9_999), byStranger.until(({ id }) => id === 9_999)]);
    const deletions = (received: readonly Row[]) => received.filter(({ event }) => event === 'DELETE');
    expect(deletions(byOwner.received)).toEqual(ofOwner.map((id) => ({ event: 'DELETE', id })));
    expect(deletions(byStranger.received)).toEqual(ofStranger.map((id) => ({ event: 'DELETE', id })));
  }
});

it('a filter does not reveal the content of a column that the caller cannot read', async () => {
  const [probing, plain] = [
    await openListener(stranger.client, 'narrow_sightings', 'note=like.s%'),
    await openListener(stranger.client, 'narrow_sightings'),
  ];
  await test.sql`insert into public.narrow_sightings (id, owner_id, is_public, note) values (1, ${owner.id}, true, 'secret')`;
  await plain.until(({ id }) => id === 1);
  expect(plain.received).toEqual([{ event: 'INSERT', id: 1, owner_id: owner.id, is_public: true }]);
  expect(probing.received).toEqual([]);
});
