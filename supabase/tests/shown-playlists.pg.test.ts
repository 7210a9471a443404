import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createPerson } from './social-scene.ts';

let db: TestDatabase;
let artist: string;
let tracks: string[];
beforeAll(async () => {
  db = await openTestDatabase();
  artist = await createPerson(db);
  tracks = [await createTrack(db, artist), await createTrack(db, artist), await createTrack(db, artist)];
});
afterAll(() => db.close());

const playlist = (kind: string, id: string, fields: Record<string, unknown> = {}) =>
  action(`playlist.${kind}`, { playlist_id: id, ...fields });

/** Creates a playlist with all `tracks` in their order, although they are added in another order. */
async function makePlaylist(owner: string, visibility: string): Promise<string> {
  const id = randomUUID();
  const entry = (position: string, track = '') => ({ id: randomUUID(), track_id: track, position });
  await push(db.asUser(owner), [
    playlist('create', id, { title: 'Night', visibility }),
    playlist('add', id, { entries: [entry('a2', tracks[2]), entry('a0', tracks[0]), entry('a1', tracks[1])] }),
  ]);
  return id;
}

type Shown = { id: string; track_ids: string[]; covers: { id: string }[] } | null;
const read = async (by: string, id: string) =>
  (await db.asUser(by).rpc('get_playlist', { p_playlist_id: id })) as Shown;
const listed = async (by: string, of: string) =>
  ((await db.asUser(by).rpc('get_playlists_of', { p_profile_id: of })) as { id: string }[]).map(({ id }) => id);
const liked = async (by: string) =>
  ((await db.asUser(by).rpc('get_liked_playlists', {})) as { id: string }[]).map(({ id }) => id);
const likes = async (person: string) =>
  (await pull(db.asUser(person), { tables: ['playlist_likes'] })).rows.map(({ row }) => row['playlist_id']);

describe('[S-60] A playlist of somebody else', () => {
  it('is read with its tracks in order by whoever has its id, if its owner shows it', async () => {
    const [owner, other] = [await createPerson(db), await createPerson(db)];
    const [shown, linked, own] = [
      await makePlaylist(owner, 'public'),
      await makePlaylist(owner, 'link'),
      await makePlaylist(owner, 'private'),
    ];
    const session = Object(await db.asService().rpc('beta_open_session'));
    const guest = db.asAnon({ betaToken: String(session.session_token) });
    expect(await guest.rpc('get_playlist', { p_playlist_id: linked })).toEqual({
      id: linked,
      user_id: owner,
      owner_name: expect.any(String),
      owner_avatar: expect.any(String),
      title: 'Night',
      description: '',
      visibility: 'link',
      track_count: 3,
      track_ids: tracks,
      covers: tracks.map((id) => ({ id, cover_url: null })),
    });
    for (const id of [shown, linked]) expect((await read(other, id))?.track_ids).toEqual(tracks);
    expect([await read(other, own), await read(other, randomUUID())]).toEqual([null, null]);
    expect((await read(owner, own))?.id).toBe(own);
    expect([await listed(other, owner), await listed(owner, owner)]).toEqual([[shown], [shown]]);
    expect(await guest.rpc('get_playlists_of', { p_profile_id: owner })).toMatchObject([{ id: shown }]);
    await expect(db.asAnon().rpc('get_playlist', { p_playlist_id: shown })).rejects.toThrow('Beta access required');
    await expect(db.asAnon().rpc('get_playlists_of', { p_profile_id: owner })).rejects.toThrow('Beta access required');
    await push(db.asUser(owner), [playlist('update', shown, { visibility: 'private' }), playlist('delete', linked)]);
    expect([await read(other, shown), await read(other, linked), await listed(other, owner)]).toEqual([null, null, []]);
  });

  it('has a link preview without a session, unless the playlist or its owner’s profile is private', async () => {
    const owner = await createPerson(db);
    const [shown, own] = [await makePlaylist(owner, 'link'), await makePlaylist(owner, 'private')];
    const preview = (id: string) => db.asAnon().rpc('get_link_preview', { p_page: 'playlist', p_id: id });
    expect(await preview(shown)).toEqual({ title: 'Night', artist: expect.any(String), picture: null });
    expect(await preview(own)).toBeNull();
    await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${owner}`;
    expect(await preview(shown)).toBeNull();
  });

  it('contains the ids of tracks that are no longer public, and nothing else about them', async () => {
    const [owner, other] = [await createPerson(db), await createPerson(db)];
    const hidden = await createTrack(db, artist);
    const id = randomUUID();
    await push(db.asUser(owner), [
      playlist('create', id, { title: 'Night', visibility: 'public' }),
      playlist('add', id, { entries: [{ id: randomUUID(), track_id: hidden, position: 'a0' }] }),
    ]);
    await push(db.asUser(artist), [action('track.update', { track_id: hidden, is_public: false })]);
    expect(await read(other, id)).toMatchObject({ track_ids: [hidden], covers: [], track_count: 1 });
  });

  it('is hidden from people who block its owner or whom the owner blocks', async () => {
    const [owner, blocker, blocked] = [await createPerson(db), await createPerson(db), await createPerson(db)];
    const id = await makePlaylist(owner, 'public');
    for (const fan of [blocker, blocked]) await push(db.asUser(fan), [playlist('like', id)]);
    await push(db.asUser(blocker), [action('connection.block', { partner_id: owner })]);
    await push(db.asUser(owner), [action('connection.block', { partner_id: blocked })]);
    for (const fan of [blocker, blocked])
      expect([await read(fan, id), await listed(fan, owner), await liked(fan)]).toEqual([null, [], []]);
  });

  it('does not name an owner whose profile is private', async () => {
    const [owner, other] = [await createPerson(db), await createPerson(db)];
    const id = await makePlaylist(owner, 'public');
    await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${owner}`;
    expect(await read(other, id)).toMatchObject({ owner_name: null, owner_avatar: null });
  });
});

