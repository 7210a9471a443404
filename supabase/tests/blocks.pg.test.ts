import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, pull, push } from './scene.ts';
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
let one: string;
let other: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  [one, other] = await createFriends(db);
});

const block = (partner: string) => action('connection.block', { partner_id: partner });
const unblock = (partner: string) => action('connection.unblock', { partner_id: partner });
const end = (partner: string) => action('connection.end', { partner_id: partner });

const blocksOf = async (viewer: string) =>
  (await pull(db.asUser(viewer), { tables: ['blocks'] })).rows.map(({ row }) => row);
const pairRows = async () => [
  ...(await db.sql`select user_id, connection_id, status from public.connections
                   where user_id in (${one}, ${other}) and connection_id in (${one}, ${other}) and deleted_at is null`),
];
const visibility = async (viewer: string, of: string) =>
  await db.asUser(viewer).rpc('get_profile_visibility', { p_profile_id: of });

describe('[S-47] A block', () => {
  it('ends the connection and prevents requests and messages both ways, with refusals that do not reveal the block', async () => {
    expect(await resultOf(db.asUser(one), block(other))).toEqual({ success: true });
    expect(await pairRows()).toEqual([]);
    const incomplete = 'Cannot connect to a user without a completed profile.';
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      await expectRefused(db, db.asUser(from), request(to), 'partner_incomplete', incomplete);
      const notConnected = 'You can only message your connections';
      await expectRefused(db, db.asUser(from), message(to, 'Hello?'), 'not_connected', notConnected);
      await expectSqlError(
        db,
        () =>
          db
            .asUser(from)
            .run(
              (tx) =>
                tx`insert into public.connections (user_id, connection_id, status) values (${from}, ${to}, 'pending')`,
            ),
        'UC000',
        incomplete,
      );
    }
  });

  it("reaches both people's devices, but only its creator can read it from the table", async () => {
    await push(db.asUser(one), [block(other)]);
    const row = {
      id: expect.any(String),
      rev: 1,
      user_id: one,
      blocked_id: other,
      created_at: expect.any(String),
      blocked_profile: { id: other, artist_name: 'Otis', avatar_url: `${other}/avatar.png` },
    };
    expect(await blocksOf(one)).toEqual([row]);
    expect(await blocksOf(other)).toEqual([row]);
    const read = (viewer: string) => db.asUser(viewer).run((tx) => tx`select blocked_id from public.blocks`);
    expect([...(await read(one))]).toEqual([{ blocked_id: other }]);
    expect([...(await read(other))]).toEqual([]);
  });

  it('makes the two profiles missing for each other, and for nobody else', async () => {
    const third = await createPerson(db);
    await push(db.asUser(one), [block(other)]);
    expect(await visibility(one, other)).toBe('missing');
    expect(await visibility(other, one)).toBe('missing');
    expect(await visibility(third, one)).toBe('visible');
    await push(db.asUser(one), [unblock(other)]);
    expect(await visibility(other, one)).toBe('visible');
  });

  it('keeps a pending request, which cannot be answered until the block ends', async () => {
    await db.sql`delete from public.connections where user_id = ${one}`;
    const [asker, recipient] = [await createPerson(db), await createPerson(db)];
    await connect(db, asker, recipient, 'pending');
    await push(db.asUser(recipient), [block(asker)]);
    const missing = 'This request is no longer there.';
    await expectRefused(db, db.asUser(recipient), answer(asker, 'accepted'), 'request_missing', missing);
    await push(db.asUser(recipient), [unblock(asker)]);
    expect(await resultOf(db.asUser(recipient), answer(asker, 'accepted'))).toMatchObject({ status: 'accepted' });
  });

  it('lasts until both people have unblocked, if both have blocked; then they may send requests again', async () => {
    await push(db.asUser(one), [block(other), block(other)]);
    await push(db.asUser(other), [block(one)]);
    await push(db.asUser(one), [unblock(other)]);
    await expectRefused(db, db.asUser(one), request(other), 'partner_incomplete');
    await push(db.asUser(other), [unblock(one), unblock(one)]);
    expect(await blocksOf(one)).toEqual([]);
    expect(await resultOf(db.asUser(one), request(other))).toMatchObject({ status: 'pending' });
    expect(await pairRows()).toEqual([{ user_id: one, connection_id: other, status: 'pending' }]);
    expect(await resultOf(db.asUser(one), block(other))).toEqual({ success: true });
    expect(await blocksOf(one)).toHaveLength(1);
  });

  it('is refused against oneself and a missing person, and is deleted with the blocked account', async () => {
    await expectRefused(db, db.asUser(one), block(one), 'self_connection');
    const nobody = '4b1d0c9a-0000-4000-8000-000000000001';
    await expectRefused(db, db.asUser(one), block(nobody), 'person_missing', 'This person is no longer there.');
    await push(db.asUser(one), [block(other)]);
    await db.sql`delete from auth.users where id = ${other}`;
    expect(await blocksOf(one)).toEqual([]);
  });
});

it('[SY-18] ending a connection, blocking and unblocking each change a row of each of the two people, so that both are notified, and nobody else', async () => {
  const third = await createPerson(db);
  const revs = async () =>
    (
      await db.sql<{ rev: number }[]>`
        select rev::int as rev from public.user_stats where user_id in (${one}, ${other}, ${third})
        order by array_position(${[one, other, third]}::uuid[], user_id)`
    ).map(({ rev }) => rev);
  const [first = 0, second = 0, unrelated] = await revs();
  await push(db.asUser(one), [end(other)]);
  expect(await revs()).toEqual([first + 1, second + 1, unrelated]);
  await push(db.asUser(other), [block(one)]);
  expect(await revs()).toEqual([first + 2, second + 2, unrelated]);
  await push(db.asUser(other), [unblock(one)]);
  expect(await revs()).toEqual([first + 3, second + 3, unrelated]);
});

describe('[S-41] connection.end', () => {
  it('lets either person end a connection, for both, and allows a new request', async () => {
    expect(await resultOf(db.asUser(other), end(one))).toEqual({ success: true, ended: true });
    expect(await resultOf(db.asUser(one), end(other))).toEqual({ success: true, ended: false });
    expect(await pairRows()).toEqual([]);
    expect(await resultOf(db.asUser(other), request(one))).toMatchObject({ status: 'pending' });
    expect(await pairRows()).toEqual([{ user_id: other, connection_id: one, status: 'pending' }]);
  });

  it('ends neither a pending nor a declined request, because that would allow a second request', async () => {
    for (const status of ['pending', 'declined']) {
      await db.sql`update public.connections set status = ${status} where user_id = ${one}`;
      expect(await resultOf(db.asUser(one), end(other))).toEqual({ success: true, ended: false });
      expect(await pairRows()).toEqual([{ user_id: one, connection_id: other, status }]);
    }
  });
});

describe('[S-41] A declined request', () => {
  it('is final for its sender, but the person who declined may send a request', async () => {
    await db.sql`update public.connections set status = 'declined' where user_id = ${one}`;
    const message = 'Connection request already exists';
    await expectRefused(db, db.asUser(one), request(other), 'already_requested', message);
    expect(await resultOf(db.asUser(other), request(one))).toMatchObject({ status: 'pending' });
    expect(await pairRows()).toEqual([{ user_id: other, connection_id: one, status: 'pending' }]);
    expect(await resultOf(db.asUser(one), answer(other, 'accepted'))).toMatchObject({ status: 'accepted' });
  });
});
