import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedRelease, releasesOf } from '../../sync/model/release-reads.ts';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createOperator, decide, report, undo } from './moderation-scene.ts';
import { beginTransaction } from './open-transaction.ts';
import { LATER, createRelease, publishDue, release, storedRelease, storedTrack, uploadInto } from './release-scene.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const done = { success: true };
const shown = { isPublic: true, awaitsRelease: false };
const waiting = { isPublic: false, awaitsRelease: true };

/** Creates a release with one uploaded track. It is due at LATER, or once `makeDue` has moved its date to the past. */
async function releaseWithTrack(artist: string, publishAt: string | null = LATER) {
  const [id, place] = [randomUUID(), randomUUID()];
  await push(db.asUser(artist), [createRelease(id, { places: [place], publish_at: publishAt })]);
  return { id, track: await uploadInto(db, artist, id, place) };
}
const makeDue = (id: string) =>
  db.sql`update public.releases set publish_at = now() - interval '1 second' where id = ${id}`;
const readRelease = (id: string, person: string) => db.asUser(person).rpc('get_release', { p_release_id: id });

describe('[S-61] [SY-38] A release comes out', () => {
  it('at its date, with tracks that are new to everybody then', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const { id, track } = await releaseWithTrack(artist);
    await db.sql`update public.tracks set created_at = '2026-01-01' where id = ${track}`;
    const { floor } = await pull(db.asUser(fan));
    expect(await publishDue(db)).toBe(0);
    await makeDue(id);
    expect(await publishDue(db)).toBe(1);
    expect(await publishDue(db)).toBe(0);
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, ...shown });
    const [times] = await db.sql`select t.created_at = r.published_at as "areEqual"
      from public.tracks t join public.releases r on r.id = t.release_id where t.id = ${track}`;
    expect(times).toEqual({ areEqual: true });
    const { rows } = await pull(db.asUser(fan), { since: floor, tables: ['tracks'] });
    expect(rows.map(({ row }) => row)).toMatchObject([{ id: track, is_public: true, release_id: id }]);
  });

  it('at once if its date is past, and cannot get another date then', async () => {
    const artist = await createPerson(db);
    const { id } = await releaseWithTrack(artist, '2020-01-01T00:00:00Z');
    expect(await storedRelease(db, id)).toMatchObject({ isOut: true });
    expect(await push(db.asUser(artist), [release('update', id, { publish_at: LATER })])).toMatchObject([
      { result: { code: 'release_published', message: 'This release is out already.' } },
    ]);
    const same = release('update', id, { publish_at: '2020-01-01T00:00:00.000Z', title: 'High Tides' });
    expect(await outcome(db.asUser(artist), same)).toEqual(done);
    expect(await storedRelease(db, id)).toMatchObject({ isOut: true });
  });

  it('when its date or the last place without a track is removed', async () => {
    const artist = await createPerson(db);
    const { id } = await releaseWithTrack(artist);
    await push(db.asUser(artist), [release('update', id, { publish_at: null })]);
    expect(await storedRelease(db, id)).toMatchObject({ isOut: true });

    const [second, place, missing] = [randomUUID(), randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(second, { places: [place, missing] })]);
    await uploadInto(db, artist, second, place);
    expect(await storedRelease(db, second)).toMatchObject({ isOut: false });
    await push(db.asUser(artist), [release('remove', second, { place: missing })]);
    expect(await storedRelease(db, second)).toMatchObject({ isOut: true });
  });

  it('only with a track, only when it awaits none, and never once it is deleted', async () => {
    const artist = await createPerson(db);
    const [empty, awaiting, deleted] = [await releaseWithTrack(artist), randomUUID(), await releaseWithTrack(artist)];
    await push(db.asUser(artist), [
      release('remove', empty.id, { place: empty.track }),
      createRelease(awaiting, { publish_at: '2020-01-01T00:00:00Z' }),
      release('delete', deleted.id),
    ]);
    await makeDue(empty.id);
    expect(await publishDue(db)).toBe(0);
    for (const id of [empty.id, awaiting, deleted.id])
      expect(await storedRelease(db, id)).toMatchObject({ isOut: false });
    expect(await storedTrack(db, deleted.track)).toEqual({ releaseId: null, isPublic: false, awaitsRelease: false });
  });

  it('once, although several calls publish it while its owner changes it', async () => {
    const artist = await createPerson(db);
    const { id, track } = await releaseWithTrack(artist);
    await makeDue(id);
    const calls = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => db.sql`select private.publish_due_releases()`),
      ...Array.from({ length: 4 }, (_, n) => push(db.asUser(artist), [release('update', id, { title: `Tides ${n}` })])),
    ]);
    expect(calls.filter(({ status }) => status === 'rejected')).toEqual([]);
    await publishDue(db);
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, ...shown });
    const [noted] = await db.sql<{ count: number }[]>`
      select count(*)::int as count from private.undigested_changes where row_of = ${track}`;
    expect(noted).toEqual({ count: 1 });
  });

  it('only after its owner’s lock is released; other releases do not wait', async () => {
    const [busy, other] = [await createPerson(db), await createPerson(db)];
    const [first, second] = [await releaseWithTrack(busy), await releaseWithTrack(other)];
    await makeDue(first.id);
    await makeDue(second.id);
    const pushed = JSON.stringify([release('update', randomUUID())]);
    const commit = await beginTransaction(db, busy, (tx) => tx`select public.sync_push(${pushed}::text::jsonb)`);
    expect(await publishDue(db)).toBe(1);
    expect(await storedRelease(db, second.id)).toMatchObject({ isOut: true });
    expect(await storedRelease(db, first.id)).toMatchObject({ isOut: false });
    await commit();
    expect(await publishDue(db)).toBe(1);
    expect(await storedRelease(db, first.id)).toMatchObject({ isOut: true });
  });

  it('although an earlier release fails each time', async () => {
    const artist = await createPerson(db);
    const [failing, next] = [await releaseWithTrack(artist), await releaseWithTrack(artist)];
    await makeDue(failing.id);
    await makeDue(next.id);
    await db.sql`update public.releases set publish_at = publish_at - interval '1 day' where id = ${failing.id}`;
    await db.sql.unsafe(`
      create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end; $$;
      create trigger tracks_fail before update on public.tracks
        for each row when (new.id = '${failing.track}') execute function private.fail()`);
    expect(await publishDue(db)).toBe(1);
    await db.sql`drop function private.fail() cascade`;
    expect(await storedRelease(db, failing.id)).toMatchObject({ isOut: false });
    expect(await storedTrack(db, next.track)).toEqual({ releaseId: next.id, ...shown });
    expect(await publishDue(db)).toBe(1);
  });
});

