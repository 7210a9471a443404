import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { later, noon } from './play-scene.ts';
import { action, createTrack, outcome, play, pull, push } from './scene.ts';

let db: TestDatabase;
let artist: string;
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await db.createUser();
});
afterAll(() => db.close());

const day = (date: number, until = date + 1) => ({
  from: `2026-03-${String(date).padStart(2, '0')}T00:00:00.000Z`,
  until: `2026-03-${String(until).padStart(2, '0')}T00:00:00.000Z`,
});
type Bounds = { from: string | null; until: string | null };
const hide = ({ from, until }: Bounds, isHidden = true) => action('history.hide', { from, until, is_hidden: isHidden });

/** The hidden periods as the person's devices receive them. */
async function hiddenPlays(user: string): Promise<unknown> {
  const { rows } = await pull(db.asUser(user), { tables: ['user_stats'] });
  return rows[0]?.row['hidden_plays'];
}

describe('the history', () => {
  it('[S-60] has no hidden periods at first', async () => {
    expect(await hiddenPlays(await db.createUser())).toEqual([]);
  });

  it('[S-60] forgets days, which become one period if they touch, and everything up to a moment', async () => {
    const fan = await db.createUser();
    const user = db.asUser(fan);
    await push(user, [hide(day(4)), hide(day(8)), hide(day(5)), hide(day(5))]);
    expect(await hiddenPlays(fan)).toEqual([
      [day(4).from, day(5).until],
      [day(8).from, day(8).until],
    ]);

    await push(user, [hide({ from: null, until: noon })]);
    expect(await hiddenPlays(fan)).toEqual([[null, noon]]);
  });

  it('[S-60] is turned off from a moment on, and on again, whatever reaches the server first', async () => {
    const fan = await db.createUser();
    const user = db.asUser(fan);
    await push(user, [hide({ from: noon, until: null })]);
    expect(await hiddenPlays(fan)).toEqual([[noon, null]]);

    await push(user, [hide({ from: later(noon, 60), until: null }, false)]);
    expect(await hiddenPlays(fan)).toEqual([[noon, later(noon, 60)]]);

    // An earlier switch of another device changes nothing after the later one.
    const earlier = later(noon, 30);
    await push(user, [hide({ from: earlier, until: null })]);
    expect(await hiddenPlays(fan)).toEqual([[noon, later(noon, 60)]]);
    await push(user, [
      hide({ from: later(noon, 90), until: null }),
      hide({ from: later(noon, 80), until: null }, false),
    ]);
    expect(await hiddenPlays(fan)).toEqual([
      [noon, later(noon, 60)],
      [later(noon, 90), null],
    ]);
  });

  it('[S-60] keeps forgotten plays hidden when a device that does not know of them turns the history on', async () => {
    const fan = await db.createUser();
    const user = db.asUser(fan);
    await push(user, [hide({ from: null, until: later(noon, 120) })]);
    await push(user, [hide({ from: noon, until: null }, false)]);
    expect(await hiddenPlays(fan)).toEqual([[null, later(noon, 120)]]);
  });

  it('[S-60] [S-11] hides a play of a hidden period that arrives later, although the play counts at the time of its arrival', async () => {
    const fan = await db.createUser({ createdAt: later(noon, -86_400) });
    await push(db.atTime(noon).asUser(fan), [hide({ from: null, until: noon })]);
    const late = play(await createTrack(db, artist), { at: later(noon, -3600) });
    await push(db.atTime(later(noon, 60)).asUser(fan), [late]);
    const { rows } = await pull(db.asUser(fan), { tables: ['track_plays'] });
    expect(rows.map(({ row }) => row)).toMatchObject([{ heard_at: later(noon, -3600), created_at: later(noon, 60) }]);
    const [counted] = await db.sql<
      { heard_at: Date }[]
    >`select heard_at from public.track_plays where user_id = ${fan}`;
    expect(counted?.heard_at).toEqual(new Date(later(noon, 60)));
  });

  it('[S-60] changes no play, count, reward or ZAP, and plays of hidden periods count', async () => {
    const fan = await db.createUser();
    const user = db.atTime(noon).asUser(fan);
    const facts = () => db.sql`
      select b.zaps, b.total_zaps_earned, b.total_listen_ms, s.fan_level, s.current_streak, d.plays, d.zaps_earned,
        (select count(*) from public.track_plays p where p.user_id = ${fan}) as play_rows,
        (select count(*) from public.zap_actions a where a.user_id = ${fan}) as ledger_lines
      from public.user_balances b join public.user_stats s using (user_id) join public.user_days d using (user_id)
      where user_id = ${fan}`;
    await push(user, [play(await createTrack(db, artist), { at: later(noon, -60) })]);
    const before = await facts();
    await push(user, [hide({ from: null, until: noon }), hide({ from: noon, until: null })]);
    expect(await facts()).toEqual(before);

    const result = await outcome(
      db.atTime(later(noon, 60)).asUser(fan),
      play(await createTrack(db, artist), { at: later(noon, 60) }),
    );
    expect(result).toMatchObject({ success: true, zaps_earned: 1, newPlayCount: 1 });
  });

  it('[S-60] orders plays by the time at which they were heard, not at which they arrived', async () => {
    const fan = await db.createUser({ createdAt: later(noon, -86_400) });
    await push(db.atTime(noon).asUser(fan), [play(await createTrack(db, artist), { at: later(noon, -7200) })]);
    const { rows } = await pull(db.asUser(fan), { tables: ['track_plays'] });
    expect(rows.map(({ row }) => row)).toMatchObject([{ heard_at: later(noon, -7200), created_at: noon }]);
  });

  it('[SY-11] is each person’s own', async () => {
    const [fan, other] = [await db.createUser(), await db.createUser()];
    await push(db.asUser(fan), [hide(day(4))]);
    expect(await hiddenPlays(other)).toEqual([]);
  });

  it.each([
    ['no bound that is a time', { from: 'yesterday', until: null, is_hidden: true }],
    ['a bound without an end', { from: 'infinity', until: null, is_hidden: true }],
    ['a number', { from: 5, until: null, is_hidden: true }],
    ['an end before the beginning', { from: noon, until: later(noon, -1), is_hidden: true }],
    ['an end at the beginning', { from: noon, until: noon, is_hidden: true }],
    ['no decision', { from: noon, until: null }],
  ])('[SY-11] refuses a period with %s', async (_, payload) => {
    const fan = await db.createUser();
    expect(await outcome(db.asUser(fan), action('history.hide', payload))).toBe('invalid_payload');
    expect(await hiddenPlays(fan)).toEqual([]);
  });

  it('[S-60] keeps at most 500 separate periods, and forgetting everything makes room', async () => {
    const fan = await db.createUser();
    await db.sql`
      update public.user_stats s set hidden_plays = (
        select range_agg(tstzrange(d, d + interval '1 day')) from generate_series('2020-01-01'::timestamptz, '2022-09-25', '2 days') d
      ) where s.user_id = ${fan}`;
    const user = db.asUser(fan);
    expect(await hiddenPlays(fan)).toHaveLength(499 + 1);
    expect(await outcome(user, hide(day(4)))).toBe('too_many');
    expect(await outcome(user, hide({ from: null, until: noon }))).toEqual({ success: true });
    expect(await hiddenPlays(fan)).toEqual([[null, noon]]);
  });

  it('[S-6] is deleted with the account', async () => {
    const fan = await db.createUser();
    const user = db.asUser(fan);
    await push(user, [hide(day(4))]);
    expect(await user.rpc('delete_my_profile', {})).toMatchObject({ success: true });
    expect(await db.sql`select from public.user_stats where user_id = ${fan}`).toHaveLength(0);
  });
});
