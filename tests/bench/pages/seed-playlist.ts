import { generateNKeysBetween } from 'fractional-indexing';
import type postgres from 'postgres';

export interface SeededPlaylist {
  readonly title: string;
  /** Titles of its tracks, in order. */
  readonly tracks: readonly string[];
}

const TITLE = 'Thousand';

/** Gives a person a playlist of this many tracks of the catalogue. */
export async function seedPlaylist(sql: postgres.Sql, owner: string, count: number): Promise<SeededPlaylist> {
  const tracks = await sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where audio_url like '%copy=%' and is_public and deleted_at is null
    order by id limit ${count}`;
  if (tracks.length < count) throw new Error(`The catalogue has only ${tracks.length} tracks for the playlist`);
  const [playlist] = await sql<{ id: string }[]>`
    insert into public.playlists (id, user_id, title) values (gen_random_uuid(), ${owner}, ${TITLE}) returning id`;
  if (!playlist) throw new Error('No playlist was created');
  await sql`
    insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
    select gen_random_uuid(), ${playlist.id}, ${owner}, each.track, each.position
    from unnest(${tracks.map(({ id }) => id)}::uuid[], ${generateNKeysBetween(null, null, count)}::text[]) as each (track, position)`;
  await sql`analyze`;
  return { title: TITLE, tracks: tracks.map(({ title }) => title) };
}
