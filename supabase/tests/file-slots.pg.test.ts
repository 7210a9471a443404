import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createTrack } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const store = (user: string, name = `${user}/${randomUUID()}.mp3`, bucket = 'tracks') =>
  db
    .asUser(user)
    .run((tx) => tx`insert into storage.objects (bucket_id, name, owner_id) values (${bucket}, ${name}, ${user})`);
const replace = (user: string, name: string, bucket = 'tracks') =>
  db.asUser(user).run(
    (tx) => tx`insert into storage.objects (bucket_id, name, owner_id) values (${bucket}, ${name}, ${user})
               on conflict (bucket_id, name) do update set version = 'new'`,
  );

it('Storage accepts three unused audio files beyond the free slots, and another after a deletion; pictures count separately', async () => {
  const user = await db.createUser();
  for (let stored = 0; stored < 6; stored++) await store(user);
  expect((await refusal(store(user))).code).toBe('42501');
  const [deleted] = await db.sql<{ name: string }[]>`select name from storage.objects where owner_id = ${user} limit 1`;
  await db.sql`select set_config('storage.allow_delete_query', 'true', false)`;
  await db.sql`delete from storage.objects where name = ${deleted?.name ?? ''}`;
  await store(user);
  expect((await refusal(store(user))).code).toBe('42501');
  await store(user, `${user}/face.png`, 'avatars');
});

it('Storage accepts six unused pictures, and another after one is used or deleted', async () => {
  const user = await db.createUser();
  const picture = (n: number) => `${user}/face-${n}.png`;
  for (let n = 1; n <= 6; n += 1) await store(user, picture(n), 'avatars');
  expect((await refusal(store(user, picture(7), 'avatars'))).code).toBe('42501');
  await db.sql`update public.user_profiles set avatar_url = ${picture(1)} where id = ${user}`;
  await store(user, picture(7), 'avatars');
  expect((await refusal(store(user, picture(8), 'avatars'))).code).toBe('42501');
  await db.sql`select set_config('storage.allow_delete_query', 'true', false)`;
  await db.sql`delete from storage.objects where name = ${picture(2)}`;
  await store(user, picture(8), 'avatars');
});

it("Storage refuses to replace a track's file, and replaces an unused file and a profile's picture", async () => {
  const user = await db.createUser();
  const id = await createTrack(db, user);
  const trackFile = `${user}/${id}.mp3`;
  await store(user, trackFile);
  expect((await refusal(replace(user, trackFile))).code).toBe('42501');
  const unused = `${user}/${randomUUID()}.mp3`;
  await store(user, unused);
  await replace(user, unused);
  const face = `${user}/face.png`;
  await store(user, face, 'avatars');
  await db.sql`update public.user_profiles set avatar_url = ${face} where id = ${user}`;
  await replace(user, face, 'avatars');
  const rows =
    await db.sql`select name from storage.objects where owner_id = ${user} and version = 'new' order by name`;
  expect(rows.map((row) => row['name'])).toEqual([unused, face].sort());
});
