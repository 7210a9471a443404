import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createTrack, putFile } from './scene.ts';
import { connect, createFriends, createPerson, expectSqlError } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const sendRequest = (as: string, from: string, to: string, status = 'pending') =>
  db.asUser(as).run(async (tx) => [
    ...(await tx`insert into public.connections (user_id, connection_id, status)
                   values (${from}, ${to}, ${status}) returning user_id, connection_id, status`),
  ]);
const setStatus = (as: string, id: string, status: string) =>
  db
    .asUser(as)
    .run(async (tx) => [
      ...(await tx`update public.connections set status = ${status} where id = ${id} returning status`),
    ]);

describe('the REST endpoint of connections', () => {
  it('requests a connection by an insert and answers the request by an update, by the rules of the actions', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    expect(await sendRequest(one, one, other)).toEqual([{ user_id: one, connection_id: other, status: 'pending' }]);
    const [row] = await db.sql<{ id: string }[]>`select id from public.connections where user_id = ${one}`;
    const id = row?.id ?? '';
    await expectSqlError(db, () => setStatus(one, id, 'accepted'), 'UC000', /^Only the person who was asked/);
    await expectSqlError(db, () => setStatus(other, id, 'pending'), 'UC000');
    expect(await setStatus(other, id, 'accepted')).toEqual([{ status: 'accepted' }]);
    await expectSqlError(db, () => setStatus(other, id, 'declined'), 'UC000', /already answered/);
  });

  it('[S-29] refuses a second row of the pair with 23505, and lets mutual requests connect', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    await sendRequest(one, one, other);
    await expectSqlError(db, () => sendRequest(one, one, other), '23505');
    expect(await sendRequest(other, other, one), 'the existing row').toMatchObject([
      { user_id: one, status: 'accepted' },
    ]);
    expect([
      ...(await db.sql`select user_id, status from public.connections where connection_id in (${one}, ${other})`),
    ]).toEqual([{ user_id: one, status: 'accepted' }]);
    await expectSqlError(db, () => sendRequest(other, other, one), '23505');
  });

  it('refuses requests in another person’s name, already accepted, to oneself, below level 2, or from or to an unfinished profile', async () => {
    const [one, other, fan] = [await createPerson(db), await createPerson(db), await createPerson(db, { earned: 0 })];
    const blank = await createPerson(db);
    await db.sql`update public.user_profiles set avatar_url = null where id = ${blank}`;
    await expectSqlError(db, () => sendRequest(one, other, one), '42501', 'You can only act for yourself');
    await expectSqlError(db, () => sendRequest(one, one, other, 'accepted'), '42501');
    await expectSqlError(db, () => sendRequest(one, one, one), 'UC000');
    await expectSqlError(
      db,
      () => sendRequest(fan, fan, other),
      'UC000',
      'Unlock at Level 2 by earning zaps from listening.',
    );
    await expectSqlError(db, () => sendRequest(blank, blank, one), 'UC000', /profile must be completed/);
    await expectSqlError(db, () => sendRequest(one, one, blank), 'UC000', /Cannot connect to a user without/);
  });

  it('[SY-4] [SY-11] refuses writes to the other columns, and deletion', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    const id = await connect(db, one, other, 'pending');
    for (const statement of [
      `update public.connections set rev = 9 where id = '${id}'`,
      `update public.connections set deleted_at = null where id = '${id}'`,
      `update public.connections set user_id = '${other}' where id = '${id}'`,
      `update public.connections set created_at = now() where id = '${id}'`,
      `delete from public.connections where id = '${id}'`,
      `insert into public.connections (id, user_id, connection_id) values ('${randomUUID()}', '${one}', '${other}')`,
    ]) {
      await expectSqlError(db, () => db.asUser(one).run((tx) => tx.unsafe(statement)), '42501');
    }
  });
});

