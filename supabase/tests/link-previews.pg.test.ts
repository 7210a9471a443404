import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, refusal, type TestDatabase } from '../../tests/support/postgres.ts';
import { createTrack } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const read = (page: string, id: string) => db.asAnon().rpc('get_link_preview', { p_page: page, p_id: id });

it('[S-1] a link preview shows title, artist and cover of a public track, but of no other track, to a crawler without a beta session', async () => {
  const artist = await db.createUser({ email: 'artist@example.com' });
  const track = await createTrack(db, artist);
  await db.sql`update public.tracks set cover_url = ${`${artist}/cover.png`} where id = ${track}`;
  const cover = { title: 'Night Bus', picture: `${artist}/cover.png` };
  expect(await read('track', track)).toEqual({ ...cover, artist: 'artist' });
  // S-43: if the profile is not public, the track's own artist name is shown.
  await db.sql`update public.user_profiles set privacy_setting = 'friends_only' where id = ${artist}`;
  expect(await read('track', track)).toEqual({ ...cover, artist: 'Someone' });

  const hidden = await createTrack(db, artist, { isPublic: false });
  const deleted = await createTrack(db, artist);
  await db.sql`delete from public.tracks where id = ${deleted}`;
  const reads = [hidden, deleted, artist, randomUUID()].map((id) => read('track', id));
  expect(await Promise.all(reads)).toEqual([null, null, null, null]);
  expect(await read('message', track)).toBeNull();
});

it('[S-23] a link preview shows name and picture of a public profile, and nothing of a private, friends-only or deleted one', async () => {
  const person = await db.createUser({ email: 'person@example.com' });
  await db.sql`update public.user_profiles set avatar_url = ${`${person}/face.png`}, bio = 'Secret' where id = ${person}`;
  expect(await read('profile', person)).toEqual({ title: null, artist: 'person', picture: `${person}/face.png` });
  for (const privacy of ['friends_only', 'private']) {
    await db.sql`update public.user_profiles set privacy_setting = ${privacy} where id = ${person}`;
    expect(await read('profile', person)).toBeNull();
  }
  await db.sql`update public.user_profiles set privacy_setting = 'public', artist_name = null where id = ${person}`;
  expect(await read('profile', person)).toBeNull();

  const deletedPerson = await db.createUser();
  await db.asUser(deletedPerson).rpc('delete_my_profile');
  expect(await Promise.all([deletedPerson, randomUUID()].map((id) => read('profile', id)))).toEqual([null, null]);
});

it("a link preview is refused to a signed-in person, to whom the page's access rules apply", async () => {
  const person = await db.createUser();
  const call = db.asUser(person).rpc('get_link_preview', { p_page: 'profile', p_id: person });
  expect(await refusal(call)).toMatchObject({ code: '42501' });
});
