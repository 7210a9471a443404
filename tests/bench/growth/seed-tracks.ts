import type postgres from 'postgres';

const TRACKS_OF_ARTIST = 10;
/** Tracks in one transaction. A multiple of `TRACKS_OF_ARTIST`, so that no artist's tracks lie in two batches. */
const BATCH = 50_000;

const adjectives = [
  'Amber',
  'Broken',
  'Copper',
  'Distant',
  'Electric',
  'Folded',
  'Golden',
  'Hollow',
  'Midnight',
  'Silver',
];
const nouns = ['Archive', 'Bridge', 'Circuit', 'Engine', 'Ferry', 'Garden', 'Harvest', 'Island', 'Mirror', 'Quarry'];
const cyrillic = ['Полночь', 'Мост', 'Остров', 'Зеркало', 'Сад'];
const japanese = ['真夜中', '橋', '島', '鏡', '庭'];
const arabic = ['منتصف', 'جسر', 'جزيرة', 'مرآة', 'حديقة'];

/** The one audio file that all added tracks name. It need not exist. */
export interface SharedFile {
  /** `audio_url` is unique, so each track has its own query string, which Storage ignores. */
  readonly audioUrl: string;
  readonly durationMs: number;
}

/**
 * Adds public tracks up to a total of `total`, a multiple of ten, and their artists, ten tracks each. Triggers and foreign keys are off, because a
 * million rows would take an hour with them; the tables that triggers maintain are filled in bulk. At the end the shelf is arranged, and the
 * statistics are updated as by autovacuum.
 */
export async function growCatalogue(
  sql: postgres.Sql,
  total: number,
  file: SharedFile = { audioUrl: 'nobody/none.mp3', durationMs: 210_000 },
): Promise<void> {
  const [{ has } = { has: 0 }] = await sql<{ has: number }[]>`select count(*)::int as has from public.tracks`;
  // A trigram index is built a few times faster than it is extended.
  const [index] = await sql<{ definition: string }[]>`
    select pg_get_indexdef('private.track_search_words'::regclass) as definition`;
  await sql`drop index private.track_search_words`;
  for (let from = has + 1, to = 0; from <= total; from = to + 1) {
    to = Math.min(total, Math.ceil(from / BATCH) * BATCH);
    await addTracks(sql, from, to, file);
  }
  await sql.begin(async (tx) => {
    await tx`set local maintenance_work_mem = '1GB'`;
    await tx.unsafe(index?.definition ?? '');
  });
  // The first call counts the artists' figures, by which the second one shelves artists.
  for (let calls = 0; calls < 2; calls += 1) await sql`select private.arrange_shelf()`;
  await sql`vacuum analyze`;
}

async function addTracks(sql: postgres.Sql, from: number, to: number, file: SharedFile): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temp table new_artists on commit drop as
      select gen_random_uuid() as id, n as place, (${adjectives}::text[])[1 + n % 10] || ' ' || (${nouns}::text[])[1 + n / 10 % 10] || ' Collective ' || n as name
      from generate_series(${Math.ceil(from / TRACKS_OF_ARTIST)}::int, ${Math.ceil(to / TRACKS_OF_ARTIST)}::int) n`;
    await tx`
      insert into auth.users (id, email, email_confirmed_at, created_at)
      select id, 'artist' || place || '@example.com', now(), now() - interval '1 year' from new_artists`;
    await tx`
      insert into public.user_profiles (id, artist_name, avatar_url, privacy_setting, created_at, shelved)
      select id, name, id || '/avatar.webp', 'public', now() - make_interval(mins => place), false from new_artists`;
    await tx`insert into private.artist_search (user_id, name) select id, private.search_lines(name) from new_artists`;
    await tx`
      create temp table new_tracks on commit drop as
      select gen_random_uuid() as id, a.id as user_id, a.name as artist_name, g.name as genre, n,
        case n % 20
          when 7 then (${cyrillic}::text[])[1 + n / 20 % 5] || ' ' || (${cyrillic}::text[])[1 + n / 100 % 5]
          when 13 then (${japanese}::text[])[1 + n / 20 % 5] || 'の' || (${japanese}::text[])[1 + n / 100 % 5]
          when 19 then (${arabic}::text[])[1 + n / 20 % 5] || ' ' || (${arabic}::text[])[1 + n / 100 % 5]
          else (${adjectives}::text[])[1 + n / 7 % 10] || ' ' || (${nouns}::text[])[1 + n / 70 % 10]
        end || ' ' || n as title
      from generate_series(${from}::int, ${to}::int) n
      join public.genres g on g.position = 1 + n % 20
      join new_artists a on a.place = (n + ${TRACKS_OF_ARTIST - 1}) / ${TRACKS_OF_ARTIST}`;
    await tx`
      insert into public.tracks
        (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed, play_count, total_votes,
         average_vote_rating, created_at, shelved)
      select id, user_id, title, artist_name, genre, ${file.audioUrl} || '?copy=' || id, ${file.durationMs}::int, 5000000, true, n * 7 % 900, n % 61,
        case when n % 61 = 0 then 0 else 2.8 + (n * 37::bigint % 211) / 100.0 end, private.now() - make_interval(mins => n), false
      from new_tracks`;
    await tx`
      insert into private.track_search (track_id, user_id, genre, own, name)
      select t.id, t.user_id, t.genre, concat(private.search_lines(t.title), private.search_lines(t.genre), s.name), s.name
      from new_tracks t join private.artist_search s on s.user_id = t.user_id`;
    await tx`
      insert into private.search_words (word)
      select distinct w.word
      from new_tracks t join private.track_search s on s.track_id = t.id, private.words_of(s.own || s.name) w (word)
      on conflict do nothing`;
    // Votes add to these totals, so they must fit the tracks.
    await tx`
      insert into private.vote_totals (track_id, votes, weights)
      select t.id, t.total_votes, round(t.total_votes * t.average_vote_rating)
      from new_tracks n join public.tracks t on t.id = n.id`;
    await tx`
      select private.add_to_totals(0, count(*)::integer, count(*)::integer, sum(t.play_count)::integer, 0)
      from new_tracks n join public.tracks t on t.id = n.id`;
  });
}
