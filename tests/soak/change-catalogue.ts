import type { Sql } from 'postgres';

export interface CatalogueChange {
  /** Ids of the deleted tracks. */
  readonly deleted: readonly string[];
  /** New titles by id, of tracks that are still there. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Ranks in Explore whose tracks are renamed, deleted and rated, from the first screen to beyond the shelf. */
const RENAMED = [1, 4, 40, 900, 11_000, 12_050, 40_000];
const DELETED = [2, 7, 55, 1_200, 11_500, 12_060, 50_000];
const RATED = [60, 5_000, 30_000];
const NEW = 20;
const PLAYED = 300;

/**
 * Changes the catalogue as other people would: new tracks, renames, deletions, plays and ratings. Then arranges the shelf.
 * @param day the number of the change; the new titles name it
 */
export async function changeCatalogue(sql: Sql, day: number): Promise<CatalogueChange> {
  const at = (ranks: readonly number[]) =>
    sql<{ id: string }[]>`
      select e.id
      from (
        select t.id, row_number() over (order by t.average_vote_rating desc, t.created_at desc, t.id) as rank
        from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null
      ) e where e.rank = any (${[...ranks]}::bigint[]) order by e.rank`.then((rows) => rows.map(({ id }) => id));
  const [renaming, deleting, rated] = [await at(RENAMED), await at(DELETED), await at(RATED)];
  await sql`
    insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    select t.user_id, 'New on day ' || ${day}::int || ', ' || t.place, t.artist_name, t.genre, split_part(t.audio_url, '?', 1) || '?copy=' || gen_random_uuid(),
      t.duration_ms, t.audio_bytes, true
    from (
      select s.*, row_number() over (order by s.id) as place from public.tracks s where s.audio_url like '%?copy=%' and s.deleted_at is null
      order by s.id offset ${day * NEW} limit ${NEW}
    ) t`;
  const renamed = new Map(renaming.map((id, place) => [id, `Renamed on day ${day}, ${place}`]));
  for (const [id, title] of renamed) await sql`update public.tracks set title = ${title} where id = ${id}`;
  await sql`
    update public.tracks set play_count = play_count + 1
    where id in (select id from public.tracks where is_public and deleted_at is null order by average_vote_rating desc, created_at desc, id limit ${PLAYED})`;
  await sql`update public.tracks set average_vote_rating = 4.5 + ${day}::int / 100.0 where id = any (${rated})`;
  await sql`delete from public.tracks where id = any (${deleting})`;
  await sql`select private.arrange_shelf()`;
  return { deleted: deleting, renamed };
}

/** The ids of Explore's first tracks. */
export async function exploreOrder(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from public.tracks where is_public and not sponsored and deleted_at is null
    order by average_vote_rating desc, created_at desc, id limit ${count}`;
  return rows.map(({ id }) => id);
}
