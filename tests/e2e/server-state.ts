import type { Sql } from 'postgres';

interface HasDatabase {
  sql: Sql;
}

export interface PlayState {
  zaps: number;
  ledgerSum: number;
  playActions: number;
  totalListenMs: number;
  plays: number;
}

export async function playStateOf(backend: HasDatabase, email: string): Promise<PlayState> {
  const [row] = await backend.sql<PlayState[]>`
    select b.zaps, b.total_listen_ms::int as "totalListenMs",
      (select coalesce(sum(zap_value), 0)::int from public.zap_actions a where a.user_id = u.id) as "ledgerSum",
      (select count(*)::int from public.zap_actions a where a.user_id = u.id and a.action_type = 'play') as "playActions",
      (select count(*)::int from public.track_plays p where p.user_id = u.id) as plays
    from auth.users u join public.user_balances b on b.user_id = u.id where u.email = ${email}`;
  if (!row) throw new Error(`No balance of ${email}`);
  return row;
}

export async function playCountOf(backend: HasDatabase, title: string): Promise<number> {
  const [row] = await backend.sql<{ playCount: number }[]>`
    select play_count::int as "playCount" from public.tracks where title = ${title} and deleted_at is null order by created_at desc limit 1`;
  if (!row) throw new Error(`No track ${title}`);
  return row.playCount;
}

export async function uploadsOf({ sql }: HasDatabase, email: string) {
  const tracks = await sql<{ title: string; hasFile: boolean }[]>`
    select t.title, exists (select 1 from storage.objects o where o.name = t.audio_url) as "hasFile"
    from public.tracks t join auth.users u on u.id = t.user_id where u.email = ${email} order by t.title`;
  const [files] = await sql<{ count: number }[]>`
    select count(*)::int from storage.objects o join auth.users u on o.name like u.id || '/%' where u.email = ${email}`;
  return { tracks: [...tracks], files: files?.count };
}