describe('the REST endpoint of messages', () => {
  const write = (as: string, from: string, to: string, content: string) =>
    db.asUser(as).run(async (tx) => [
      ...(await tx`insert into public.messages (sender_id, receiver_id, content)
                     values (${from}, ${to}, ${content}) returning content, is_read`),
    ]);

  it('sends only to accepted connections, trimmed, within the length limit and in one\u2019s own name', async () => {
    const [one, other] = await createFriends(db);
    const stranger = await createPerson(db);
    expect(await write(one, one, other, '  Hi ')).toEqual([{ content: 'Hi', is_read: false }]);
    await expectSqlError(db, () => write(one, other, one, 'Hi'), '42501');
    await expectSqlError(db, () => write(one, one, stranger, 'Hi'), 'UC000', 'You can only message your connections');
    await expectSqlError(db, () => write(one, one, other, ' '), 'UC000', 'Message cannot be empty');
    await expectSqlError(db, () => write(one, one, other, 'x'.repeat(2001)), 'UC000', /less than 2000 characters/);
  });

  it('marks received messages as read, and changes nothing else of them', async () => {
    const [one, other] = await createFriends(db);
    await write(one, one, other, 'Hi');
    const mark = (as: string, value: boolean) =>
      db.asUser(as).run(async (tx) => [
        ...(await tx`update public.messages set is_read = ${value}
                       where sender_id = ${one} and receiver_id = ${other} returning is_read`),
      ]);
    expect(await mark(one, true), 'the sender marks nothing').toEqual([]);
    expect(await mark(other, true)).toEqual([{ is_read: true }]);
    await expectSqlError(db, () => mark(other, false), '42501');
    const edit = () =>
      db.asUser(other).run((tx) => tx`update public.messages set content = 'Ha' where sender_id = ${one}`);
    await expectSqlError(db, edit, '42501');
    await expectSqlError(db, () => db.asUser(one).run((tx) => tx`delete from public.messages`), '42501');
  });
});

describe('the REST endpoint of profiles', () => {
  it('edits one’s own profile by the rules of profile.update, and pays the bonus once', async () => {
    const user = await db.createUser({ email: 'rest@example.com' });
    const edit = (as: string, changes: Record<string, string | null>) =>
      db.asUser(as).run(async (tx) => [
        ...(await tx`update public.user_profiles set ${tx(changes)} where id = ${user}
                       returning artist_name, bio, instagram_url`),
      ]);
    await putFile(db, user, { bucket: 'avatars', kind: 'png', name: `${user}/avatar.png` });
    const expected = { artist_name: 'Nina', bio: 'Hello', instagram_url: 'https://www.instagram.com/nina' };
    expect(
      await edit(user, {
        artist_name: ' Nina ',
        bio: 'Hello',
        instagram_url: 'www.instagram.com/nina',
        avatar_url: `${user}/avatar.png`,
      }),
    ).toEqual([expected]);
    expect(await edit(user, { bio: '  ' })).toEqual([{ ...expected, bio: null }]);
    const [balance] = await db.sql`select zaps from public.user_balances where user_id = ${user}`;
    expect(balance).toEqual({ zaps: 2 });

    expect(await edit(await createPerson(db), { bio: 'Mine now' }), 'nobody else finds the row').toEqual([]);
    await expectSqlError(db, () => edit(user, { artist_name: '' }), 'UC000', 'Artist name is required');
    await expectSqlError(db, () => edit(user, { tip_link: 'https://evil.example' }), 'UC000', /CashApp or PayPal/);
    await expectSqlError(db, () => edit(user, { privacy_setting: 'secret' }), 'UC000');
    await expectSqlError(db, () => edit(user, { created_at: '2020-01-01' }), '42501');
    await expectSqlError(db, () => edit(user, { deleted_at: null }), '42501');
  });

  it('refuses a second profile or balance with 23505, and one for another id with 42501', async () => {
    const [user, other] = [await db.createUser(), await db.createUser()];
    const profile = (as: string, id: string) =>
      db
        .asUser(as)
        .run((tx) => tx`insert into public.user_profiles (id, artist_name, tip_link) values (${id}, 'New', null)`);
    const balance = (as: string, id: string) =>
      db.asUser(as).run((tx) => tx`insert into public.user_balances (user_id, zaps) values (${id}, 0)`);
    await expectSqlError(db, () => profile(user, user), '23505');
    await expectSqlError(db, () => balance(user, user), '23505');
    await expectSqlError(db, () => profile(user, other), '42501');
    await expectSqlError(db, () => balance(user, other), '42501');
    expect((await refusal(profile(user, randomUUID()))).code).toBe('42501');
  });
});

