import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { createFan } from './economy-scene.ts';
import { LATER, createRelease, release, uploadInto } from './release-scene.ts';
import { action, outcome, play, push, putFile } from './scene.ts';
import { createPerson } from './social-scene.ts';

const WORDS = ['Quillwort', 'Zyzzyva', 'Undertide'] as const;
const [title, artistName, notes] = WORDS;

let db: TestDatabase;
let artist: string;
let fan: string;
let id: string;
let track: string;
let cover: string;
/** Words and ids that nobody but the artist may read. */
let secrets: string[];
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await createPerson(db);
  fan = await createFan(db, 60, 200);
  id = randomUUID();
  const place = randomUUID();
  await push(db.asUser(artist), [
    createRelease(id, { title, artist_name: artistName, notes, places: [place], publish_at: LATER }),
  ]);
  track = await uploadInto(db, artist, id, place);
  cover = await putFile(db, artist, { bucket: 'covers', kind: 'jpeg', name: `${artist}/secret_large.jpg` });
  await db.sql`
    update public.tracks set title = ${title}, artist_name = ${artistName}, cover_url = ${cover}, radio_opt_in = true
    where id = ${track}`;
  await push(db.asUser(artist), [action('track.texts', { track_id: track, description: notes, lyrics: notes })]);
  secrets = [...WORDS, id, track, place, cover];
});
afterAll(() => db.close());

/** Everybody who is not the artist, by name. */
async function others(): Promise<[string, Actor][]> {
  const session = Object(await db.asService().rpc('beta_open_session'));
  return [
    ['a signed-in person', db.asUser(fan)],
    ['a guest', db.asAnon({ betaToken: String(session.session_token) })],
    ['a stranger', db.asAnon()],
  ];
}

const leaksIn = (answer: unknown) => {
  const text = JSON.stringify(answer) ?? '';
  return secrets.filter((secret) => text.includes(secret));
};

