import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorReport } from '../../sync/model/operator/reports.ts';
import { textsOfTrack } from '../../sync/model/release-reads.ts';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createOperator, report } from './moderation-scene.ts';
import { LATER, createRelease, release, upload, uploadInto } from './release-scene.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let artist: string;
let fan: string;
beforeAll(async () => {
  db = await openTestDatabase();
  [artist, fan] = [await createPerson(db), await createPerson(db)];
  await db.sql`update public.user_stats set fan_level = 5 where user_id = ${artist}`;
});
afterAll(() => db.close());

const texts = (track: string, fields: Record<string, unknown>) => action('track.texts', { track_id: track, ...fields });
const read = async (track: string, person = fan) =>
  textsOfTrack(track).answer.parse(await db.asUser(person).rpc('get_track_texts', { p_track_id: track }));
const done = { success: true };

describe('[S-57] The texts of a track', () => {
  it('are read by those who may see the track, and each can be changed without the other', async () => {
    const track = await createTrack(db, artist);
    expect(await read(track)).toEqual({ description: '', lyrics: '', release: null });
    await push(db.asUser(artist), [
      texts(track, { description: ' Written on a bus. ', lyrics: '\n[00:01.00] Night\n' }),
    ]);
    await push(db.asUser(artist), [texts(track, { description: 'Written on a train.' })]);
    const expected = { description: 'Written on a train.', lyrics: '[00:01.00] Night', release: null };
    expect(await read(track)).toEqual(expected);
    await push(db.asUser(artist), [action('track.update', { track_id: track, is_public: false })]);
    expect(await read(track)).toBeNull();
    expect(await read(track, artist)).toEqual(expected);
    await push(db.asUser(artist), [action('track.delete', { track_id: track })]);
    expect(await read(track, artist)).toBeNull();
    expect([...(await db.sql`select 1 from private.track_texts where track_id = ${track}`)]).toEqual([]);
  });

  it('change no row that devices pull', async () => {
    const track = await createTrack(db, artist);
    const { floor } = await pull(db.asUser(artist));
    await push(db.asUser(artist), [texts(track, { lyrics: 'Night' })]);
    expect((await pull(db.asUser(artist), { since: floor, tables: ['tracks'] })).rows).toEqual([]);
  });

  it('can be sent with the upload, and are checked there too', async () => {
    const { id, pushed } = await upload(db, artist, { description: 'My first.' });
    expect(await outcome(db.asUser(artist), pushed)).toMatchObject(done);
    expect(await read(id)).toEqual({ description: 'My first.', lyrics: '', release: null });
    for (const [code, description] of [
      ['description_too_long', 'n'.repeat(1001)],
      ['restricted_words', 'A NAZI'],
      ['invalid_payload', 5],
    ] as const)
      expect(await outcome(db.asUser(artist), (await upload(db, artist, { description })).pushed)).toBe(code);
  });

  it('may have the maximum number of characters in any script, and no more', async () => {
    const track = await createTrack(db, artist);
    const longest = { description: '海'.repeat(1000), lyrics: '海'.repeat(10_000) };
    expect(await outcome(db.asUser(artist), texts(track, longest))).toEqual(done);
    expect(await read(track)).toEqual({ ...longest, release: null });
    expect(await outcome(db.asUser(artist), texts(track, { lyrics: '海'.repeat(10_001) }))).toBe('lyrics_too_long');
    expect(await outcome(db.asUser(artist), texts(track, { lyrics: 'n'.repeat(70_000) }))).toBe('invalid_action');
    expect(await outcome(db.asUser(artist), texts(track, { description: 'n'.repeat(1001) }))).toBe(
      'description_too_long',
    );
    expect(
      await outcome(db.asUser(artist), action('track.update', { track_id: track, title: 'n'.repeat(20_000) })),
      'actions of other kinds stay small',
    ).toBe('invalid_action');
  });

  it('are refused if they contain restricted words or are no texts, or if both are missing', async () => {
    const track = await createTrack(db, artist);
    for (const [code, fields] of [
      ['restricted_words', { lyrics: 'I am no\nNAZI' }],
      ['restricted_words', { description: 'NAZI' }],
      ['invalid_payload', { lyrics: ['Night'] }],
      ['invalid_payload', { description: null }],
      ['invalid_payload', {}],
    ] as const)
      expect(await outcome(db.asUser(artist), texts(track, fields)), JSON.stringify(fields)).toBe(code);
    expect(await read(track)).toEqual({ description: '', lyrics: '', release: null });
  });

  it('cannot be changed by others, and no table shows them', async () => {
    const track = await createTrack(db, artist);
    await push(db.asUser(artist), [texts(track, { lyrics: 'Night' })]);
    expect(await outcome(db.asUser(fan), texts(track, { lyrics: 'Mine' }))).toBe('track_missing');
    expect(await outcome(db.asUser(fan), texts(randomUUID(), { lyrics: 'Mine' }))).toBe('track_missing');
    const select = db.asUser(artist).run((tx) => tx`select * from private.track_texts`);
    expect(await refusal(select)).toMatchObject({ code: '42501' });
    expect(await read(track)).toMatchObject({ lyrics: 'Night' });
  });

  it('cannot be changed by a silenced person if the track is public, only if it is private', async () => {
    const person = await createPerson(db);
    const [open, closed] = [await createTrack(db, person), await createTrack(db, person, { isPublic: false })];
    await db.asService().rpc('set_account_silenced', { p_account_id: person, p_is_silenced: true });
    expect(await outcome(db.asUser(person), texts(open, { lyrics: 'Night' }))).toBe('account_silenced');
    expect(await outcome(db.asUser(person), texts(closed, { lyrics: 'Night' }))).toEqual(done);
  });

  it('name the release of the track to its owner, and to others once the release is out', async () => {
    const [id, place] = [randomUUID(), randomUUID()];
    const single = await createTrack(db, artist);
    await push(db.asUser(artist), [createRelease(id, { places: [place, single], publish_at: LATER })]);
    await uploadInto(db, artist, id, place);
    const named = { release: { id, title: 'Tides' } };
    expect(await read(single, artist)).toMatchObject(named);
    expect(await read(single)).toMatchObject({ release: null });
    await push(db.asUser(artist), [release('update', id, { publish_at: null })]);
    expect(await read(single)).toMatchObject(named);
  });

  it('are listed to their owner alone, for the archive', async () => {
    const person = await createPerson(db);
    const track = await createTrack(db, person);
    await push(db.asUser(person), [texts(track, { lyrics: 'Night' })]);
    expect(
      await db.asUser(person).run(async (tx) => [...(await tx`select * from public.get_own_track_texts()`)]),
    ).toEqual([{ track_id: track, description: '', lyrics: 'Night' }]);
    expect(await db.asUser(fan).run(async (tx) => [...(await tx`select * from public.get_own_track_texts()`)])).toEqual(
      [],
    );
  });

  it('and the release are shown to an operator with a reported track or person', async () => {
    const [person, operator] = [await createPerson(db), await createOperator(db)];
    const [track, id] = [await createTrack(db, person), randomUUID()];
    await push(db.asUser(person), [
      texts(track, { description: 'Written on a bus.', lyrics: 'Night' }),
      createRelease(id, { places: [track], notes: 'Recorded at sea.' }),
    ]);
    await report(db, fan, 'track', track);
    await report(db, fan, 'profile', person);
    const releases = [{ id, title: 'Tides', notes: 'Recorded at sea.' }];
    const detail = async (subject: string, subjectId: string) =>
      operatorReport(subject, subjectId).answer.parse(
        await db.asUser(operator).rpc('operator_report', { p_subject: subject, p_subject_id: subjectId }),
      );
    expect(await detail('track', track)).toMatchObject({
      track: { description: 'Written on a bus.', lyrics: 'Night' },
      releases,
    });
    expect(await detail('profile', person)).toMatchObject({ track: null, releases });
  });
});
