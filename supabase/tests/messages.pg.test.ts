import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, push } from './scene.ts';
import { connect, createFriends, createPerson, expectRefused, message, resultOf } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const between = async (one: string, other: string) => [
  ...(await db.sql`select sender_id, content, is_read from public.messages
                   where sender_id in (${one}, ${other}) and receiver_id in (${one}, ${other})
                   order by created_at`),
];
const read = (partner: string | null, readTo: string) =>
  action('messages.read', { partner_id: partner, read_to: readTo });

describe('message.send', () => {
  it("stores the trimmed text under the client's id, unread, with the server's time", async () => {
    const [one, other] = await createFriends(db);
    const id = randomUUID();
    const text = '  Hello,\n you \n';
    expect(await resultOf(db.asUser(one), message(other, text, { id, at: '2020-01-01T00:00:00.000Z' }))).toEqual({
      success: true,
      message_id: id,
      created_at: expect.stringMatching(/^20(2[6-9]|[3-9]\d)-/),
    });
    expect(await between(one, other)).toEqual([{ sender_id: one, content: 'Hello,\n you', is_read: false }]);
    expect(await resultOf(db.asUser(other), message(one, 'Hi'))).toMatchObject({ success: true });
  });

  it('accepts 1 to 2000 characters after trimming', async () => {
    const [one, other] = await createFriends(db);
    const actor = db.asUser(one);
    await expectRefused(db, actor, message(other, ' \n\t '), 'message_empty', 'Message cannot be empty');
    const tooLong = 'Message must be less than 2000 characters';
    await expectRefused(db, actor, message(other, 'x'.repeat(2001)), 'message_too_long', tooLong);
    expect(await resultOf(actor, message(other, ` ${'🎵'.repeat(2000)} `))).toMatchObject({ success: true });
  });

  it('needs an accepted connection', async () => {
    const me = await createPerson(db);
    const refusalText = 'You can only message your connections';
    const [recipient, requester, declined, stranger] = await Promise.all([1, 2, 3, 4].map(() => createPerson(db)));
    await connect(db, me, recipient ?? '', 'pending');
    await connect(db, requester ?? '', me, 'pending');
    await connect(db, me, declined ?? '', 'declined');
    for (const partner of [recipient, requester, declined, stranger, me, randomUUID()]) {
      await expectRefused(db, db.asUser(me), message(partner ?? '', 'Hi'), 'not_connected', refusalText);
    }
  });

  it('[S-14] needs level 2', async () => {
    const [fan, friend] = [await createPerson(db, { earned: 13 }), await createPerson(db)];
    await connect(db, fan, friend);
    const refusalText = 'Unlock at Level 2 by earning zaps from listening.';
    await expectRefused(db, db.asUser(fan), message(friend, 'Hi'), 'level_too_low', refusalText);
  });

  it('[SY-9] takes effect once per id: a repeated action gets the same result, another action is refused', async () => {
    const [one, other] = await createFriends(db);
    const sent = message(other, 'Once');
    const first = await push(db.asUser(one), [sent]);
    expect(await push(db.asUser(one), [sent])).toEqual(first);
    await expectRefused(
      db,
      db.asUser(one),
      message(other, 'Twice', { id: String(sent.payload['message_id']) }),
      'message_exists',
    );
    expect(await between(one, other)).toHaveLength(1);
  });

  it('gives each message of a conversation a later whole millisecond, so that no page ends between two equal times', async () => {
    const [one, other] = await createFriends(db);
    const at = db.atTime('2026-12-01T10:00:00.000Z');
    await push(
      at.asUser(one),
      ['1', '2', '3'].map((text) => message(other, text)),
    );
    await push(at.asUser(other), [message(one, '4')]);
    const times = await db.sql`select content, to_char(created_at at time zone 'UTC', 'HH24:MI:SS.US') as time
                               from public.messages where sender_id in (${one}, ${other}) order by created_at`;
    expect([...times]).toEqual([
      { content: '1', time: '10:00:00.000000' },
      { content: '2', time: '10:00:00.001000' },
      { content: '3', time: '10:00:00.002000' },
      { content: '4', time: '10:00:00.003000' },
    ]);
  });

  it('[SY-9] defers messages beyond 60 a minute and 600 an hour, whatever time they claim, and accepts them later', async () => {
    const [one, other] = await createFriends(db);
    const now = '2026-12-02T10:00:00.000Z';
    const actor = db.atTime(now).asUser(one);
    const fill = (count: number) => db.sql`
      insert into public.messages (sender_id, receiver_id, content, created_at)
      select ${one}, ${other}, 'x', ${now}::timestamptz - interval '1 second' from generate_series(1, ${count})`;
    await fill(59);
    expect(await resultOf(actor, message(other, 'The 60th', { at: now }))).toMatchObject({ success: true });
    const refusalText = 'You are sending messages too fast. Please wait a minute and try again.';
    const offline = ['09:30:00', '09:31:00'].map((time) =>
      message(other, `Written at ${time}`, { at: `2026-12-02T${time}.000Z` }),
    );
    const [, second] = offline;
    const deferred = { status: 'later', result: { code: 'too_fast', message: refusalText, retry_after: 59 } };
    expect(await push(actor, offline)).toEqual(offline.map(({ id }) => ({ id, ...deferred })));
    const row = { sender_id: one, receiver_id: other, content: 'By another endpoint' };
    const insert = actor.run((tx) => tx`insert into public.messages ${tx(row)}`);
    expect(await refusal(insert)).toEqual({ code: 'UC001', message: refusalText });
    const minute = db.atTime('2026-12-02T10:01:00.000Z').asUser(one);
    expect((await push(minute, offline)).map(({ status }) => status)).toEqual(['applied', 'applied']);

    await fill(538);
    const hour = await push(db.atTime('2026-12-02T10:02:00.000Z').asUser(one), [message(other, 'Too much')]);
    expect(hour[0]).toMatchObject({ status: 'later', result: { code: 'too_fast', retry_after: 3479 } });
    expect(await push(minute, offline.slice(1)), 'answered from the log').toMatchObject([
      { id: second?.id, status: 'applied' },
    ]);
  });
});

