import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { pull, push } from './scene.ts';
import { answer, connect, createFriends, createPerson, expectRefused, request, resultOf } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const pairRows = async (one: string, other: string) => [
  ...(await db.sql`select user_id, connection_id, status from public.connections
                   where user_id in (${one}, ${other}) and connection_id in (${one}, ${other})`),
];

async function profilesSince(viewer: string, since: string) {
  const { rows, gone } = await pull(db.asUser(viewer), { tables: ['user_profiles'], since });
  return { gained: rows.map(({ row }) => row.id), lost: gone.map(({ id }) => id) };
}

const floor = async (viewer: string) => (await pull(db.asUser(viewer), { tables: [] })).floor;

describe('connection.request', () => {
  it('[S-29] creates one pending row', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    expect(await resultOf(db.asUser(one), request(other))).toEqual({
      success: true,
      id: expect.any(String),
      status: 'pending',
    });
    expect(await pairRows(one, other)).toEqual([{ user_id: one, connection_id: other, status: 'pending' }]);
  });

  it('[S-14] needs level 2, and is refused with the text of the lock', async () => {
    const [fan, artist] = [await createPerson(db, { earned: 13 }), await createPerson(db)];
    const refusalText = 'Unlock at Level 2 by earning zaps from listening.';
    await expectRefused(db, db.asUser(fan), request(artist), 'level_too_low', refusalText);
  });

  it('needs a name and a picture on both sides', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    const stranger = '4b1d0c9a-0000-4000-8000-000000000001';
    const partnerText = 'Cannot connect to a user without a completed profile.';
    await db.sql`update public.user_profiles set avatar_url = null where id = ${other}`;
    await expectRefused(db, db.asUser(one), request(other), 'partner_incomplete', partnerText);
    await expectRefused(db, db.asUser(one), request(stranger), 'partner_incomplete', partnerText);
    const ownText = 'Your profile must be completed before you can connect.';
    await expectRefused(db, db.asUser(other), request(one), 'profile_incomplete', ownText);
  });

  it('is refused to oneself', async () => {
    const one = await createPerson(db);
    await expectRefused(db, db.asUser(one), request(one), 'self_connection');
  });

  it('[S-29] is refused to the sender of a pending, declined or accepted request, and to both people once connected', async () => {
    const refusalText = 'Connection request already exists';
    const [one, other] = [await createPerson(db), await createPerson(db)];
    await connect(db, one, other, 'pending');
    await expectRefused(db, db.asUser(one), request(other), 'already_requested', refusalText);
    await db.sql`update public.connections set status = 'declined' where user_id = ${one}`;
    await expectRefused(db, db.asUser(one), request(other), 'already_requested', refusalText);
    await db.sql`update public.connections set status = 'accepted' where user_id = ${one}`;
    await expectRefused(db, db.asUser(one), request(other), 'already_requested', refusalText);
    await expectRefused(db, db.asUser(other), request(one), 'already_requested', refusalText);
  });

  it('connects two people when each has sent a request', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    const [first] = await push(db.asUser(one), [request(other)]);
    expect(await resultOf(db.asUser(other), request(one))).toEqual({ ...first?.result, status: 'accepted' });
    expect(await pairRows(one, other)).toEqual([{ user_id: one, connection_id: other, status: 'accepted' }]);
  });

  it('[SY-9] has one effect and the same result when it is sent twice', async () => {
    const [one, other] = [await createPerson(db), await createPerson(db)];
    const repeated = request(other);
    const first = await push(db.asUser(one), [repeated]);
    expect(await push(db.asUser(one), [repeated])).toEqual(first);
    expect(await pairRows(one, other)).toHaveLength(1);
  });
});

describe('connection.answer', () => {
  it('is allowed only to the recipient, and final', async () => {
    const [asker, recipient, third] = [await createPerson(db), await createPerson(db), await createPerson(db)];
    const id = await connect(db, asker, recipient, 'pending');
    await expectRefused(db, db.asUser(asker), answer(recipient, 'accepted'), 'not_recipient');
    await expectRefused(db, db.asUser(third), answer(asker, 'accepted'), 'request_missing');
    await expectRefused(db, db.asUser(recipient), answer(asker, 'pending'), 'invalid_payload');

    expect(await resultOf(db.asUser(recipient), answer(asker, 'declined'))).toEqual({
      success: true,
      id,
      status: 'declined',
    });
    await expectRefused(db, db.asUser(recipient), answer(asker, 'accepted'), 'already_answered');
    // The same answer from a second device is no conflict.
    expect(await resultOf(db.asUser(recipient), answer(asker, 'declined'))).toMatchObject({ status: 'declined' });
    expect(await pairRows(asker, recipient)).toEqual([
      { user_id: asker, connection_id: recipient, status: 'declined' },
    ]);
  });

  it('needs no level, unlike a request', async () => {
    const [asker, recipient] = [await createPerson(db), await createPerson(db, { earned: 0 })];
    await connect(db, asker, recipient, 'pending');
    expect(await resultOf(db.asUser(recipient), answer(asker, 'accepted'))).toMatchObject({ status: 'accepted' });
  });
});

