import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { LATER, createRelease, publishDue, release, storedRelease, storedTrack, uploadInto } from './release-scene.ts';
import { play, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let crowd: Crowd;
beforeAll(async () => {
  db = await openTestDatabase();
  crowd = await openCrowd(db);
});
afterAll(async () => {
  await crowd.close();
  await db.close();
});

it('[S-61] [SY-38] no deadlock occurs while releases are published, arranged and played', async () => {
  for (let round = 0; round < 3; round += 1) {
    const artists = await Promise.all(Array.from({ length: 4 }, () => createPerson(db)));
    const fans = await Promise.all(Array.from({ length: 8 }, () => createPerson(db)));
    const releases: { artist: string; id: string; tracks: string[] }[] = [];
    for (const artist of artists) {
      const [id, one, two] = [randomUUID(), randomUUID(), randomUUID()];
      await push(db.asUser(artist), [createRelease(id, { places: [one, two], publish_at: LATER })]);
      const tracks = [await uploadInto(db, artist, id, one), await uploadInto(db, artist, id, two)];
      releases.push({ artist, id, tracks });
    }
    await db.sql`update public.releases set publish_at = now() where id = any (${releases.map(({ id }) => id)}::uuid[])`;
    const all = releases.flatMap(({ tracks }) => tracks);
    const outcomes = await Promise.all([
      ...releases.map(({ artist, id, tracks }) =>
        crowd.send(artist, [
          play(all[0] ?? ''),
          release('arrange', id, { places: tracks.toReversed() }),
          play(all.at(-1) ?? ''),
        ]),
      ),
      ...fans.map((fan, n) =>
        crowd.send(
          fan,
          (n % 2 === 0 ? all : all.toReversed()).map((track) => play(track)),
        ),
      ),
      ...Array.from({ length: 6 }, () => publishDue(db).then(() => [])),
    ]);
    expect(outcomes.flat().filter((outcome) => outcome.startsWith('error'))).toEqual([]);
    await publishDue(db);
    for (const { id, tracks } of releases) {
      expect(await storedRelease(db, id)).toMatchObject({ places: tracks.toReversed(), isOut: true });
      for (const track of tracks)
        expect(await storedTrack(db, track)).toEqual({ releaseId: id, isPublic: true, awaitsRelease: false });
    }
  }
});
