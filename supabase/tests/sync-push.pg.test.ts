import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../sync/model/actions.ts';
import { payloadVersion } from '../../sync/model/define-action.ts';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, brokenLedgers, createTrack, outcome, play, pull, push } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

async function playCount(trackId: string): Promise<unknown> {
  const [row] = await db.sql`select play_count from public.tracks where id = ${trackId}`;
  return row?.['play_count'];
}

describe('sync_push', () => {
  it('[SY-9] answers a repeated batch from its log, and applies it once', async () => {
    const [artist, fan] = [await db.createUser(), await db.createUser()];
    const track = await createTrack(db, artist);
    const batch = [play(track), action('profile.update', { artist_name: 'Nina' })];

    const first = await push(db.asUser(fan), batch);
    expect(first.map((result) => [result.id, result.status])).toEqual(batch.map(({ id }) => [id, 'applied']));
    expect(await push(db.asUser(fan), batch)).toEqual(first);
    expect(await push(db.asUser(fan), batch)).toEqual(first);

    expect(await playCount(track)).toBe(1);
    expect([
      ...(await db.sql`select zaps, total_zaps_earned, total_listen_ms::int from public.user_balances where user_id = ${fan}`),
    ]).toEqual([{ zaps: 2, total_zaps_earned: 2, total_listen_ms: 30_000 }]);
  });

  it('[SY-9] has one effect when ten connections send the same batch at once', async () => {
    const [artist, fan] = [await db.createUser(), await db.createUser()];
    const track = await createTrack(db, artist);
    const batch = [play(track)];

    const responses = await Promise.all(Array.from({ length: 10 }, () => push(db.asUser(fan), batch)));

    expect(new Set(responses.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(responses[0]?.[0]?.status).toBe('applied');
    expect(await playCount(track)).toBe(1);
    expect([...(await db.sql`select count(*)::int from public.track_plays where user_id = ${fan}`)]).toEqual([
      { count: 1 },
    ]);
    expect([...(await db.sql`select zaps from public.user_balances where user_id = ${fan}`)]).toEqual([{ zaps: 2 }]);
  });

  it('[SY-9] does not deadlock when many people play the same tracks in opposite orders', async () => {
    const artist = await db.createUser();
    const tracks = [await createTrack(db, artist), await createTrack(db, artist), await createTrack(db, artist)];
    const fans = await Promise.all(Array.from({ length: 8 }, () => db.createUser()));
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

    const responses = await Promise.all(
      fans.map((fan, index) => {
        const order = index % 2 === 0 ? tracks : tracks.toReversed();
        return push(
          db.asUser(fan),
          order.map((track, position) => play(track, { at: minutesAgo(10 - position) })),
        );
      }),
    );

    expect(responses.flat().map((answer) => answer.status)).toEqual(Array(24).fill('applied'));
    expect(await Promise.all(tracks.map(playCount))).toEqual([8, 8, 8]);
  });

  it('[G-8] accepts the versions of a kind from min_v to v, and passes the version to the handler', async () => {
    const fan = await db.createUser();
    await db.sql.unsafe(`
      insert into private.action_kinds (kind, handler, is_queueable, together, min_v, v)
        values ('test.form', 'handle_test_form', true, 'test_forms_together', 2, 3);
      create function private.handle_test_form(p_user uuid, p_v integer, p_payload jsonb, p_occurred_at timestamptz)
        returns jsonb language sql as $$ select jsonb_build_object('v', p_v, 'payload', p_payload) $$;
      create function private.test_forms_together(p_user uuid, p_payloads jsonb[]) returns jsonb[] language sql as
        $$ select array_agg(jsonb_build_object('status', 'applied', 'result', jsonb_build_object('together', p))) from unnest(p_payloads) p $$`);
    const form = (v: unknown) => ({ ...action('test.form', { n: 1 }), v });
    const send = async (...versions: unknown[]) =>
      (await push(db.asUser(fan), versions.map(form))).map(({ status, result }) => [status, result]);
    const accepted = (v: number) => ['applied', { v, payload: { n: 1 } }];
    const together = ['applied', { together: { n: 1 } }];
    expect(await send(2, 3)).toEqual([accepted(2), accepted(3)]);
    // The batch function receives the newest version only.
    expect(await send(3, 3, 2, 2)).toEqual([together, together, accepted(2), accepted(2)]);
    const old = 'An older version of the app wrote this. Reload the app, then try again.';
    expect(await send(1)).toEqual([['rejected', { code: 'old_version', message: old }]]);
    const unknown = 'This action cannot be understood. Its version is not known.';
    for (const v of [4, 0, -1, 2.5, 1e9, '2', null, [2], { v: 2 }, undefined])
      expect(await send(v), JSON.stringify(v)).toEqual([['rejected', { code: 'invalid_action', message: unknown }]]);
    const again = form(2);
    const first = await push(db.asUser(fan), [again]);
    expect(await push(db.asUser(fan), [again])).toEqual(first);
    expect(await push(db.asUser(fan), [{ ...again, v: 3 }])).toMatchObject([{ result: { code: 'id_reuse' } }]);
  });

  it('[SY-21] [G-8] accepts the version of each kind that the app writes', async () => {
    const rows = await db.sql`select kind, v from private.action_kinds where is_queueable and kind not like 'test.%'`;
    expect(Object.fromEntries(rows.map(({ kind, v }) => [kind, v]))).toEqual(
      Object.fromEntries(Object.entries(actions).map(([kind, declared]) => [kind, payloadVersion(declared)])),
    );
  });

  it.each(['53100', '53300', '57P01', '58030', 'XX000', '40001'])(
    '[SY-9] stores nothing of an action that met the server error %s, and accepts it later',
    async (code) => {
      const fan = await db.createUser();
      const queued = action('test.trouble', {});
      await db.sql.unsafe(`
        insert into private.action_kinds (kind, handler, is_queueable) values ('test.trouble', 'handle_test_trouble', true)
          on conflict do nothing;
        create or replace function private.handle_test_trouble(uuid, jsonb, timestamptz) returns jsonb language plpgsql as
          $$ begin raise exception 'disk' using errcode = '${code}'; end $$`);
      expect((await refusal(push(db.asUser(fan), [queued]))).code).toBe(code);
      expect([...(await db.sql`select status from public.action_log where user_id = ${fan}`)]).toEqual([]);
      await db.sql.unsafe(`
        create or replace function private.handle_test_trouble(uuid, jsonb, timestamptz) returns jsonb language sql as
          $$ select '{"success": true}'::jsonb $$`);
      expect(await push(db.asUser(fan), [queued])).toMatchObject([{ status: 'applied', result: { success: true } }]);
    },
  );

  it('[SY-9] refuses an id that another request used, and keeps the first result', async () => {
    const [artist, fan] = [await db.createUser(), await db.createUser()];
    const [track, otherTrack] = [await createTrack(db, artist), await createTrack(db, artist)];
    const first = play(track, { at: '2020-01-01T00:00:00.000Z' });

    const [applied] = await push(db.asUser(fan), [first]);
    expect(await outcome(db.asUser(fan), { ...first, payload: { ...first.payload, track_id: otherTrack } })).toBe(
      'id_reuse',
    );
    expect(await outcome(db.asUser(fan), { ...first, occurred_at: '2020-01-02T00:00:00.000Z' })).toBe('id_reuse');
    expect(await push(db.asUser(fan), [first])).toEqual([applied]);
    expect(await playCount(otherTrack)).toBe(0);
  });

  it('[SY-9] keeps the ids of two users apart', async () => {
    const [artist, first, second] = [await db.createUser(), await db.createUser(), await db.createUser()];
    const same = play(await createTrack(db, artist));

    expect((await push(db.asUser(first), [same]))[0]?.status).toBe('applied');
    expect((await push(db.asUser(second), [same]))[0]?.status).toBe('applied');
  });

  it('[SY-9] stores a refusal, and a refused action affects only itself', async () => {
    const [artist, fan] = [await db.createUser(), await db.createUser()];
    const track = await createTrack(db, artist);
    const refused = play(track, { progressMs: 29_999 });

    const results = await push(db.asUser(fan), [refused, play(track)]);
    expect(results[0]).toEqual({
      id: refused.id,
      status: 'rejected',
      result: { code: 'too_short', message: 'Not enough of this track was heard for it to count.' },
    });
    expect(results[1]?.status).toBe('applied');
    expect(await push(db.asUser(fan), [refused])).toEqual([results[0]]);
  });

  it('[SY-9] answers every malformed action with a refusal in its position', async () => {
    const fan = await db.createUser();
    const good = action('profile.update', { artist_name: 'Still Here' });
    const malformed: unknown[] = [
      null,
      7,
      'play.record',
      [],
      {},
      { ...good, id: 'not-an-id' },
      { ...good, id: 12 },
      { ...good, id: '00000000-0000-0000-0000-000000000000' },
      { ...good, id: randomUUID(), kind: undefined },
      { ...good, id: randomUUID(), kind: 'play.count' },
      { ...good, id: randomUUID(), kind: 'x'.repeat(2_000) },
      { ...good, id: randomUUID(), v: 2 },
      { ...good, id: randomUUID(), v: '1' },
      { ...good, id: randomUUID(), payload: [] },
      { ...good, id: randomUUID(), payload: null },
      { ...good, id: randomUUID(), payload: { artist_name: 'x'.repeat(1_000_000) } },
      { ...good, id: randomUUID(), occurred_at: 1_700_000_000 },
      { ...good, id: randomUUID(), occurred_at: 'infinity' },
      { ...good, id: randomUUID(), occurred_at: '2026-02-30T00:00:00Z' },
      { ...good, id: randomUUID(), occurred_at: '9'.repeat(5_000) },
      action('profile.update', {}),
      action('profile.update', { artist_name: 5 }),
      action('profile.update', { artist_name: '   ' }),
      action('profile.update', { avatar_url: 'javascript:alert(1)' }),
      action('play.record', {}),
      action('play.record', { track_id: 'x', progress_ms: 30_000, is_manual: true }),
      action('play.record', { track_id: randomUUID(), progress_ms: '30000', is_manual: true }),
      action('play.record', { track_id: randomUUID(), progress_ms: 1e300, is_manual: true }),
      action('play.record', { track_id: randomUUID(), progress_ms: -1, is_manual: true }),
      action('play.record', { track_id: randomUUID(), progress_ms: 30_000, is_manual: 'yes' }),
      action('track.create', { track_id: randomUUID() }),
    ];

    const results = await push(db.asUser(fan), [...malformed, good]);

    expect(results.slice(0, -1).map((result) => result.status)).toEqual(malformed.map(() => 'rejected'));
    expect(new Set(results.slice(0, -1).map((result) => result.result['code']))).toEqual(
      new Set(['invalid_action', 'unknown_kind', 'invalid_payload', 'artist_missing', 'avatar_invalid']),
    );
    expect(results.at(-1)).toMatchObject({ id: good.id, status: 'applied' });
  });

  it('[SY-9] refuses a malformed batch as a whole', async () => {
    const user = db.asUser(await db.createUser());
    const batch = Array.from({ length: 51 }, () => action('profile.update', { artist_name: 'A' }));

    expect(await refusal(user.rpc('sync_push', { p_actions: batch }))).toEqual({
      code: '22023',
      message: 'At most 50 actions at a time',
    });
    expect(await refusal(user.rpc('sync_push', { p_actions: {} }))).toEqual({
      code: '22023',
      message: 'p_actions must be an array',
    });
    expect(await push(user, [])).toEqual([]);
  });

  it('[SY-11] needs an existing user', async () => {
    expect((await refusal(db.asAnon().rpc('sync_push', { p_actions: [] }))).code).toBe('42501');
    expect((await refusal(db.asUser(randomUUID()).rpc('sync_push', { p_actions: [] }))).code).toBe('42501');
  });

  it('[SY-9] [SY-26] applies all or nothing when the backend is killed before the commit', async () => {
    const [artist, fan] = [await db.createUser(), await db.createUser()];
    const track = await createTrack(db, artist);
    const queued = play(track);

    // A separate connection: the pool of `db` must not keep a connection to the killed backend.
    const dying = postgres(db.url, { max: 1, onnotice: () => undefined });
    const claims = JSON.stringify({ sub: fan, role: 'authenticated' });
    const killed = dying
      .unsafe(
        `
      begin;
      select set_config('request.jwt.claims', '${claims}', true), set_config('role', 'authenticated', true);
      select public.sync_push('${JSON.stringify([queued])}'::jsonb);
      set local role none;
      select pg_terminate_backend(pg_backend_pid());
      commit;`,
      )
      .simple();
    await expect(killed).rejects.toThrow();
    await dying.end({ timeout: 1 });

    expect(await playCount(track)).toBe(0);
    expect([...(await db.sql`select 1 from public.action_log where action_id = ${queued.id}`)]).toEqual([]);
    expect((await push(db.asUser(fan), [queued]))[0]?.status).toBe('applied');
    expect(await playCount(track)).toBe(1);
  });

  it('[SY-9] re-raises a lock failure and stores nothing', async () => {
    const [artist, fan] = [await db.createUser(), await db.createUser()];
    const track = await createTrack(db, artist);
    const queued = play(track);
    await db.sql.begin(async (holder) => {
      await holder`select 1 from public.user_stats where user_id = ${fan} for update`;
      const blocked = db.asUser(fan).run(async (tx) => {
        await tx`set local lock_timeout = '50ms'`;
        await tx`select public.sync_push(${JSON.stringify([queued])}::text::jsonb)`;
      });
      expect((await refusal(blocked)).code).toBe('55P03');
    });
    expect((await pull(db.asUser(fan), { pending: [queued.id] })).acks).toEqual([]);
    expect((await push(db.asUser(fan), [queued]))[0]?.status).toBe('applied');
  });
});
