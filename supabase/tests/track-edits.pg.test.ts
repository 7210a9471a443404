import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, play, pull, push } from './scene.ts';
import { createPerson, expectRefused, resultOf } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const update = (track: string, changes: Record<string, unknown>) =>
  action('track.update', { track_id: track, ...changes });
const remove = (track: string) => action('track.delete', { track_id: track });
const storedTrack = async (track: string) =>
  (
    await db.sql`select title, is_public, deleted_at is not null as is_deleted from public.tracks where id = ${track}`
  )[0];

describe('track.update', () => {
  it('renames and hides one\u2019s own track; a hidden one disappears for others and stays for its owner', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const track = await createTrack(db, artist);
    const { floor } = await pull(db.asUser(fan), { tables: ['tracks'] });
    expect(await resultOf(db.asUser(artist), update(track, { title: '  Day Bus ' }))).toEqual({ success: true });
    expect(await storedTrack(track)).toEqual({ title: 'Day Bus', is_public: true, is_deleted: false });
    expect(await resultOf(db.asUser(artist), update(track, { is_public: false }))).toEqual({ success: true });
    expect(await storedTrack(track)).toEqual({ title: 'Day Bus', is_public: false, is_deleted: false });

    const others = await pull(db.asUser(fan), { tables: ['tracks'], since: floor });
    expect(others.gone.map(({ id }) => id)).toEqual([track]);
    const own = await pull(db.asUser(artist), { tables: ['tracks'], since: floor });
    expect(own.rows.map(({ row }) => row.id)).toEqual([track]);
  });

  it('accepts a title of 1 to 60 characters; a track with a longer title from its upload can still be hidden', async () => {
    const artist = await createPerson(db);
    const track = await createTrack(db, artist);
    await db.sql`update public.tracks set title = ${'x'.repeat(100)} where id = ${track}`;
    const actor = db.asUser(artist);
    await expectRefused(db, actor, update(track, { title: ' ' }), 'title_missing', 'Track title cannot be empty');
    const tooLong = 'Track title must be 60 characters or less';
    await expectRefused(db, actor, update(track, { title: 'x'.repeat(61) }), 'title_too_long', tooLong);
    await expectRefused(db, actor, update(track, { title: 'N4ZI' }), 'restricted_words');
    await expectRefused(db, actor, update(track, { title: 5 }), 'invalid_payload');
    await expectRefused(db, actor, update(track, { is_public: 'no' }), 'invalid_payload');
    await expectRefused(db, actor, update(track, { sponsored: true }), 'invalid_payload');
    expect(await resultOf(actor, update(track, { is_public: false }))).toEqual({ success: true });
    expect(await resultOf(actor, update(track, { title: 'x'.repeat(60) }))).toEqual({ success: true });
  });

  it('[SY-11] is for the owner only, and so is track.delete', async () => {
    const [artist, other] = [await createPerson(db), await createPerson(db)];
    const track = await createTrack(db, artist);
    const refusalText = 'This track is no longer available.';
    for (const edit of [update(track, { title: 'Mine' }), remove(track)]) {
      await expectRefused(db, db.asUser(other), edit, 'track_missing', refusalText);
    }
    await expectRefused(db, db.asUser(artist), remove(randomUUID()), 'track_missing', refusalText);
  });
});

describe('track.radio', () => {
  it('[S-42] opens one\u2019s own track to sponsorship, and closes it unless it is sponsored', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const track = await createTrack(db, artist);
    const radio = (isOpen: unknown) => action('track.radio', { track_id: track, radio_opt_in: isOpen });
    const isOpen = async () =>
      (await db.sql`select radio_opt_in from public.tracks where id = ${track}`)[0]?.['radio_opt_in'];
    expect(await resultOf(db.asUser(artist), radio(true))).toEqual({ success: true });
    expect(await isOpen()).toBe(true);
    await db.sql`update public.tracks set sponsored = true, sponsored_at = now() where id = ${track}`;
    await expectRefused(db, db.asUser(artist), radio(false), 'track_sponsored');
    expect(await resultOf(db.asUser(artist), radio(true))).toEqual({ success: true });
    await db.sql`update public.tracks set sponsored = false, sponsored_at = null where id = ${track}`;
    expect(await resultOf(db.asUser(artist), radio(false))).toEqual({ success: true });
    expect(await isOpen()).toBe(false);
    await expectRefused(db, db.asUser(fan), radio(true), 'track_missing');
    await expectRefused(db, db.asUser(artist), radio('yes'), 'invalid_payload');
  });
});

