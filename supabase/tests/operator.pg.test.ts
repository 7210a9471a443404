import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, pull, push } from './scene.ts';
import {
  answer,
  connect,
  createFriends,
  createPerson,
  expectSqlError,
  expectRefused,
  message,
  request,
  resultOf,
} from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const hide = (track: string, isHidden = true) =>
  db.asService().rpc('set_track_hidden', { p_track_id: track, p_is_hidden: isHidden });
const silence = (person: string, isSilenced = true) =>
  db.asService().rpc('set_account_silenced', { p_account_id: person, p_is_silenced: isSilenced });
const makePublic = (track: string) => action('track.update', { track_id: track, is_public: true });

describe('A track that the operator hides', () => {
  it('disappears for others and from the radio, and its owner sees that it was hidden', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const track = await createTrack(db, artist);
    await db.sql`update public.tracks set radio_opt_in = true, sponsored = true, sponsored_at = now() where id = ${track}`;
    const { floor } = await pull(db.asUser(fan), { tables: ['tracks'] });
    expect(await hide(track)).toBe(true);
    const others = await pull(db.asUser(fan), { tables: ['tracks'], since: floor });
    expect(others.gone.map(({ id }) => id)).toEqual([track]);
    const ofArtist = await pull(db.asUser(artist), { tables: ['tracks'], since: floor });
    expect(ofArtist.rows.map(({ row }) => row)).toMatchObject([
      { id: track, is_public: false, hidden_at: expect.any(String) },
    ]);
    expect([
      ...(await db.asService().run((tx) => tx`select id from public.tracks where id = ${track} and is_public`)),
    ]).toEqual([]);
    expect([...(await db.asUser(fan).run((tx) => tx`select id from public.tracks where id = ${track}`))]).toEqual([]);
  });

  it('cannot be made public while it is hidden; afterwards its owner can make it public', async () => {
    const artist = await createPerson(db);
    const track = await createTrack(db, artist);
    await hide(track);
    expect(await hide(track)).toBe(true);
    const refusalText = 'This track was hidden by the operator. It cannot be made public.';
    await expectRefused(db, db.asUser(artist), makePublic(track), 'track_hidden', refusalText);
    const directUpdate = () =>
      db.asUser(artist).run((tx) => tx`update public.tracks set is_public = true where id = ${track}`);
    await expectSqlError(db, directUpdate, 'UC000', refusalText);
    expect(await resultOf(db.asUser(artist), action('track.update', { track_id: track, title: 'Renamed' }))).toEqual({
      success: true,
    });
    expect(await hide(track, false)).toBe(true);
    const [row] = await db.sql`select is_public, hidden_at from public.tracks where id = ${track}`;
    expect(row).toEqual({ is_public: false, hidden_at: null });
    expect(await resultOf(db.asUser(artist), makePublic(track))).toEqual({ success: true });
  });

  it('can be hidden while a silenced person shares it', async () => {
    const [artist, fan] = [await createPerson(db), await createPerson(db)];
    const track = await createTrack(db, artist);
    await db.sql`insert into public.shared_tracks (user_id, track_id) values (${fan}, ${track})`;
    await silence(fan);
    expect(await hide(track)).toBe(true);
    expect(await hide(randomUUID())).toBe(false);
  });
});

describe('An account that the operator silences', () => {
  const refusalText = 'Your account was silenced by the operator. It cannot send anything to others.';

  it('cannot send messages, requests, shares or uploads, through any endpoint', async () => {
    const [one, other] = await createFriends(db);
    const stranger = await createPerson(db);
    const track = await createTrack(db, other);
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 values (${one}, 'zap', 100, '2026-01-05')`;
    expect(await silence(one)).toBe(true);
    expect(await silence(one)).toBe(true);
    const me = db.asUser(one);
    for (const act of [message(other, 'Hello'), request(stranger), action('share.add', { track_id: track })])
      await expectRefused(db, me, act, 'account_silenced', refusalText);
    const directInserts = [
      () =>
        me.run(
          (tx) => tx`insert into public.messages (sender_id, receiver_id, content) values (${one}, ${other}, 'x')`,
        ),
      () => me.run((tx) => tx`insert into public.connections (user_id, connection_id) values (${one}, ${stranger})`),
    ];
    for (const insert of directInserts) await expectSqlError(db, insert, 'UC000', refusalText);
    await expect(createTrack(db, one)).rejects.toThrow(refusalText);
    expect(await resultOf(db.asUser(other), message(one, 'Are you there?'))).toMatchObject({ success: true });
    expect(await silence(one, false)).toBe(true);
    expect(await resultOf(me, message(other, 'I am back'))).toMatchObject({ success: true });
  });

  it('cannot send a request to a person whose request it declined, but can still answer requests', async () => {
    const [one, other, asker] = [await createPerson(db), await createPerson(db), await createPerson(db)];
    await connect(db, other, one, 'declined');
    await connect(db, asker, one, 'pending');
    await silence(one);
    await expectRefused(db, db.asUser(one), request(other), 'account_silenced', refusalText);
    expect(await resultOf(db.asUser(one), answer(asker, 'accepted'))).toMatchObject({ status: 'accepted' });
  });

  it('can still edit its profile, and can be deleted', async () => {
    const person = await createPerson(db);
    await silence(person);
    const results = await push(db.asUser(person), [action('profile.update', { bio: 'Quiet' })]);
    expect(results).toMatchObject([{ status: 'applied' }]);
    await db.sql`delete from auth.users where id = ${person}`;
    expect(await silence(person)).toBe(false);
    expect(await silence(randomUUID())).toBe(false);
  });
});
