import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());

it('[S-61] all releases with the same date come out within seconds of that date', async () => {
  const artists = await Promise.all(Array.from({ length: 5 }, () => test.createUser()));
  const ids = artists.map(() => randomUUID());
  for (const [n, { id: artist }] of artists.entries()) {
    const [id = '', track] = [ids[n], randomUUID()];
    await test.sql`insert into public.releases (id, user_id, title, artist_name, places, publish_at)
                   values (${id}, ${artist}, 'Tides', 'Nina', array[${track}::uuid], '2090-01-01')`;
    await test.sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                              rights_confirmed, is_public, release_id, awaits_release)
                   values (${track}, ${artist}, 'Kelp', 'Nina', 'House', ${`${artist}/${track}.mp3`}, 180000, 2880000,
                           true, false, ${id}, true)`;
  }
  const shown = async () =>
    (await test.sql`select 1 from public.tracks where release_id = any (${ids}::uuid[]) and is_public`).length;
  expect(await shown()).toBe(0);
  await test.sql`update public.releases set publish_at = now() where id = any (${ids}::uuid[])`;
  await expect.poll(shown, { timeout: 4_000 }).toBe(ids.length);
});