describe('messages.read', () => {
  it("marks one partner's messages up to the given time, and no newer ones", async () => {
    const [me, friend] = await createFriends(db);
    const third = await createPerson(db);
    await connect(db, me, third);
    const results = await push(
      db.asUser(friend),
      ['1', '2', '3'].map((text) => message(me, text)),
    );
    await push(db.asUser(third), [message(me, 'from the third')]);
    await push(db.asUser(me), [message(friend, 'mine')]);
    const seenUntil = String(results[1]?.result['created_at']);
    expect(await resultOf(db.asUser(me), read(friend, seenUntil))).toEqual({ success: true, marked: 2 });

    const state =
      await db.sql`select content, is_read from public.messages where receiver_id = ${me} or sender_id = ${me}
                               order by content`;
    expect([...state].map(({ content, is_read }) => [content, is_read])).toEqual([
      ['1', true],
      ['2', true],
      ['3', false],
      ['from the third', false],
      ['mine', false],
    ]);
    expect(await resultOf(db.asUser(me), read(null, '2126-01-01T00:00:00.000Z'))).toEqual({ success: true, marked: 2 });
  });

  it('marks the newest seen message, even if its row was inserted with a time in microseconds', async () => {
    const [me, friend] = await createFriends(db);
    await db.sql`insert into public.messages (sender_id, receiver_id, content, created_at)
                 values (${friend}, ${me}, 'kept from elsewhere', '2026-11-20T10:00:00.123999Z')`;
    const [row] =
      await db.sql`select created_at = '2026-11-20T10:00:00.123Z' as is_whole from public.messages where receiver_id = ${me}`;
    expect(row?.['is_whole'], 'devices know whole milliseconds').toBe(true);
    expect(await resultOf(db.asUser(me), read(friend, '2026-11-20T10:00:00.123Z'))).toMatchObject({ marked: 1 });
  });

  it('never marks own messages, and refuses an invalid time or partner', async () => {
    const [one, other] = await createFriends(db);
    await push(db.asUser(one), [message(other, 'Hi')]);
    expect(await resultOf(db.asUser(one), read(null, '2126-01-01T00:00:00.000Z'))).toEqual({
      success: true,
      marked: 0,
    });
    await expectRefused(db, db.asUser(other), read(one, 'infinity'), 'invalid_payload');
    await expectRefused(db, db.asUser(other), read('nobody', '2126-01-01T00:00:00.000Z'), 'invalid_payload');
    expect(await between(one, other)).toEqual([{ sender_id: one, content: 'Hi', is_read: false }]);
  });
});

describe('a conversation', () => {
  it('is read only by its two people, with the sender\u2019s profile as a computed column', async () => {
    const [one, other] = await createFriends(db);
    const third = await createPerson(db);
    await push(db.asUser(one), [message(other, 'Hi')]);
    const rowsVisibleTo = (viewer: string) =>
      db.asUser(viewer).run(async (tx) => [
        ...(await tx`select content, public.sender_profile(m) as sender_profile from public.messages m
                       where sender_id = ${one}`),
      ]);
    const row = { content: 'Hi', sender_profile: { artist_name: 'Nina', avatar_url: `${one}/avatar.png` } };
    expect(await Promise.all([one, other, third].map(rowsVisibleTo))).toEqual([[row], [row], []]);

    const [forged] = await db
      .asUser(third)
      .run(
        (tx) =>
          tx`select public.sender_profile(jsonb_populate_record(null::public.messages, ${tx.json({ sender_id: one, receiver_id: third })})) as profile`,
      );
    expect(forged, 'an invented row returns nothing').toEqual({ profile: null });
  });

  it('is paged by an index, newest first', async () => {
    const [one, other] = await createFriends(db);
    await db.sql`insert into public.messages (sender_id, receiver_id, content, created_at)
                 select ${one}, ${other}, 'x', '2026-01-01'::timestamptz + n * interval '1 second' from generate_series(1, 3000) n`;
    await db.sql`analyze public.messages`;
    const [plan] = await db.sql`explain (format json)
      select id from public.messages
      where least(sender_id, receiver_id) = least(${one}::uuid, ${other}::uuid)
        and greatest(sender_id, receiver_id) = greatest(${one}::uuid, ${other}::uuid)
        and created_at < '2026-01-01 00:30:00+00'
      order by created_at desc, id limit 20`;
    expect(JSON.stringify(plan)).toContain('messages_conversation');
  });
});
