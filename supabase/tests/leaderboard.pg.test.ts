import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionSql } from 'postgres';
import { type Actor, type Actors, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { credit, later } from './economy-scene.ts';
import { createTrack, play, push } from './scene.ts';

interface Line {
  readonly rank: number;
  readonly user_id: string;
  readonly artist_name: string;
  readonly total_zaps_earned: number;
}

let db: TestDatabase;
let token: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
});
beforeEach(async () => {
  await db.sql`delete from auth.users`;
  token = String(Object(await db.atTime(wednesday).asService().rpc('beta_open_session')).session_token);
});

// 2026-03-09 is a Monday.
const monday = '2026-03-09T00:00:00.000Z';
const wednesday = '2026-03-11T12:00:00.000Z';

const named = (name: string) => db.createUser({ email: `${name}@example.com` });
const board = async (actor: Actor, limit?: number): Promise<Line[]> => [
  ...(await actor.run((tx) =>
    limit === undefined
      ? tx<Line[]>`select * from public.get_zap_leaderboard()`
      : tx<Line[]>`select * from public.get_zap_leaderboard(${limit})`,
  )),
];
const guestAt = (actors: Actors) => actors.asAnon({ betaToken: token });

describe('the leaderboard', () => {
  it("[S-9] ranks by this week's earnings; spending does not count, and of equal totals, the one reached first is ahead", async () => {
    const [ada, bo, cy, di] = [await named('ada'), await named('bo'), await named('cy'), await named('di')];
    await credit(db, ada, 50, '2026-03-08');
    await credit(db, ada, 5, '2026-03-09');
    await credit(db, bo, 9, '2026-03-15');
    await credit(db, cy, 4, '2026-03-10');
    await credit(db, cy, 5, '2026-03-11');
    await credit(db, bo, -9, '2026-03-11');
    await credit(db, di, 0, '2026-03-11');
    await credit(db, di, 3, '2026-03-16');

    expect(await board(guestAt(db.atTime(wednesday)))).toEqual([
      { rank: 1, user_id: bo, artist_name: 'bo', total_zaps_earned: 9 },
      { rank: 2, user_id: cy, artist_name: 'cy', total_zaps_earned: 9 },
      { rank: 3, user_id: ada, artist_name: 'ada', total_zaps_earned: 5 },
    ]);
  });

  it('[S-9] restarts on Monday at 00:00 UTC', async () => {
    const [ada, bo] = [await named('ada'), await named('bo')];
    const track = await createTrack(db, bo);
    const sunday = later(monday, -1);
    await push(db.atTime(sunday).asUser(ada), [play(track, { at: sunday })]);
    const [lastWeek, thisWeek] = [db.atTime(sunday).asUser(bo), db.atTime(monday).asUser(bo)];
    const line = { rank: 1, user_id: ada, artist_name: 'ada', total_zaps_earned: 2 };
    expect([await board(lastWeek), await board(thisWeek)]).toEqual([[line], []]);
    await push(db.atTime(later(monday, 60)).asUser(ada), [play(track, { at: later(monday, 60) })]);
    expect([await board(lastWeek), await board(thisWeek)]).toEqual([[line], [{ ...line, total_zaps_earned: 1 }]]);
  });

  it('[S-11] credits an offline play to the week in which it was made', async () => {
    const [ada, bo] = [await named('ada'), await named('bo')];
    const sunday = later(monday, -3600);
    await push(db.atTime(later(monday, 3600)).asUser(ada), [play(await createTrack(db, bo), { at: sunday })]);
    expect(await board(db.atTime(monday).asUser(bo))).toEqual([]);
    expect(await board(db.atTime(sunday).asUser(bo))).toMatchObject([{ user_id: ada, total_zaps_earned: 2 }]);
  });

  it('[S-23] omits people whom the caller may not see, and ranks the others without gaps', async () => {
    const [ada, bo, cy] = [await named('ada'), await named('bo'), await named('cy')];
    for (const [user, zaps] of [
      [ada, 9],
      [bo, 8],
      [cy, 7],
    ] as const)
      await credit(db, user, zaps, '2026-03-10');
    await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${ada}`;
    await db.sql`update public.user_profiles set privacy_setting = 'friends_only' where id = ${bo}`;
    const visibleLines = async (actor: Actor) => (await board(actor)).map((line) => [line.rank, line.artist_name]);
    const now = db.atTime(wednesday);

    expect(await visibleLines(guestAt(now))).toEqual([[1, 'cy']]);
    expect(await visibleLines(now.asUser(cy))).toEqual([[1, 'cy']]);
    expect(await visibleLines(now.asUser(bo))).toEqual([
      [1, 'bo'],
      [2, 'cy'],
    ]);
    expect(await visibleLines(now.asUser(ada))).toEqual([
      [1, 'ada'],
      [2, 'cy'],
    ]);
    await db.sql`insert into public.connections (user_id, connection_id, status) values (${cy}, ${bo}, 'accepted')`;
    expect(await visibleLines(now.asUser(cy))).toEqual([
      [1, 'bo'],
      [2, 'cy'],
    ]);
    await db.sql`delete from auth.users where id = ${cy}`;
    expect(await visibleLines(now.asUser(bo))).toEqual([[1, 'bo']]);
    await db.sql`update public.zap_weeks set is_listed = true`;
    expect(await visibleLines(guestAt(now)), 'a profile is checked again').toEqual([]);
  });

  it("[S-23] gives each person their place among the people they may see, in the board's order", async () => {
    const [ada, bo, cy, di] = [await named('ada'), await named('bo'), await named('cy'), await named('di')];
    const place = (user: string) => db.atTime(wednesday).asUser(user).rpc('get_leaderboard_place');
    await credit(db, ada, 9, '2026-03-10');
    await credit(db, bo, 9, '2026-03-10');
    await credit(db, cy, 4, '2026-03-10');
    await credit(db, di, 99, '2026-03-08');
    for (const user of [ada, bo, cy]) {
      const line = (await board(db.atTime(wednesday).asUser(user))).find(({ user_id }) => user_id === user);
      expect(await place(user)).toEqual({ rank: line?.rank, total_zaps_earned: line?.total_zaps_earned });
    }
    expect(await place(di)).toEqual({ rank: null, total_zaps_earned: 0 });
    await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${ada}`;
    expect(await place(cy)).toEqual({ rank: 2, total_zaps_earned: 4 });
    expect(await place(ada)).toMatchObject({ rank: 1 });
  });

  it('has 10 lines by default, and up to 100 on request', async () => {
    const people = await Promise.all(Array.from({ length: 105 }, () => db.createUser()));
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 select p, 'zap', n, '2026-03-10' from unnest(${people}::uuid[]) with ordinality u(p, n)`;
    const user = db.atTime(wednesday).asUser(people[0] ?? '');
    expect((await board(user)).map((line) => line.total_zaps_earned)).toEqual([
      105, 104, 103, 102, 101, 100, 99, 98, 97, 96,
    ]);
    expect(await board(user, 3)).toHaveLength(3);
    expect(await board(user, 1_000_000)).toHaveLength(100);
    expect(await board(user, 0)).toEqual([]);
    expect(await board(user, -5)).toEqual([]);
  });

  it('[S-8] equals the sum of the ledger, also after concurrent writes', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => db.createUser()));
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => credit(db, people[index % 5] ?? '', 1 + (index % 7), '2026-03-10')),
    );
    expect([
      ...(await db.sql`
        select coalesce(w.user_id, l.user_id) as user_id, w.zaps_earned, l.earned
        from public.zap_weeks w
        full join (
          select a.user_id, date_trunc('week', a.credited_on)::date as week_start, sum(a.zap_value)::int as earned
          from public.zap_actions a where a.zap_value > 0 group by 1, 2
        ) l on l.user_id = w.user_id and l.week_start = w.week_start
        where w.zaps_earned is distinct from l.earned`),
    ]).toEqual([]);
  });

  it("[S-23] gives a person's position in the whole list as their place, also after concurrent earnings, privacy changes and deletions", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => db.createUser()));
    const person = (n: number) => people[n % people.length] ?? '';
    const levels = ['public', 'friends_only', 'private'];
    for (let n = 0; n < 12; n += 1)
      await db.sql`insert into public.connections (user_id, connection_id, status)
                   values (${person(n)}, ${person(n + 1)}, ${n % 3 === 0 ? 'pending' : 'accepted'})`;
    await Promise.all(
      Array.from({ length: 90 }, async (_, n) => {
        await credit(db, person(n), 1 + (n % 3), '2026-03-10');
        if (n % 2 === 0)
          await db.sql`update public.user_profiles set privacy_setting = ${levels[n % 3] ?? ''} where id = ${person(n * 5)}`;
      }),
    );
    await db.sql`delete from auth.users where id = ${person(0)}`;
    await db.sql`update public.zap_weeks set reached_at = ${wednesday}`;
    for (const viewer of people.slice(1)) {
      const [expected] = await db.sql<{ place: number }[]>`
        select place::int from (
          select w.user_id, row_number() over (order by w.zaps_earned desc, w.reached_at, w.user_id) as place
          from public.zap_weeks w join public.user_profiles p on p.id = w.user_id
          where w.week_start = ${monday}::timestamptz::date and p.deleted_at is null
            and private.can_see_profile(p.id, p.privacy_setting, ${viewer})
        ) l where l.user_id = ${viewer}`;
      const now = db.atTime(wednesday).asUser(viewer);
      const line = (await board(now, 100)).find(({ user_id }) => user_id === viewer);
      expect([line?.rank, Object(await now.rpc('get_leaderboard_place')).rank]).toEqual([
        expected?.place,
        expected?.place,
      ]);
    }
    const totals = async (source: string) => [
      ...(await db.sql.unsafe(
        `select week_start, zaps_earned, people::int from (${source}) t where people <> 0 order by 1, 2`,
      )),
    ];
    const listed = await totals(
      'select week_start, zaps_earned, count(*) as people from public.zap_weeks where is_listed group by 1, 2',
    );
    const counted = 'select week_start, zaps_earned, sum(people) as people from private.week_totals group by 1, 2';
    expect(listed.length).toBeGreaterThan(0);
    expect(await totals(counted)).toEqual(listed);
    // Delete the accounts one by one, because the end of a connection writes to both people.
    for (const id of people) await db.sql`delete from auth.users where id = ${id}`;
    expect(await totals(counted)).toEqual([]);
  });

  it("is read from index ranges, and so is one's own place, whatever the number of people and weeks", async () => {
    const caller = await named('caller');
    // Skip triggers and foreign keys, with which 20,000 accounts would take minutes.
    await db.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      // Earlier tests left totals that count 0 people.
      await tx`delete from private.week_totals`;
      await tx`create temp table people on commit drop as
        select case n when 500 then ${caller}::uuid else gen_random_uuid() end as id, n from generate_series(1, 20000) n`;
      await tx`insert into public.user_profiles (id, artist_name, privacy_setting)
               select id, 'Fan ' || n, case when n % 500 < 400 then 'public' else 'private' end from people where n <> 500`;
      await tx`insert into public.zap_weeks (user_id, week_start, zaps_earned, reached_at, is_listed)
               select p.id, ${monday.slice(0, 10)}::date - 7 * w, 1 + p.n % 500, ${wednesday}, p.n = 500 or p.n % 500 < 400
               from people p, generate_series(0, 9) w`;
      await tx`insert into private.week_totals (week_start, zaps_earned, people)
               select week_start, zaps_earned, count(*) from public.zap_weeks where is_listed group by 1, 2`;
    });
    await db.sql`analyze public.zap_weeks, public.user_profiles, private.week_totals`;
    const reads = (work: (tx: TransactionSql) => Promise<unknown>) =>
      db
        .atTime(wednesday)
        .asUser(caller)
        .run(async (tx) => {
          // The counters include this connection's transactions of the last second.
          const counters = () => tx<{ scans: number; rows: number }[]>`
            select sum(seq_scan)::int as scans, sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows
            from pg_stat_xact_user_tables where relname in ('zap_weeks', 'zap_actions', 'week_totals', 'user_profiles')`;
          const [before] = await counters();
          const answer = await work(tx);
          await tx`set local role none`;
          const [after] = await counters();
          return {
            answer,
            scans: (after?.scans ?? 0) - (before?.scans ?? 0),
            rows: (after?.rows ?? 0) - (before?.rows ?? 0),
          };
        });
    const list = await reads(async (tx) => (await tx`select * from public.get_zap_leaderboard()`).length);
    expect(list).toMatchObject({ answer: 10, scans: 0 });
    expect(list.rows).toBeLessThan(100);
    // The caller has the lowest of 400 totals: the place is read from the 399 higher totals and up to 39 people with the same total.
    const place = await reads(async (tx) => {
      const [row] = await tx<{ place: unknown }[]>`select public.get_leaderboard_place() as place`;
      return row?.place;
    });
    expect(place).toMatchObject({ answer: { total_zaps_earned: 1 }, scans: 0 });
    expect(Object(place.answer).rank).toBeGreaterThan(15_960);
    expect(place.rows).toBeLessThan(500);
  });

  it('[S-1] is refused to visitors without a beta session, and its table to everybody', async () => {
    const user = await named('ada');
    expect(await refusal(board(db.asAnon()))).toEqual({ code: '42501', message: 'Beta access required' });
    expect(await refusal(db.asAnon().rpc('get_community_totals'))).toEqual({
      code: '42501',
      message: 'Beta access required',
    });
    for (const actor of [db.asUser(user), guestAt(db.atTime(wednesday)), db.asService()]) {
      for (const text of ['select * from public.zap_weeks', 'delete from public.zap_weeks']) {
        expect((await refusal(actor.run((tx) => tx.unsafe(text)))).code).toBe('42501');
      }
    }
  });
});

describe('the totals of the community', () => {
  it('[S-25] leave out deleted people, and deleted or private tracks', async () => {
    const before = Object(await guestAt(db.atTime(wednesday)).rpc('get_community_totals'));
    const [ada, bo] = [await named('ada'), await named('bo')];
    const [first, second] = [await createTrack(db, ada), await createTrack(db, ada)];
    const [privateTrack, deleted] = [await createTrack(db, ada, { isPublic: false }), await createTrack(db, ada)];
    await db.sql`update public.tracks set play_count = 7 where id in ${db.sql([first, second, privateTrack, deleted])}`;
    await db.sql`delete from public.tracks where id = ${deleted}`;
    await credit(db, bo, 30);
    await credit(db, bo, -20);
    await db.sql`delete from auth.users where id = ${await named('cy')}`;

    expect(await guestAt(db.atTime(wednesday)).rpc('get_community_totals')).toEqual({
      artists: before.artists + 2,
      tracks: before.tracks + 2,
      total_plays: before.total_plays + 14,
      total_zaps_earned: before.total_zaps_earned + 30,
    });
  });
});
