import type postgres from 'postgres';

const SHARES = 50;

export async function seedArtists(sql: postgres.Sql, artists: number): Promise<void> {
  await sql`
    insert into auth.users (id, email, email_confirmed_at)
    select gen_random_uuid(), 'artist' || n || '@example.com', now() from generate_series(1, ${artists}::int) n`;
  await sql`
    update public.user_profiles p set artist_name = 'Artist ' || substring(u.email from '[0-9]+'), avatar_url = p.id || '/avatar.webp'
    from auth.users u where u.id = p.id and u.email like 'artist%@example.com'`;
  await sql`
    with owners as (
      select p.id, p.artist_name, row_number() over (order by p.id) - 1 as index
      from public.user_profiles p join auth.users u on u.id = p.id where u.email like 'artist%@example.com'
    ), catalogue as (
      select id, row_number() over (order by id) - 1 as index from public.tracks where audio_url like '%copy=%'
    )
    update public.tracks t set user_id = o.id, artist_name = o.artist_name
    from catalogue g join owners o on o.index = g.index % ${artists} where t.id = g.id`;
  await sql`
    insert into public.shared_tracks (user_id, track_id)
    select distinct on (user_id) user_id, id from public.tracks where audio_url like '%copy=%' order by user_id, id limit ${SHARES}`;
}
