import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let fan: string;
beforeAll(async () => {
  db = await openTestDatabase();
  fan = await createPerson(db);
});
afterAll(() => db.close());

async function trackNamed(title: string, artist: string): Promise<string> {
  const id = await createTrack(db, await createPerson(db));
  await db.sql`update public.tracks set title = ${title}, artist_name = ${artist} where id = ${id}`;
  return id;
}
const find = async (...entries: (readonly [artist: string, title: string])[]) =>
  db.asUser(fan).rpc('find_tracks', { p_entries: entries.map(([artist, title]) => ({ artist, title })) });

it('finds public tracks by artist and title, however they are written, and no other', async () => {
  const bus = await trackNamed('Night Bus (Dub)', 'Nína & Kiln');
  const rain = await trackNamed('雨', '東京');
  const hidden = await trackNamed('Hidden', 'Nína');
  await db.sql`update public.tracks set is_public = false where id = ${hidden}`;
  expect(
    await find(
      ['nina and kiln', 'NIGHT BUS - DUB'],
      ['Nína', 'Night Bus (Dub)'],
      ['Nína & Kiln feat. Juno', 'Night Bus (Dub)'],
      ['', 'Night bus dub'],
      ['東京', '雨'],
      ['Somebody', 'Night Bus (Dub)'],
      ['Nína & Kiln', 'Night Bus'],
      ['Nína', 'Hidden'],
      ['', ''],
      ['%', "'; select"],
    ),
  ).toEqual([bus, bus, bus, bus, rain, null, null, null, null, null]);
});

it("finds tracks by the artist's present name, too", async () => {
  const artist = await createPerson(db);
  const track = await createTrack(db, artist);
  await db.sql`update public.tracks set title = 'Estuary', artist_name = 'Formerly' where id = ${track}`;
  await push(db.asUser(artist), [action('profile.update', { artist_name: 'Nowadays' })]);
  expect(await find(['Nowadays', 'Estuary'], ['Formerly', 'Estuary'])).toEqual([track, track]);
});

it('looks up at most 20 entries at once, for signed-in people only', async () => {
  const many = Array.from({ length: 21 }, () => ({ artist: 'A', title: 'B' }));
  await expect(db.asUser(fan).rpc('find_tracks', { p_entries: many })).rejects.toThrow('At most 20');
  await expect(db.asUser(fan).rpc('find_tracks', { p_entries: { artist: 'A' } })).rejects.toThrow('At most 20');
  expect(await db.asUser(fan).rpc('find_tracks', { p_entries: [7, null, { title: 4 }] })).toEqual([null, null, null]);
  await expect(db.asAnon().rpc('find_tracks', { p_entries: [] })).rejects.toThrow('permission denied');
});