describe('[S-61] Operators and releases', () => {
  const silence = (person: string, isSilenced: boolean) =>
    db.asService().rpc('set_account_silenced', { p_account_id: person, p_is_silenced: isSilenced });

  it('silenced people create none, change no published one, and publish none until the silence ends', async () => {
    const artist = await createPerson(db);
    const [later, out] = [await releaseWithTrack(artist), await releaseWithTrack(artist, null)];
    const single = await createTrack(db, artist);
    await silence(artist, true);
    expect(await outcome(db.asUser(artist), createRelease(randomUUID()))).toBe('account_silenced');
    for (const fields of [{ title: 'Ebb' }, { artist_name: 'Ebb' }, { notes: 'Ebb' }, { kind: 'album' }])
      expect(await outcome(db.asUser(artist), release('update', out.id, fields))).toBe('account_silenced');
    const arrange = (places: string[]) => outcome(db.asUser(artist), release('arrange', out.id, { places }));
    expect(await arrange([out.track, single])).toBe('account_silenced');
    expect(await arrange([out.track])).toEqual(done);
    await makeDue(later.id);
    expect(await publishDue(db)).toBe(0);
    await push(db.asUser(artist), [release('update', later.id, { publish_at: null })]);
    expect(await storedRelease(db, later.id)).toMatchObject({ isOut: false });
    // They may still remove what others see.
    expect(await outcome(db.asUser(artist), release('remove', out.id, { place: out.track }))).toEqual(done);
    expect(await outcome(db.asUser(artist), release('delete', out.id))).toEqual(done);
    await silence(artist, false);
    expect(await publishDue(db)).toBe(1);
    expect(await storedTrack(db, later.track)).toEqual({ releaseId: later.id, ...shown });
  });

  async function hide(track: string) {
    const [operator, reporter] = [await createOperator(db), await createPerson(db)];
    await db.sql`update public.tracks set is_public = true, awaits_release = false where id = ${track}`;
    await report(db, reporter, 'track', track);
    await db.sql`update public.tracks set is_public = false, awaits_release = true where id = ${track}`;
    const { act_id: act } = await decide(db, operator, track, { decision: 'hide' });
    return () => undo(db, operator, act);
  }

  it('a track whose hiding is undone before the date is published with its release', async () => {
    const artist = await createPerson(db);
    const { id, track } = await releaseWithTrack(artist);
    const showAgain = await hide(track);
    expect(await showAgain()).toMatchObject(done);
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, ...waiting });
    await makeDue(id);
    await publishDue(db);
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, ...shown });
  });

  it('a hidden track does not come out with its release, and shows when the hiding is undone', async () => {
    const artist = await createPerson(db);
    const { id, track } = await releaseWithTrack(artist);
    const showAgain = await hide(track);
    await makeDue(id);
    expect(await publishDue(db)).toBe(1);
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, ...waiting });
    expect(await readRelease(id, artist)).toBeNull();
    const publish = action('track.update', { track_id: track, is_public: true });
    expect(await outcome(db.asUser(artist), publish)).toBe('track_hidden');
    expect(await showAgain()).toMatchObject(done);
    expect(await storedTrack(db, track)).toEqual({ releaseId: id, ...shown });
  });

  it('the script that undoes a hiding publishes the track only if its release is out', async () => {
    const artist = await createPerson(db);
    const [early, late] = [await releaseWithTrack(artist), await releaseWithTrack(artist)];
    const setHidden = async (isHidden: boolean) => {
      for (const { track } of [early, late])
        await db.asService().rpc('set_track_hidden', { p_track_id: track, p_is_hidden: isHidden });
    };
    await setHidden(true);
    await makeDue(early.id);
    expect(await publishDue(db)).toBe(1);
    await setHidden(false);
    expect(await storedTrack(db, early.track)).toEqual({ releaseId: early.id, ...shown });
    expect(await storedTrack(db, late.track)).toEqual({ releaseId: late.id, ...waiting });
  });

  it('a row that is deleted in SQL becomes a tombstone, and its tracks stay private, without a release', async () => {
    const artist = await createPerson(db);
    const { id, track } = await releaseWithTrack(artist);
    await db.sql`delete from public.releases where id = ${id}`;
    expect(await storedRelease(db, id)).toEqual({ places: [], awaited: [], isOut: false, isDeleted: true });
    expect(await storedTrack(db, track)).toEqual({ releaseId: null, isPublic: false, awaitsRelease: false });
  });
});

