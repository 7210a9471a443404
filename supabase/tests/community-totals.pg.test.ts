import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { createTrack, play, pull, push } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
});

async function countTables(): Promise<unknown> {
  const [row] = await db.sql<{ totals: unknown }[]>`
    select jsonb_build_object(
      'artists', (select count(*) from public.user_profiles p where p.deleted_at is null and p.artist_name is not null),
      'tracks', count(*),
      'total_plays', coalesce(sum(t.play_count), 0),
      'total_zaps_earned', (select coalesce(sum(b.total_zaps_earned), 0) from public.user_balances b),
      'explore', count(*) filter (where not t.sponsored)
    ) as totals
    from public.tracks t where t.is_public and t.deleted_at is null`;
  return row?.totals;
}

async function reportedTotals(viewer: string): Promise<unknown> {
  const totals = Object(await db.asUser(viewer).rpc('get_community_totals'));
  const screen = Object(await db.asUser(viewer).rpc('first_screen', { p: { limit: 1 } }));
  return { ...totals, explore: screen.total };
}

describe('the stored totals', () => {
  it('[S-25] always equal a count of the tables, whatever changes', async () => {
    const [viewer, artist, fan] = [await db.createUser(), await db.createUser(), await db.createUser()];
    const steps: readonly (readonly [label: string, step: () => Promise<unknown>])[] = [
      ['nothing', async () => undefined],
      ['a track', () => createTrack(db, artist, { id: '00000000-0000-4000-8000-00000000000a' })],
      ['a hidden track', () => createTrack(db, artist, { isPublic: false })],
      ['plays that earn', () => push(db.asUser(fan), [play('00000000-0000-4000-8000-00000000000a')])],
      ['a track goes private', () => db.sql`update public.tracks set is_public = false where play_count > 0`],
      ['a track goes public', () => db.sql`update public.tracks set is_public = true`],
      [
        'a track is sponsored',
        () => db.sql`update public.tracks set sponsored = true, sponsored_at = private.now() where play_count > 0`,
      ],
      ['its sponsoring ends', () => db.sql`update public.tracks set sponsored = false, sponsored_at = null`],
      [
        'a person without a name',
        () => db.sql`update public.user_profiles set artist_name = null where id = ${viewer}`,
      ],
      [
        'a person with a name',
        () => db.sql`update public.user_profiles set artist_name = 'Viewer' where id = ${viewer}`,
      ],
      ['a track is deleted', () => db.sql`delete from public.tracks where play_count = 0`],
      ['a fan leaves', () => db.sql`delete from auth.users where id = ${fan}`],
      ['an artist leaves', () => db.sql`delete from auth.users where id = ${artist}`],
    ];
    const history: unknown[] = [];
    for (const [label, step] of steps) {
      await step();
      expect(await reportedTotals(viewer), label).toEqual(await countTables());
      history.push(await reportedTotals(viewer));
    }
    expect(new Set(history.map((each) => JSON.stringify(each))).size).toBeGreaterThanOrEqual(8);
  });

  it('[S-25] are updated by concurrent transactions that do not wait for each other', async () => {
    const artist = await db.createUser();
    const fans = await Promise.all(Array.from({ length: 8 }, () => db.createUser()));
    const tracks = await Promise.all(fans.map(() => createTrack(db, artist)));
    // All eight transactions write the totals before the first commits.
    let writtenCount = 0;
    let release: () => void = () => undefined;
    const allWritten = new Promise<void>((done) => (release = done));
    await Promise.all(
      fans.map((fan, index) =>
        db.asUser(fan).run(async (tx) => {
          await tx.unsafe('select public.sync_push($1::text::jsonb)', [JSON.stringify([play(tracks[index] ?? '')])]);
          writtenCount += 1;
          if (writtenCount === fans.length) release();
          await allWritten;
        }),
      ),
    );
    expect(await reportedTotals(artist)).toEqual(await countTables());
    const [slots] = await db.sql<{ n: number }[]>`select count(*)::int as n from private.community_totals`;
    expect(slots?.n).toBeGreaterThanOrEqual(8);
    expect((await pull(db.asUser(artist), { tables: ['tracks'] })).rows.length).toBeGreaterThanOrEqual(8);
  });
});
