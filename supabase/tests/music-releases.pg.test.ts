import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import {
  LATER,
  createRelease,
  publishDue,
  release,
  storedRelease,
  storedTrack,
  upload,
  uploadInto,
} from './release-scene.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
/** A time that many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

afterAll(() => db.close());

const done = { success: true };
const pulled = async (person: string) =>
  (await pull(db.asUser(person), { tables: ['releases'] })).rows.map(({ row }) => row);

describe('[S-61] A release', () => {
  it('is pulled by its owner alone, and read from its table by nobody else', async () => {
    const [artist, other] = [await createPerson(db), await createPerson(db)];
    const [id, own, place] = [randomUUID(), await createTrack(db, artist, { isPublic: false }), randomUUID()];
    const created = createRelease(id, { kind: 'ep', notes: ' At sea. ', publish_at: LATER, places: [place, own] });
    expect(await outcome(db.asUser(artist), created)).toEqual(done);
    expect(await pulled(artist)).toEqual([
      {
        id,
        rev: 1,
        user_id: artist,
        title: 'Tides',
        artist_name: 'Nina',
        kind: 'ep',
        notes: 'At sea.',
        places: [place, own],
        awaited: [place],
        publish_at: LATER,
        published_at: null,
        created_at: expect.any(String),
      },
    ]);
    const { rows } = await pull(db.asUser(artist), { tables: ['tracks'] });
    expect(rows.map(({ row }) => row)).toMatchObject([{ id: own, release_id: id, is_public: false }]);
    expect(await pulled(other)).toEqual([]);
    expect([...(await db.asUser(other).run((tx) => tx`select * from public.releases`))]).toEqual([]);
    const write = db.asUser(artist).run((tx) => tx`update public.releases set published_at = now() where id = ${id}`);
    expect(await refusal(write)).toMatchObject({ code: '42501' });
  });

  it('is refused with clear words if its fields do not fit', async () => {
    const artist = await createPerson(db);
    const place = randomUUID();
    const invalid: [string, Record<string, unknown>][] = [
      ['title_missing', { title: '  ' }],
      ['title_missing', { title: '\u200b\u202e' }],
      ['invalid_payload', { title: 5 }],
      ['title_too_long', { title: 'n'.repeat(101) }],
      ['artist_missing', { artist_name: '' }],
      ['artist_missing', { artist_name: '\u00a0\u3164' }],
      ['artist_too_long', { artist_name: 'n'.repeat(51) }],
      ['notes_too_long', { notes: 'n'.repeat(501) }],
      ['restricted_words', { title: 'NAZI' }],
      ['restricted_words', { artist_name: 'NAZI' }],
      ['restricted_words', { notes: 'by a NAZI' }],
      ['invalid_payload', { kind: 'box' }],
      ['invalid_payload', { publish_at: 'infinity' }],
      ['invalid_payload', { publish_at: 'tomorrow' }],
      ['invalid_payload', { publish_at: 5 }],
      ['publish_at_too_late', { publish_at: inDays(732) }],
      ['invalid_payload', { places: [] }],
      ['invalid_payload', { places: [place, place.toUpperCase()] }],
      ['invalid_payload', { places: ['first'] }],
      ['invalid_payload', { places: [[place]] }],
      ['invalid_payload', { places: { 0: place } }],
      ['invalid_payload', { places: Array.from({ length: 51 }, () => randomUUID()) }],
    ];
    for (const [code, fields] of invalid)
      expect(await outcome(db.asUser(artist), createRelease(randomUUID(), fields)), JSON.stringify(fields)).toBe(code);
    expect(await pulled(artist)).toEqual([]);
  });

  it('is dated at most two years ahead; a release that has a later date already may keep it', async () => {
    const [artist, id] = [await createPerson(db), randomUUID()];
    expect(await outcome(db.asUser(artist), createRelease(id, { publish_at: inDays(730) }))).toEqual({ success: true });
    const late = inDays(4000);
    expect(await outcome(db.asUser(artist), release('update', id, { publish_at: late }))).toBe('publish_at_too_late');
    await db.sql`update public.releases set publish_at = ${late} where id = ${id}`;
    const kept = release('update', id, { publish_at: late, title: 'Ebb' });
    expect(await outcome(db.asUser(artist), kept)).toEqual({ success: true });
  });

  it('is made once, and a person has at most as many as the operator allows', async () => {
    const [artist, other] = [await createPerson(db), await createPerson(db)];
    const id = randomUUID();
    await push(db.asUser(artist), [createRelease(id)]);
    expect(await outcome(db.asUser(artist), createRelease(id))).toBe('release_exists');
    expect(await outcome(db.asUser(other), createRelease(id, { title: 'Mine' }))).toBe('release_exists');
    await db.sql`update private.library_limits set most = 1 where part = 'releases'`;
    expect(await outcome(db.asUser(artist), createRelease(randomUUID()))).toBe('too_many_releases');
    await push(db.asUser(artist), [release('delete', id)]);
    expect(await outcome(db.asUser(artist), createRelease(randomUUID()))).toEqual(done);
    await db.sql`update private.library_limits set most = 100 where part = 'releases'`;
  });

  it('cannot be changed by others, who can neither take its tracks nor upload into it', async () => {
    const [artist, thief] = [await createPerson(db), await createPerson(db)];
    const [id, place] = [randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(id, { places: [place], publish_at: LATER })]);
    const track = await uploadInto(db, artist, id, place);
    for (const attempt of [
      release('update', id, { title: 'Mine' }),
      release('update', id, { publish_at: null }),
      release('arrange', id, { places: [randomUUID()] }),
      release('remove', id, { place: track }),
    ])
      expect(await outcome(db.asUser(thief), attempt), attempt.kind).toBe('release_missing');
    expect(await outcome(db.asUser(thief), release('delete', id))).toEqual(done);

    const own = randomUUID();
    const awaited = randomUUID();
    expect(await outcome(db.asUser(thief), createRelease(own, { places: [track, awaited] }))).toEqual(done);
    await push(db.asUser(thief), [release('arrange', own, { places: [track, awaited] })]);
    expect(await storedRelease(db, own)).toMatchObject({ places: [awaited], awaited: [awaited] });
    await expect(uploadInto(db, thief, id, track)).rejects.toThrow('release_missing');
    await expect(uploadInto(db, thief, randomUUID(), track)).rejects.toThrow('release_missing');

    expect(await storedRelease(db, id)).toEqual({ places: [track], awaited: [], isOut: false, isDeleted: false });
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, isPublic: false, awaitsRelease: true });
    const { rows } = await pull(db.asUser(thief), { tables: ['tracks'] });
    expect(rows.map(({ row }) => row['id'])).not.toContain(track);
  });

  it('drops a place that no upload can fill: a deleted track, also one whose row is gone', async () => {
    const artist = await createPerson(db);
    const [id, deleted, swept, place] = [randomUUID(), await createTrack(db, artist), randomUUID(), randomUUID()];
    await push(db.asUser(artist), [action('track.delete', { track_id: deleted })]);
    await db.sql`insert into private.swept_tracks (id) values (${swept})`;
    await push(db.asUser(artist), [createRelease(id, { places: [deleted, swept, place] })]);
    expect(await storedRelease(db, id)).toMatchObject({ places: [place], awaited: [place] });
  });
});

describe('[S-61] [SY-38] track.create with a release', () => {
  it('takes its place, and stays private until the last track has arrived', async () => {
    const artist = await createPerson(db);
    const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(id, { places: [first, second] })]);
    const later = await uploadInto(db, artist, id, second);
    expect(await storedTrack(db, later)).toEqual({ releaseId: id, isPublic: false, awaitsRelease: true });
    expect(await storedRelease(db, id)).toMatchObject({ places: [first, later], awaited: [first], isOut: false });
    const earlier = await uploadInto(db, artist, id, first);
    expect(await storedRelease(db, id)).toMatchObject({ places: [earlier, later], awaited: [], isOut: true });
    for (const track of [earlier, later])
      expect(await storedTrack(db, track)).toEqual({ releaseId: id, isPublic: true, awaitsRelease: false });
  });

  it('comes last without a place of its own, and never takes the place of another track', async () => {
    const artist = await createPerson(db);
    const [id, place, elsewhere] = [randomUUID(), randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(id, { places: [place, elsewhere], publish_at: LATER })]);
    const first = await uploadInto(db, artist, id, place);
    const [second, third] = [await uploadInto(db, artist, id, first), await uploadInto(db, artist, id)];
    expect(await storedRelease(db, id)).toMatchObject({
      places: [first, elsewhere, second, third],
      awaited: [elsewhere],
    });
  });

  it('may name its own id as its place, and changes nothing when it is sent again', async () => {
    const artist = await createPerson(db);
    const [id, track] = [randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(id, { places: [track, randomUUID()] })]);
    const { pushed } = await upload(db, artist, { track_id: track, release_id: id });
    expect(await outcome(db.asUser(artist), pushed)).toMatchObject(done);
    const before = await storedRelease(db, id);
    expect(before).toMatchObject({ places: [track, expect.any(String)], awaited: [expect.any(String)] });
    expect(await outcome(db.asUser(artist), pushed)).toMatchObject(done);
    expect(await outcome(db.asUser(artist), { ...pushed, id: randomUUID() })).toBe('track_exists');
    expect(await storedRelease(db, id)).toEqual(before);
  });

  it('arrives private if the release was deleted, and public at once if it is out', async () => {
    const artist = await createPerson(db);
    const [deleted, out] = [randomUUID(), randomUUID()];
    const single = await createTrack(db, artist);
    await push(db.asUser(artist), [createRelease(deleted), release('delete', deleted)]);
    await push(db.asUser(artist), [createRelease(out, { places: [single] })]);
    expect(await storedTrack(db, await uploadInto(db, artist, deleted))).toEqual({
      releaseId: null,
      isPublic: false,
      awaitsRelease: false,
    });
    expect(await storedTrack(db, await uploadInto(db, artist, out))).toEqual({
      releaseId: out,
      isPublic: true,
      awaitsRelease: false,
    });
  });
});

describe('[S-61] The tracks of a release', () => {
  async function releaseWith(artist: string, fields: Record<string, unknown> = {}) {
    const [id, one, two] = [randomUUID(), randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(id, { places: [one, two], publish_at: LATER, ...fields })]);
    return { id, first: await uploadInto(db, artist, id, one), second: await uploadInto(db, artist, id, two) };
  }

  it('are arranged: tracks that are not named come last, and unknown ids are ignored', async () => {
    const artist = await createPerson(db);
    const { id, first, second } = await releaseWith(artist);
    const third = await uploadInto(db, artist, id);
    await push(db.asUser(artist), [release('arrange', id, { places: [third, randomUUID(), second] })]);
    expect(await storedRelease(db, id)).toMatchObject({ places: [third, second, first] });
  });

  it('are in the same order whether an upload or the arrangement that names it arrives first', async () => {
    const artist = await db.createUser();
    const orders = [true, false].map(async (isUploadFirst) => {
      const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
      await push(db.asUser(artist), [createRelease(id, { places: [first, second] })]);
      const { id: track, pushed } = await upload(db, artist, { release_id: id, release_place: second });
      const arrange = release('arrange', id, { places: [second, track, first] });
      for (const sent of isUploadFirst ? [pushed, arrange] : [arrange, pushed]) await push(db.asUser(artist), [sent]);
      return [(await storedRelease(db, id))?.places, [track, first]];
    });
    for (const [stored, wanted] of await Promise.all(orders)) expect(stored).toEqual(wanted);
  });

  it('move to another release, and then wait for that one if they are unpublished', async () => {
    const artist = await createPerson(db);
    const { id, first, second } = await releaseWith(artist);
    const [other, own] = [randomUUID(), await createTrack(db, artist)];
    await push(db.asUser(artist), [createRelease(other, { publish_at: LATER, places: [second, own] })]);
    expect(await storedRelease(db, id)).toMatchObject({ places: [first], awaited: [] });
    expect(await storedTrack(db, second)).toEqual({ releaseId: other, isPublic: false, awaitsRelease: true });
    expect(await storedTrack(db, own)).toEqual({ releaseId: other, isPublic: true, awaitsRelease: false });
    await push(db.asUser(artist), [release('arrange', other, { places: [first] })]);
    expect(await storedRelease(db, id)).toMatchObject({ places: [] });
    expect(await storedRelease(db, other)).toMatchObject({ places: [first, second, own], isOut: false });
  });

  it('become public by a move into a published release only if they waited for their own', async () => {
    const artist = await createPerson(db);
    const [out, single, own] = [randomUUID(), await createTrack(db, artist), await createTrack(db, artist)];
    await push(db.asUser(artist), [createRelease(out, { places: [single] })]);
    const { first, second } = await releaseWith(await raiseLevel(artist));
    await push(db.asUser(artist), [
      action('track.update', { track_id: second, is_public: false }),
      action('track.update', { track_id: own, is_public: false }),
      release('arrange', out, { places: [second, first, own] }),
    ]);
    expect(await storedRelease(db, out)).toMatchObject({ places: [second, first, own, single], isOut: true });
    expect(await storedTrack(db, first)).toEqual({ releaseId: out, isPublic: true, awaitsRelease: false });
    expect(await storedTrack(db, second)).toEqual({ releaseId: out, isPublic: false, awaitsRelease: false });
    expect(await storedTrack(db, own)).toEqual({ releaseId: out, isPublic: false, awaitsRelease: false });
  });

  it('keep their visibility when they are removed or the release is deleted', async () => {
    const artist = await createPerson(db);
    const { id, first, second } = await releaseWith(artist);
    const own = await createTrack(db, artist);
    await push(db.asUser(artist), [release('arrange', id, { places: [own] }), release('remove', id, { place: first })]);
    expect(await storedTrack(db, first)).toEqual({ releaseId: null, isPublic: false, awaitsRelease: false });
    expect(await storedRelease(db, id)).toMatchObject({ places: [own, second] });
    await push(db.asUser(artist), [release('delete', id)]);
    expect(await storedRelease(db, id)).toEqual({ places: [], awaited: [], isOut: false, isDeleted: true });
    expect(await storedTrack(db, second)).toEqual({ releaseId: null, isPublic: false, awaitsRelease: false });
    expect(await storedTrack(db, own)).toEqual({ releaseId: null, isPublic: true, awaitsRelease: false });
    expect(await pulled(artist)).toEqual([]);
    expect(await outcome(db.asUser(artist), release('update', id, { title: 'Again' }))).toBe('release_missing');
  });

  it('lose their places when they are deleted, by a push or through REST', async () => {
    const artist = await createPerson(db);
    const { id, first, second } = await releaseWith(artist);
    await push(db.asUser(artist), [action('track.delete', { track_id: first })]);
    await db.asUser(artist).run((tx) => tx`delete from public.tracks where id = ${second}`);
    expect(await storedRelease(db, id)).toMatchObject({ places: [], isDeleted: false });
    expect(await publishDue(db)).toBe(0);
  });

  it('cannot be shown before their release, and stay private at its publication if their owner said so', async () => {
    const artist = await createPerson(db);
    const { id, first, second } = await releaseWith(artist);
    const update = (track: string, isPublic: boolean) =>
      action('track.update', { track_id: track, is_public: isPublic });
    const patch = (track: string, isPublic: boolean) =>
      db.asUser(artist).run((tx) => tx`update public.tracks set is_public = ${isPublic} where id = ${track}`);
    expect(await push(db.asUser(artist), [update(first, true)])).toMatchObject([
      { result: { code: 'release_not_out', message: 'This track shows with its release.' } },
    ]);
    expect(await refusal(patch(first, true))).toMatchObject({ message: 'This track shows with its release.' });
    await push(db.asUser(artist), [action('track.update', { track_id: first, title: 'Day Bus' })]);
    expect(await storedTrack(db, first)).toEqual({ releaseId: id, isPublic: false, awaitsRelease: true });
    await push(db.asUser(artist), [update(first, false)]);
    await patch(second, false);
    await push(db.asUser(artist), [release('update', id, { publish_at: null })]);
    expect(await storedRelease(db, id)).toMatchObject({ isOut: true });
    for (const track of [first, second])
      expect(await storedTrack(db, track)).toEqual({ releaseId: id, isPublic: false, awaitsRelease: false });
    expect(await outcome(db.asUser(artist), update(first, true))).toEqual(done);
  });

  async function raiseLevel(person: string) {
    await db.sql`update public.user_stats set fan_level = 5 where user_id = ${person}`;
    return person;
  }
});