describe('track.delete', () => {
  it('[S-16] leaves a tombstone without content, and frees a slot', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const tracks = [await createTrack(db, artist), await createTrack(db, artist), await createTrack(db, artist)];
    const track = tracks[0] ?? '';
    await db.sql`update public.tracks set cover_url = ${`${artist}/cover.png`}, radio_opt_in = true, sponsored = true,
                   sponsored_at = now() where id = ${track}`;
    await push(db.asUser(fan), [play(track)]);
    const { floor } = await pull(db.asUser(fan), { tables: ['tracks'] });

    expect(await resultOf(db.asUser(artist), remove(track))).toEqual({ success: true, slots_available: 1 });
    expect([
      ...(await db.sql`select title, artist_name, audio_url, cover_url, is_public, radio_opt_in, sponsored, sponsored_at
                       from public.tracks where id = ${track}`),
    ]).toEqual([
      {
        title: 'Deleted track',
        artist_name: 'Unknown Artist',
        audio_url: `deleted/${track}`,
        cover_url: null,
        is_public: false,
        radio_opt_in: false,
        sponsored: false,
        sponsored_at: null,
      },
    ]);
    for (const viewer of [artist, fan]) {
      const changed = await pull(db.asUser(viewer), { tables: ['tracks'], since: floor });
      expect(changed.gone.map(({ id }) => id)).toEqual([track]);
    }
    await expectRefused(db, db.asUser(artist), remove(track), 'track_missing');
    await expectRefused(db, db.asUser(artist), update(track, { title: 'Back' }), 'track_missing');
    await expectRefused(db, db.asUser(fan), play(track), 'track_missing');
  });

  it("turns the track's shares and votes into tombstones", async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db, { earned: 40 })];
    const track = await createTrack(db, artist);
    const voted = await push(db.asUser(fan), [
      action('vote.cast', { track_id: track, weight: 5 }),
      action('share.add', { track_id: track }),
    ]);
    expect(voted.map(({ status }) => status)).toEqual(['applied', 'applied']);
    await push(db.asUser(artist), [remove(track)]);
    expect([
      ...(await db.sql`select 'vote' as kind, deleted_at is not null as is_deleted from public.track_votes where track_id = ${track}
                       union all select 'share', deleted_at is not null from public.shared_tracks where track_id = ${track}`),
    ]).toEqual([
      { kind: 'vote', is_deleted: true },
      { kind: 'share', is_deleted: true },
    ]);
    expect([
      ...(await db.sql`select total_votes, average_vote_rating::float8 as rating from public.tracks where id = ${track}`),
    ]).toEqual([{ total_votes: 0, rating: 0 }]);
  });

  it('[SY-9] deletes once and returns the same result when it is sent twice', async () => {
    const artist = await createPerson(db);
    const removal = remove(await createTrack(db, artist));
    const first = await push(db.asUser(artist), [removal]);
    expect(await push(db.asUser(artist), [removal])).toEqual(first);
    expect(first[0]?.status).toBe('applied');
  });

  it('leaves the same tombstone as a delete statement on the table', async () => {
    const track = await createTrack(db, await createPerson(db));
    await db.sql`delete from public.tracks where id = ${track}`;
    expect(await storedTrack(track)).toEqual({ title: 'Deleted track', is_public: false, is_deleted: true });
  });
});