describe('a friends_only profile', () => {
  it('[S-23] [SY-7] appears when the request is accepted, and disappears and returns with the privacy setting', async () => {
    const [friend, hidden] = [await createPerson(db), await createPerson(db, { privacy: 'friends_only' })];
    const setPrivacy = (privacy: string) =>
      db.sql`update public.user_profiles set privacy_setting = ${privacy} where id = ${hidden}`;
    await connect(db, friend, hidden, 'pending');
    let since = await floor(friend);
    expect((await profilesSince(friend, '0')).gained).not.toContain(hidden);

    await push(db.asUser(hidden), [answer(friend, 'accepted')]);
    expect(await profilesSince(friend, since)).toEqual({ gained: [hidden], lost: [] });

    since = await floor(friend);
    await setPrivacy('private');
    expect(await profilesSince(friend, since)).toEqual({ gained: [], lost: [hidden] });
    await setPrivacy('friends_only');
    expect(await profilesSince(friend, since)).toEqual({ gained: [hidden], lost: [] });
  });

  it('[S-23] is shown by REST only to its owner and to accepted connections', async () => {
    const hidden = await createPerson(db, { privacy: 'friends_only' });
    const [friend, pending, declined, stranger] = await Promise.all([1, 2, 3, 4].map(() => createPerson(db)));
    await connect(db, hidden, friend ?? '');
    await connect(db, pending ?? '', hidden, 'pending');
    await connect(db, declined ?? '', hidden, 'declined');
    const visibleTo = async (viewer = '') =>
      (await db.asUser(viewer).run((tx) => tx`select id from public.user_profiles where id = ${hidden}`)).length;
    expect(await Promise.all([friend, hidden, pending, declined, stranger].map(visibleTo))).toEqual([1, 1, 0, 0, 0]);
    await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${hidden}`;
    expect(await Promise.all([friend, hidden].map(visibleTo))).toEqual([0, 1]);
  });
});

describe('get_user_connections', () => {
  const ownConnections = (user: string) =>
    db.asUser(user).run(async (tx) => [...(await tx`select * from public.get_user_connections()`)]);

  it('shows both people of a request both small profiles, even that of a hidden sender, but no connections of others', async () => {
    const [asker, recipient] = [
      await createPerson(db, { name: 'Nina', privacy: 'private' }),
      await createPerson(db, { name: 'Otis' }),
    ];
    const id = await connect(db, asker, recipient, 'pending');
    await createFriends(db);
    const row = {
      id,
      user_id: asker,
      connection_id: recipient,
      status: 'pending',
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
      user_profile: { id: asker, artist_name: 'Nina', avatar_url: `${asker}/avatar.png` },
      connection_profile: { id: recipient, artist_name: 'Otis', avatar_url: `${recipient}/avatar.png` },
    };
    expect(await ownConnections(recipient)).toEqual([row]);
    expect(await ownConnections(asker)).toEqual([row]);
  });

  it('[S-23] does not reveal, in any read, a hidden person who has not answered yet', async () => {
    const me = await createPerson(db, { name: 'Nina', privacy: 'private' });
    const small = (id: string) => ({ id, artist_name: 'Otis', avatar_url: `${id}/avatar.png` });
    for (const privacy of ['private', 'friends_only']) {
      const recipient = await createPerson(db, { name: 'Otis', privacy });
      await connect(db, me, recipient, 'pending');
      const visibleProfiles = async () => {
        const row = (await ownConnections(me)).find(({ connection_id }) => connection_id === recipient);
        const { rows } = await pull(db.asUser(me), { tables: ['connections'] });
        const pulled = rows.find(({ row }) => row['connection_id'] === recipient)?.row;
        const called = await db
          .asUser(me)
          .run((tx) => tx`select * from public.get_connected_user_profiles(${[recipient]}::uuid[])`);
        return [row?.['connection_profile'], pulled?.['connection_profile'], called[0] ?? null];
      };
      const status = (to: string) =>
        db.sql`update public.connections set status = ${to} where connection_id = ${recipient}`;
      expect(await visibleProfiles()).toEqual([null, null, null]);
      await status('accepted');
      expect(await visibleProfiles()).toEqual([small(recipient), small(recipient), small(recipient)]);
      await status('declined');
      expect((await visibleProfiles()).slice(0, 2)).toEqual([null, null]);
      await db.sql`update public.user_profiles set privacy_setting = 'public' where id = ${recipient}`;
      const since = await floor(me);
      await status('pending');
      expect(await visibleProfiles()).toEqual([small(recipient), small(recipient), small(recipient)]);
      await db.sql`update public.user_profiles set privacy_setting = ${privacy} where id = ${recipient}`;
      const { rows } = await pull(db.asUser(me), { tables: ['connections'], since });
      expect(rows.find(({ row }) => row['connection_id'] === recipient)?.row['connection_profile']).toBe(null);
    }
  });

  it('[S-23] [S-41] does not name a hidden person who declined, even while a new request to them is pending, until they send or accept a request', async () => {
    const me = await createPerson(db, { name: 'Nina' });
    const hidden = await createPerson(db, { name: 'Otis', privacy: 'private' });
    const otis = { id: hidden, artist_name: 'Otis', avatar_url: `${hidden}/avatar.png` };
    await connect(db, me, hidden, 'declined');
    expect(await ownConnections(me)).toMatchObject([{ status: 'declined', connection_profile: null }]);
    await push(db.asUser(hidden), [request(me)]);
    expect(await ownConnections(me)).toMatchObject([{ status: 'pending', user_id: hidden, user_profile: otis }]);
    await push(db.asUser(me), [answer(hidden, 'declined')]);
    await push(db.asUser(me), [request(hidden)]);
    expect(await ownConnections(me)).toMatchObject([{ status: 'pending', user_id: me, connection_profile: null }]);
    await push(db.asUser(hidden), [answer(me, 'accepted')]);
    expect(await ownConnections(me)).toMatchObject([{ status: 'accepted', connection_profile: otis }]);
  });

  it('[SY-7] reads rows that change with the name or picture of a connected person, but not with the bio', async () => {
    const [one, other] = await createFriends(db);
    const revs = async () => (await db.sql`select rev from public.connections where user_id = ${one}`)[0]?.['rev'];
    expect(await revs()).toBe('1');
    await db.sql`update public.user_profiles set artist_name = 'Otis II' where id = ${other}`;
    expect(await revs()).toBe('2');
    await db.sql`update public.user_profiles set bio = 'Hello' where id = ${other}`;
    expect(await revs()).toBe('2');
  });

  it('is refused to guests', async () => {
    expect((await refusal(db.asAnon().rpc('get_user_connections'))).code).toBe('42501');
  });
});

describe('get_connected_user_profiles', () => {
  it('returns only connections, past correspondents, senders of pending requests, and visible people who got one from the caller', async () => {
    const me = await createPerson(db);
    const [friend, asking, requested, pastPartner, declined, stranger] = await Promise.all(
      ['Friend', 'Asking', 'Asked', 'Talked', 'Declined', 'Stranger'].map((name) =>
        createPerson(db, { name, privacy: 'private' }),
      ),
    );
    await connect(db, me, friend ?? '');
    await connect(db, asking ?? '', me, 'pending');
    await connect(db, me, requested ?? '', 'pending');
    await connect(db, me, declined ?? '', 'declined');
    await db.sql`insert into public.messages (sender_id, receiver_id, content) values (${pastPartner ?? ''}, ${me}, 'Hi')`;
    const ids = [friend, asking, requested, pastPartner, declined, stranger, me].map((id) => id ?? '');
    const names = await db
      .asUser(me)
      .run(async (tx) => [
        ...(await tx`select artist_name from public.get_connected_user_profiles(${ids}::uuid[]) order by 1`),
      ]);
    expect(names.map((row) => row['artist_name'])).toEqual(['Asking', 'Friend', 'Talked']);
    await db.sql`update public.user_profiles set privacy_setting = 'public' where id = ${requested ?? ''}`;
    const [shown] = await db
      .asUser(me)
      .run(
        (tx) =>
          tx`select artist_name from public.get_connected_user_profiles(${ids}::uuid[]) where id = ${requested ?? ''}`,
      );
    expect(shown).toEqual({ artist_name: 'Asked' });
  });

  it('accepts at most 200 ids', async () => {
    const me = await createPerson(db);
    const many = Array.from({ length: 201 }, () => me);
    const call = db.asUser(me).run((tx) => tx`select * from public.get_connected_user_profiles(${many}::uuid[])`);
    expect(await refusal(call)).toEqual({ code: '22023', message: 'At most 200 ids at a time' });
  });
});
