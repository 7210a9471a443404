import { pathToFileURL } from 'node:url';
import postgres from 'postgres';

export interface CatalogueOptions {
  readonly databaseUrl: string;
  readonly tracks: number;
}

/**
 * Adds tracks with the files of existing ones. `audio_url` is unique, so each track has its own query string, which Storage
 * ignores. @returns the number of added tracks
 */
export async function seedCatalogue({ databaseUrl, tracks }: CatalogueOptions): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const added = await sql`
      with originals as (
        select t.*, row_number() over (order by t.id) - 1 as number, count(*) over () as total
        from public.tracks t
        where t.deleted_at is null and t.is_public and position('?' in t.audio_url) = 0
      ),
      words as (
        select
          array['Amber', 'Broken', 'Copper', 'Distant', 'Electric', 'Folded', 'Golden', 'Hollow', 'Idle', 'Jagged', 'Kinder',
                'Lunar', 'Midnight', 'Northern', 'Open', 'Pale', 'Quiet', 'Restless', 'Silver', 'Tidal'] as first,
          array['Archive', 'Bridge', 'Circuit', 'Dial', 'Engine', 'Ferry', 'Garden', 'Harvest', 'Island', 'Junction', 'Kiosk',
                'Letter', 'Mirror', 'Notebook', 'Orchard', 'Platform', 'Quarry', 'River', 'Signal', 'Tower'] as second
      )
      insert into public.tracks
        (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in,
         rights_confirmed, play_count, total_votes, average_vote_rating, created_at)
      select
        gen_random_uuid(), o.user_id,
        w.first[1 + n % 20] || ' ' || w.second[1 + (n / 20) % 20] || ' ' || n,
        o.artist_name, o.genre,
        o.audio_url || '?copy=' || replace(gen_random_uuid()::text, '-', ''), o.cover_url, o.duration_ms, o.audio_bytes, false,
        true, n * 7 % 900, n % 61, case when n % 61 = 0 then 0 else 2.8 + (n * 37 % 211) / 100.0 end,
        private.now() - make_interval(mins => 1440 + n)
      from generate_series(1, ${tracks}::int) as n
      join originals o on o.number = n % o.total
      cross join words w`;
    // The next vote adds to these totals.
    await sql`
      insert into private.vote_totals (track_id, votes, weights)
      select t.id, t.total_votes, round(t.total_votes * t.average_vote_rating) from public.tracks t
      on conflict do nothing`;
    await sql`analyze public.tracks`;
    return added.count;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [databaseUrl, count] = process.argv.slice(2);
  if (databaseUrl === undefined || !/^[1-9]\d*$/.test(count ?? '')) {
    console.error('Usage: tsx supabase/seed/catalogue.ts <databaseUrl> <count>');
    process.exitCode = 1;
  } else {
    console.log(`${await seedCatalogue({ databaseUrl, tracks: Number(count) })} tracks added`);
  }
}