describe('the REST endpoint of tracks', () => {
  const put = (as: string, row: Record<string, string | boolean | null>) =>
    db.asUser(as).run(async (tx) => [
      ...(await tx`insert into public.tracks ${tx(row)}
                     returning title, audio_url, cover_url, duration_ms::int, is_public, user_id`),
    ]);
  const track = async (owner: string) => ({
    title: 'Night Bus',
    artist_name: 'Nina',
    genre: 'House',
    audio_url: await putFile(db, owner),
    cover_url: null,
    user_id: owner,
    radio_opt_in: true,
    rights_confirmed: true,
  });

  it('[S-15] accepts an upload by the checks of track.create, from a path or a public URL', async () => {
    const artist = await createPerson(db);
    const first = await track(artist);
    const stored = { title: 'Night Bus', cover_url: null, duration_ms: 180_000, is_public: true, user_id: artist };
    expect(await put(artist, first)).toEqual([{ ...stored, audio_url: first.audio_url }]);
    const second = await track(artist);
    const address = `https://x.example/storage/v1/object/public/tracks/${second.audio_url}`;
    expect(await put(artist, { ...second, audio_url: address })).toEqual([{ ...stored, audio_url: second.audio_url }]);
  });

  it('[S-15] [S-16] refuses what track.create refuses', async () => {
    const [artist, thief] = [await createPerson(db), await createPerson(db)];
    const foreignTrack = await track(artist);
    await expectSqlError(db, () => put(thief, foreignTrack), '42501', 'You can only act for yourself');
    await expectSqlError(db, () => put(thief, { ...foreignTrack, user_id: thief }), 'UC000', /own folder/);
    await expectSqlError(db, () => put(artist, { ...foreignTrack, rights_confirmed: false }), 'UC000', /confirm/);
    await expectSqlError(db, () => put(artist, { ...foreignTrack, title: '' }), 'UC000', 'Track title cannot be empty');
    await expectSqlError(db, () => put(artist, { ...foreignTrack, title: 'NAZI' }), 'UC000', /restricted words/);
    await expectSqlError(db, () => put(artist, { ...foreignTrack, genre: 'Polka' }), 'UC000');
    await expectSqlError(db, () => put(artist, { ...foreignTrack, sponsored: true }), '42501');
    await expectSqlError(db, () => put(artist, { ...foreignTrack, play_count: '9' }), '42501');
    for (let n = 0; n < 3; n += 1) await createTrack(db, artist);
    await expectSqlError(db, () => put(artist, foreignTrack), 'UC000', /upload slots/);
  });

  it('renames, hides and deletes one\u2019s own, and nobody else\u2019s', async () => {
    const [artist, other] = [await createPerson(db), await createPerson(db)];
    const id = await createTrack(db, artist);
    const edit = (as: string, changes: Record<string, string | boolean>) =>
      db
        .asUser(as)
        .run(async (tx) => [
          ...(await tx`update public.tracks set ${tx(changes)} where id = ${id} returning title, is_public`),
        ]);
    const remove = (as: string) => db.asUser(as).run((tx) => tx`delete from public.tracks where id = ${id}`);
    expect(await edit(artist, { title: ' Day Bus ' })).toEqual([{ title: 'Day Bus', is_public: true }]);
    expect(await edit(artist, { is_public: false })).toEqual([{ title: 'Day Bus', is_public: false }]);
    await expectSqlError(db, () => edit(artist, { title: ' ' }), 'UC000', 'Track title cannot be empty');
    await expectSqlError(db, () => edit(artist, { title: 'x'.repeat(61) }), 'UC000', /60 characters or less/);
    await expectSqlError(db, () => edit(artist, { sponsored: true }), '42501');
    expect(await edit(other, { title: 'Mine' })).toEqual([]);
    await remove(other);
    expect([...(await db.sql`select deleted_at from public.tracks where id = ${id}`)]).toEqual([{ deleted_at: null }]);
    await remove(artist);
    expect([
      ...(await db.sql`select title, deleted_at is not null as is_deleted from public.tracks where id = ${id}`),
    ]).toEqual([{ title: 'Deleted track', is_deleted: true }]);
  });

  it('[S-6] is closed to the token of a deleted account, like the other endpoints', async () => {
    const deletedUser = randomUUID();
    const statements = [
      `insert into public.connections (user_id, connection_id) values ('${deletedUser}', '${randomUUID()}')`,
      `insert into public.messages (sender_id, receiver_id, content) values ('${deletedUser}', '${randomUUID()}', 'Hi')`,
      `insert into public.user_profiles (id, artist_name) values ('${deletedUser}', 'Ghost')`,
      `update public.user_profiles set bio = 'x'`,
      `update public.tracks set title = 'x'`,
      `update public.messages set is_read = true`,
      `delete from public.tracks`,
    ];
    for (const statement of statements) {
      await expectSqlError(
        db,
        () => db.asUser(deletedUser).run((tx) => tx.unsafe(statement)),
        '42501',
        'Please sign in',
      );
    }
  });
});
