import type postgres from 'postgres';
import { Random } from './random.ts';
import type { DemoArtist } from './demo/artists.ts';
import { demoId } from './demo/ids.ts';
import type { DemoTrack } from './demo/tracks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Number of tracks created within the last 24 hours. One of them is sponsored, so Explore shows the others as new. */
const NEW_TRACKS = 4;

export function artistId(artist: Pick<DemoArtist, 'key'>): string {
  return demoId(`artist ${artist.key}`);
}

/** Names files as uploads do: the owner's folder, a time in milliseconds, a random part. */
export function trackFilePaths(track: DemoTrack): { readonly audio: string; readonly cover: string } {
  const random = new Random(`files ${track.title}`);
  const folder = demoId(`artist ${track.artist}`);
  const uploadedAt = Date.UTC(2026, 0, 1) + random.int(0, 300 * DAY);
  const name = (kind: string, suffix: string) =>
    `${folder}/${uploadedAt}-${demoId(`${kind} ${track.title}`).slice(0, 8)}${suffix}`;
  return { audio: name('mp3', '.mp3'), cover: name('png', '_large.png') };
}

/** Inserts an account that nobody can sign in to: it has no password and an undeliverable e-mail. */
export async function insertArtist(sql: postgres.Sql, artist: DemoArtist): Promise<void> {
  const id = artistId(artist);
  await sql.begin(async (tx) => {
    const email = `${artist.key}@example.invalid`;
    await tx`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())
             on conflict do nothing`;
    await tx`update public.user_profiles
             set artist_name = ${artist.name}, bio = ${artist.bio}, avatar_url = ${`${id}/avatar.png`}
             where id = ${id}
               and (artist_name, bio, avatar_url) is distinct from (${artist.name}, ${artist.bio}, ${`${id}/avatar.png`})`;
    // A name and a picture earn the usual ZAPs (S-7), through the ledger (S-8).
    await tx`select private.grant_once(${id}, 'profile_creation', '{}', private.utc_day(private.now()))`;
  });
}

export async function existingTrackIds(sql: postgres.Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`select id from public.tracks`;
  return new Set(rows.map((row) => row.id));
}

export function trackId(track: DemoTrack): string {
  return demoId(`track ${track.title}`);
}

/** Inserts a track. Its age grows with its `position` among `count` tracks, from hours to a month. */
export async function insertTrack(
  sql: postgres.Sql,
  track: DemoTrack,
  artistName: string,
  audio: { readonly durationMs: number; readonly audioBytes: number },
  position: number,
  count: number,
): Promise<void> {
  const random = new Random(`row ${track.title}`);
  const files = trackFilePaths(track);
  const ageMs =
    position < NEW_TRACKS
      ? (2 + position * 6) * HOUR
      : DAY * (1.2 + (28.3 * (position - NEW_TRACKS)) / Math.max(1, count - NEW_TRACKS - 1));
  const createdAt = new Date(Date.now() - ageMs);
  const days = ageMs / DAY;
  const plays = Math.round(4 + days * random.between(2, 14) * (track.sponsored ? 1.8 : 1));
  const hasVotes = random.chance(0.85);
  const votes = hasVotes ? Math.max(1, Math.min(60, Math.round(plays * random.between(0.08, 0.3)))) : 0;
  // Choose a whole sum of weights: a random mean might be impossible with so few votes.
  const weights = Math.round(random.between(2.9, 4.85) * votes);
  const rating = hasVotes ? weights / votes : 0;
  const sponsoredAt = track.sponsored ? new Date(Date.now() - random.between(0.2, 1) * Math.min(ageMs, 6 * DAY)) : null;
  await sql.begin(async (tx) => {
    await tx`
    insert into public.tracks
      (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in,
       rights_confirmed, sponsored, sponsored_at, play_count, total_votes, average_vote_rating, created_at)
    values
      (${trackId(track)}, ${demoId(`artist ${track.artist}`)}, ${track.title}, ${artistName}, ${track.genre},
       ${files.audio}, ${files.cover}, ${audio.durationMs}, ${audio.audioBytes},
       ${track.sponsored || random.chance(0.55)}, true, ${track.sponsored}, ${sponsoredAt}, ${plays}, ${votes},
       ${rating.toFixed(2)}, ${createdAt})
    on conflict (id) do nothing`;
    // The next vote adds to these totals.
    await tx`insert into private.vote_totals (track_id, votes, weights) values (${trackId(track)}, ${votes}, ${weights})
             on conflict do nothing`;
  });
}