describe('[S-61] An unpublished release', () => {
  it('is in no table that others may read, nor are its tracks', async () => {
    const tables = await db.sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind in ('r', 'p', 'v') and c.relnamespace in ('public'::regnamespace, 'storage'::regnamespace)
        and (has_table_privilege('authenticated', c.oid, 'select') or has_table_privilege('anon', c.oid, 'select'))
        and not c.relispartition`;
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['tracks', 'releases', 'playlists', 'storage.objects']));
    for (const [who, actor] of await others())
      for (const name of names) {
        const rows = await actor
          .run((tx) => tx.unsafe(`select * from ${name}`))
          .catch((error: unknown) => String(error));
        expect(leaksIn(rows), `${name} for ${who}`).toEqual([]);
      }
    const own = await db.asUser(artist).run((tx) => tx`select * from public.tracks t where t.id = ${track}`);
    expect(leaksIn(own)).toEqual(expect.arrayContaining([title, artistName, track, cover]));
  });

  it('is in no answer to others, whatever they ask for', async () => {
    const visits: Record<string, unknown>[] = [
      { kind: 'rows', tracks: [track], profiles: [artist] },
      { kind: 'explore', after: null },
      { kind: 'explore', genre: 'House', after: null },
      { kind: 'tracks_of', user_id: artist, after: null },
      { kind: 'shares_of', user_id: artist },
      ...WORDS.flatMap((word) => [
        { kind: 'search', terms: [word.toLowerCase()], genre: null },
        { kind: 'search_artists', terms: [word.toLowerCase()] },
      ]),
    ];
    const tables = (await db.sql<{ name: string }[]>`select name from private.synced_tables`).map(({ name }) => name);
    const p = {
      v: 1,
      epoch: null,
      since: '0',
      after: null,
      tables,
      pending: [],
      marks: [],
      limit: 1000,
      counts_after: 0,
    };
    const calls: [string, Record<string, unknown>][] = [
      ['sync_pull', { p: { ...p, filled_from: null } }],
      ['first_screen', { p: { limit: 100 } }],
      ...visits.map((what): [string, Record<string, unknown>] => ['visit_rows', { p: { v: 1, epoch: null, what } }]),
      [
        'find_tracks',
        {
          p_entries: [
            { artist: artistName, title },
            { artist: '', title },
          ],
        },
      ],
      ['get_release', { p_release_id: id }],
      ['get_releases_of', { p_profile_id: artist }],
      ['get_track_texts', { p_track_id: track }],
      ['get_track_numbers', { p_track_id: track }],
      ['get_link_preview', { p_page: 'release', p_id: id }],
      ['get_link_preview', { p_page: 'track', p_id: track }],
      ['get_zap_leaderboard', { limit_count: 10 }],
      ['get_own_track_texts', {}],
    ];
    for (const [who, actor] of await others())
      for (const [procedure, args] of calls) {
        const answer = await actor.rpc(procedure, args as never).catch((error: unknown) => String(error));
        expect(leaksIn(answer), `${procedure} ${JSON.stringify(args)} for ${who}`).toEqual([]);
      }
  });

  it('counts for nobody: not in the totals, nor in the figures of its artist', async () => {
    const figures = async () => {
      await db.sql`select private.refresh_artist_figures()`;
      const [profile] = await db.sql`select track_count, total_plays from public.user_profiles where id = ${artist}`;
      return { totals: await db.asUser(fan).rpc('get_community_totals'), profile };
    };
    const before = await figures();
    const [other, place] = [randomUUID(), randomUUID()];
    await push(db.asUser(artist), [createRelease(other, { places: [place], publish_at: LATER })]);
    await uploadInto(db, artist, other, place);
    expect(await figures()).toEqual(before);
    expect(before.profile).toMatchObject({ track_count: 0 });
    await push(db.asUser(artist), [release('delete', other)]);
  });

  it('and its tracks cannot be played, loved, rated, shared or sponsored by others', async () => {
    const stranger = db.asUser(fan);
    const acts = [
      play(track),
      action('favourite.add', { track_id: track }),
      action('share.add', { track_id: track }),
      action('vote.cast', { track_id: track, vote_weight: 3 }),
      release('update', id, { publish_at: null }),
      release('arrange', id, { places: [track] }),
      action('track.update', { track_id: track, is_public: true }),
    ];
    for (const act of acts) expect(await outcome(stranger, act), act.kind).not.toMatchObject({ success: true });
    for (const [procedure, args] of [
      ['cast_vote_or_edit', { p_track_id: track, p_vote_weight: 3 }],
      ['share_track', { p_track_id: track }],
      ['sponsor_track_for_radio', { p_track_id: track, p_sponsor_cost: 1 }],
      ['increment_track_play_count', { track_id_p: track, progress_ms: 30_000 }],
    ] as const)
      expect(await stranger.rpc(procedure, args), procedure).toMatchObject({ success: false });
    // The artist cannot bring it on the air or among others' shares before its date either.
    const early = [
      action('share.add', { track_id: track }),
      action('track.update', { track_id: track, is_public: true }),
    ];
    for (const act of early)
      expect(await outcome(db.asUser(artist), act), act.kind).not.toMatchObject({ success: true });
    expect(await db.asUser(artist).rpc('sponsor_track_for_radio', { p_track_id: track })).toMatchObject({
      success: false,
    });
    const [row] = await db.sql`
      select is_public, play_count, total_votes, sponsored from public.tracks where id = ${track}`;
    expect(row).toEqual({ is_public: false, play_count: 0, total_votes: 0, sponsored: false });
  });

  it('shows only its track’s id in a playlist to which another person added the track', async () => {
    const playlist = randomUUID();
    await push(db.asUser(fan), [
      action('playlist.create', { playlist_id: playlist, title: 'Early', visibility: 'public' }),
      action('playlist.add', {
        playlist_id: playlist,
        entries: [{ id: randomUUID(), track_id: track, position: 'a0' }],
      }),
    ]);
    for (const [, actor] of (await others()).slice(0, 2)) {
      const answer = await actor.rpc('get_playlist', { p_playlist_id: playlist });
      expect(answer).toMatchObject({ covers: [], track_ids: [track] });
      expect(leaksIn(answer)).toEqual([track]);
    }
    expect(leaksIn(await db.asAnon().rpc('get_link_preview', { p_page: 'playlist', p_id: playlist }))).toEqual([]);
  });
});
