import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { CONNECTIONS, type Crowd, openCrowd, tally } from './crowd.ts';
import { answer, connect, createPerson, message, request } from './social-scene.ts';

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

const asUser: Crowd['asUser'] = (user, work) => crowd.asUser(user, work);
const send: Crowd['send'] = (user, actions) => crowd.send(user, actions);
const statusOf = async (id: string) => (await db.sql`select status, rev from public.connections where id = ${id}`)[0];

describe('on 50 connections at once', () => {
  it('accept and decline: one answer wins, the others are refused, and the row changes once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [asker, recipient] = [await createPerson(db), await createPerson(db)];
      const id = await connect(db, asker, recipient, 'pending');
      const outcomes = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, n) =>
          send(recipient, [answer(asker, n % 2 === 0 ? 'accepted' : 'declined')]),
        ),
      );
      const { status, rev } = Object((await statusOf(id)) ?? {});
      expect(['accepted', 'declined']).toContain(status);
      expect(rev).toBe('2');
      expect(tally(outcomes.flat())).toEqual({ already_answered: CONNECTIONS / 2, applied: CONNECTIONS / 2 });
    }
  });

  it('accept and decline through REST: one answer wins', async () => {
    const [asker, recipient] = [await createPerson(db), await createPerson(db)];
    const id = await connect(db, asker, recipient, 'pending');
    const outcomes = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) =>
        asUser(
          recipient,
          (tx) => tx`update public.connections set status = ${n % 2 === 0 ? 'accepted' : 'declined'} where id = ${id}`,
        )
          .then(() => 'applied')
          .catch((error: unknown) => String(Object(error).code)),
      ),
    );
    expect(['accepted', 'declined']).toContain((await statusOf(id))?.['status']);
    expect(tally(outcomes)).toEqual({ UC000: CONNECTIONS / 2, applied: CONNECTIONS / 2 });
  });

  it('[S-29] mutual requests: one row, accepted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = [await createPerson(db), await createPerson(db)];
      const outcomes = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_, n) =>
          n % 2 === 0 ? send(one, [request(other)]) : send(other, [request(one)]),
        ),
      );
      const rows = await db.sql`select status from public.connections
                                where user_id in (${one}, ${other}) and connection_id in (${one}, ${other})`;
      expect([...rows]).toEqual([{ status: 'accepted' }]);
      expect(tally(outcomes.flat())).toEqual({ already_requested: CONNECTIONS - 2, applied: 2 });
    }
  });

  it('[S-29] mutual requests of 25 pairs through REST: none is refused, and all are connected', async () => {
    const people = await Promise.all(Array.from({ length: CONNECTIONS }, () => createPerson(db)));
    const sendRequest = (from: string, to: string) =>
      asUser(from, (tx) => tx`insert into public.connections (user_id, connection_id) values (${from}, ${to})`)
        .then(() => 'applied')
        .catch((error: unknown) => String(Object(error).code));
    for (let round = 1; round < 5; round += 1) {
      await db.sql`truncate public.connections`;
      const outcomes = await Promise.all(
        people.map((from, n) => sendRequest(from, people[n % 2 === 0 ? n + 1 : n - 1] ?? '')),
      );
      expect(tally(outcomes)).toEqual({ applied: CONNECTIONS });
      const rows = await db.sql`select status from public.connections where user_id = any (${people})`;
      expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: CONNECTIONS / 2 }, () => 'accepted'));
    }
  });

  it('messages while the request is being accepted: each is stored or refused', async () => {
    const [asker, recipient] = [await createPerson(db), await createPerson(db)];
    await connect(db, asker, recipient, 'pending');
    const outcomes = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) =>
        n === 10 ? send(recipient, [answer(asker, 'accepted')]) : send(asker, [message(recipient, `${n}`)]),
      ),
    );
    const counts = tally(outcomes.flat());
    const [row] = await db.sql<
      { n: number }[]
    >`select count(*)::int as n from public.messages where sender_id = ${asker}`;
    expect((counts['applied'] ?? 0) - 1).toBe(row?.n);
    expect((counts['applied'] ?? 0) + (counts['not_connected'] ?? 0)).toBe(CONNECTIONS);
  });

  it('messages while the partner deletes the account: none arrives afterwards, and the rest stay', async () => {
    const [sender, leaver] = [await createPerson(db), await createPerson(db)];
    await connect(db, sender, leaver);
    const outcomes = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) =>
        n === 10
          ? asUser(leaver, (tx) => tx`select public.delete_my_profile()`).then(() => ['deleted'])
          : send(sender, [message(leaver, `${n}`)]),
      ),
    );
    const counts = tally(outcomes.flat());
    const [row] = await db.sql<{ n: number; live: number }[]>`
      select count(*)::int as n, count(*) filter (where deleted_at is null)::int as live
      from public.messages where sender_id = ${sender}`;
    expect(row).toEqual({ n: counts['applied'] ?? 0, live: counts['applied'] ?? 0 });
    expect((counts['applied'] ?? 0) + (counts['not_connected'] ?? 0) + (counts['deleted'] ?? 0)).toBe(CONNECTIONS);
  });

  it('people who send requests, answer, write and rename themselves concurrently never deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson(db, { privacy: 'friends_only' })));
    const batch = (me: string, n: number) => {
      const others = people.filter((id) => id !== me);
      const shuffled = others.map((_, index) => others[(index + n) % others.length] ?? '');
      return shuffled
        .flatMap((id) => [request(id), answer(id, 'accepted'), message(id, 'Hi')])
        .concat({
          ...request(me),
          kind: 'profile.update',
          payload: { partner_id: me, artist_name: `Name ${n}` },
        });
    };
    const outcomes = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) => {
        const me = people[n % people.length] ?? '';
        return send(me, batch(me, n));
      }),
    );
    expect(outcomes.flat().filter((outcome) => outcome.startsWith('error') || outcome === 'failed')).toEqual([]);
    const rows = await db.sql`select count(*)::int as n, count(*) filter (where status = 'accepted')::int as accepted
                              from public.connections where user_id = any (${people})`;
    expect([...rows]).toEqual([{ n: 28, accepted: 28 }]);
  });
});