describe('[S-60] A liked playlist', () => {
  it('stays in the library until the like is removed, and is missing there while its owner hides it', async () => {
    const [owner, fan] = [await createPerson(db), await createPerson(db)];
    const [first, second] = [await makePlaylist(owner, 'public'), await makePlaylist(owner, 'link')];
    await push(db.asUser(fan), [playlist('like', first), playlist('like', first), playlist('like', second)]);
    expect(new Set(await likes(fan))).toEqual(new Set([first, second]));
    expect(new Set(await liked(fan))).toEqual(new Set([first, second]));
    await push(db.asUser(owner), [playlist('update', first, { visibility: 'private' })]);
    expect([await liked(fan), (await likes(fan)).length]).toEqual([[second], 2]);
    await push(db.asUser(owner), [playlist('update', first, { visibility: 'public' })]);
    await push(db.asUser(fan), [playlist('unlike', second), playlist('unlike', second)]);
    expect([await liked(fan), await likes(fan), await likes(owner)]).toEqual([[first], [first], []]);
  });

  it("cannot be one's own, a private, deleted or unknown one, or one beyond the limit", async () => {
    const [owner, fan] = [await createPerson(db), await createPerson(db)];
    const [own, hidden, deleted, shown, another] = [
      await makePlaylist(fan, 'public'),
      await makePlaylist(owner, 'private'),
      await makePlaylist(owner, 'public'),
      await makePlaylist(owner, 'public'),
      await makePlaylist(owner, 'public'),
    ];
    await push(db.asUser(owner), [playlist('delete', deleted)]);
    for (const id of [own, hidden, deleted, randomUUID()])
      expect(await outcome(db.asUser(fan), playlist('like', id))).toBe('playlist_hidden');
    await db.sql`update private.library_limits set most = 1 where part = 'playlist_likes'`;
    expect(await outcome(db.asUser(fan), playlist('like', shown))).toEqual({ success: true });
    expect(await outcome(db.asUser(fan), playlist('like', another))).toBe('too_many_likes');
    await db.sql`update private.library_limits set most = 200 where part = 'playlist_likes'`;
    expect(await outcome(db.asUser(fan), playlist('like', 7 as unknown as string))).toBe('invalid_payload');
  });
});