describe('[S-61] A release, for others,', () => {
  it('is missing before it is out, and then has its public tracks in order', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    await db.sql`update public.user_stats set fan_level = 5 where user_id = ${artist}`;
    const [id, places] = [randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
    const notes = 'Recorded at sea.';
    await push(db.asUser(artist), [createRelease(id, { places, notes, publish_at: LATER })]);
    const tracks: string[] = [];
    for (const place of places) tracks.push(await uploadInto(db, artist, id, place));
    const [first = '', second = '', third = ''] = tracks;
    await db.sql`update public.tracks set cover_url = 'tides.png' where id = ${second}`;
    const readAll = async () => [
      publishedRelease(id).answer.parse(await readRelease(id, fan)),
      releasesOf(artist).answer.parse(await db.asUser(fan).rpc('get_releases_of', { p_profile_id: artist })),
      await db.asAnon().rpc('get_link_preview', { p_page: 'release', p_id: id }),
    ];
    expect(await readAll()).toEqual([null, [], null]);
    await push(db.asUser(artist), [
      action('track.update', { track_id: first, is_public: false }),
      release('arrange', id, { places: [first, second, third] }),
      release('update', id, { publish_at: null }),
    ]);
    const expected = {
      id,
      user_id: artist,
      title: 'Tides',
      artist_name: 'Nina',
      kind: null,
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      track_ids: [second, third],
    };
    expect(await readAll()).toEqual([
      { ...expected, notes },
      [{ ...expected, cover_url: 'tides.png' }],
      { title: 'Tides', artist: 'Nina', picture: 'tides.png' },
    ]);
    for (const track of [second, third])
      await push(db.asUser(artist), [action('track.update', { track_id: track, is_public: false })]);
    expect(await readAll()).toEqual([null, [], null]);
  });

  it('is refused to a stranger without a beta session', async () => {
    const id = randomUUID();
    for (const [procedure, parameter] of [
      ['get_release', 'p_release_id'],
      ['get_releases_of', 'p_profile_id'],
      ['get_track_texts', 'p_track_id'],
    ] as const) {
      const call = db.asAnon().rpc(procedure, { [parameter]: id });
      expect(await refusal(call), procedure).toEqual({ code: '42501', message: 'Beta access required' });
    }
  });

  it('is missing for people whom its artist blocks, or who block the artist (S-47)', async () => {
    const [artist, fan, blocked] = [await createPerson(db), await createPerson(db), await createPerson(db)];
    const { id, track } = await releaseWithTrack(artist, null);
    await push(db.asUser(artist), [action('connection.block', { partner_id: blocked })]);
    await push(db.asUser(fan), [action('connection.block', { partner_id: artist })]);
    for (const person of [fan, blocked]) {
      expect(await readRelease(id, person)).toBeNull();
      expect(await db.asUser(person).rpc('get_releases_of', { p_profile_id: artist })).toEqual([]);
      expect(await db.asUser(person).rpc('get_track_texts', { p_track_id: track })).toMatchObject({ release: null });
    }
    expect(await readRelease(id, artist)).toMatchObject({ id });
  });

  it('is deleted with the account, and so are its texts', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const [out, later] = [await releaseWithTrack(artist, null), await releaseWithTrack(artist)];
    expect(await readRelease(out.id, fan)).toMatchObject({ track_ids: [out.track] });
    await makeDue(later.id);
    expect(await db.asUser(artist).rpc('delete_my_profile')).toEqual(done);
    expect(await publishDue(db)).toBe(0);
    expect(await readRelease(out.id, fan)).toBeNull();
    expect([
      ...(await db.sql`select title, artist_name, notes, places from public.releases where user_id = ${artist}`),
    ]).toEqual(Array.from({ length: 2 }, () => ({ title: '-', artist_name: '-', notes: '', places: [] })));
  });

  it('is swept with its tombstone', async () => {
    const artist = await createPerson(db);
    const [id, track] = [randomUUID(), await createTrack(db, artist)];
    await push(db.asUser(artist), [createRelease(id, { places: [track] }), release('delete', id)]);
    await db.sql`update private.retentions set kept = interval '1 day' where log = 'tombstones'`;
    await db.sql`insert into private.floor_notes (noted_at, epoch, floor)
                 select now() - interval '2 days', epoch, private.floor_xid() from public.sync_meta`;
    await db.sql`select private.sweep_tombstones()`;
    expect(await storedRelease(db, id)).toBeUndefined();
    expect(await storedTrack(db, track)).toEqual({ releaseId: null, ...shown });
    const stranger = await createPerson(db);
    const planted = createRelease(id, { places: [await createTrack(db, stranger)] });
    expect(await outcome(db.asUser(stranger), planted), 'links to it lead to no other').toBe('release_exists');
  });
});
