import type { OwnRow, PlaylistsApi, PlaylistView, RemoteApi, Scope, TrackView } from '../../../sync/client.ts';
import { type OwnList, ownLists } from '../../../sync/model/own-lists.ts';
import { truncate } from '../../platform/characters.ts';
import type { ArchiveInput } from './archive.ts';
import { toJspf, toM3u8 } from './playlist-files.ts';

/** The content of a person's archive. Documents and playlists come from this device, long lists and media files from the server. */
export async function readOwnData(
  scope: Pick<
    Scope,
    'me' | 'tracksOf' | 'sharesOf' | 'favourites' | 'connections' | 'blocks' | 'readPending' | 'remote'
  > & { playlists(): Promise<Pick<PlaylistsApi, 'all' | 'liked'>> },
  user: { userId: string; email: string },
  now: Date,
  signal: AbortSignal,
): Promise<ArchiveInput> {
  const me = scope.me.get();
  const tracks = scope.tracksOf(user.userId).get();
  const sent = tracks.filter(({ rev }) => rev > 0);
  const remote = await scope.remote();
  const { all, liked } = await scope.playlists();
  const playlists = all.get();
  return {
    documents: {
      account: { ...user, archived_at: now.toISOString() },
      profile: me?.profile ?? null,
      balance: me?.balance ?? null,
      level: me?.stats ?? null,
      bought: me?.cosmetics ?? [],
      tracks: tracks.map(trackRecord),
      shared: scope
        .sharesOf(user.userId)
        .get()
        .map(({ track, sharedAt }) => ({
          track_id: track.id,
          title: track.title,
          artist_name: track.artist_name,
          shared_at: sharedAt,
        })),
      favourites: scope.favourites.get().map(({ trackId, track, favouritedAt }) => ({
        track_id: trackId,
        title: track?.title ?? null,
        artist_name: track?.artist_name ?? null,
        favourited_at: favouritedAt,
      })),
      playlists: playlists.map(playlistRecord),
      liked_playlists: [...liked.get()].map((id) => ({ playlist_id: id })),
      connections: scope.connections.get(),
      blocked: scope.blocks.get(),
      waiting_on_this_device: (await scope.readPending()).map(({ kind, payload }) => ({ kind, payload })),
    },
    texts: Object.fromEntries(
      playlists.flatMap((playlist) => [
        [`playlists/${fileName(playlist)}.m3u8`, toM3u8(playlist, pageOf)],
        [`playlists/${fileName(playlist)}.jspf`, toJspf(playlist, pageOf)],
      ]),
    ),
    lists: Object.fromEntries(
      Object.entries(ownLists).map(([name, list]) => [name, () => pagesOf(remote, list, signal)]),
    ),
    files: [
      ...sent.flatMap((track) => [
        { name: `tracks/${fileName(track)}${extensionOf(track.audioSrc)}`, address: track.audioSrc },
        ...(track.coverSrc === null
          ? []
          : [{ name: `covers/${fileName(track)}${extensionOf(track.coverSrc)}`, address: track.coverSrc }]),
      ]),
      ...(me?.avatarSrc ? [{ name: `picture${extensionOf(me.avatarSrc)}`, address: me.avatarSrc }] : []),
    ],
  };
}

function trackRecord(track: TrackView) {
  const { id, title, credited_as, genre, duration_ms, is_public, radio_opt_in, play_count, created_at } = track;
  const { total_votes, average_vote_rating } = track;
  return {
    id,
    title,
    artist_name: credited_as,
    genre,
    duration_ms,
    is_public,
    radio_opt_in,
    play_count,
    total_votes,
    average_vote_rating,
    created_at,
  };
}

function playlistRecord({ id, title, description, visibility, createdAt, entries }: PlaylistView) {
  return {
    id,
    title,
    description,
    visibility,
    created_at: createdAt,
    tracks: entries.map(({ trackId, track }) => ({
      track_id: trackId,
      title: track?.title ?? null,
      artist_name: track?.artist_name ?? null,
    })),
  };
}

const pageOf = (trackId: string) => new URL(`/track/${trackId}`, location.origin).href;

async function* pagesOf(
  remote: Pick<RemoteApi, 'page'>,
  list: OwnList,
  signal: AbortSignal,
): AsyncGenerator<readonly OwnRow[]> {
  let lastId: string | null = null;
  for (;;) {
    const page = await remote.page(list, lastId, signal);
    if (!page.ok) throw new Error(`No page of ${list.table}: ${page.failure.kind}`);
    const lastRow = page.value.at(-1);
    if (!lastRow) return;
    yield page.value;
    lastId = lastRow.id;
  }
}

/** A name without extension that is valid on every system. The id keeps equal titles apart. */
function fileName({ id, title }: { id: string; title: string }): string {
  const plain = title.replace(/[^\p{L}\p{N} ._-]/gu, '_').trim();
  return `${truncate(plain, 60)} ${id}`.trim();
}

function extensionOf(address: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(new URL(address).pathname)?.[0] ?? '';
}
