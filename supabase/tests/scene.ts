import { randomUUID } from 'node:crypto';
import {
  type PullRequest,
  type PullResponse,
  type PushResponse,
  pullResponse,
  pushResponse,
} from '../../sync/model/wire.ts';
import type { Actor, TestDatabase } from '../../tests/support/postgres.ts';

export const vaultKey = '00000000-0000-4000-b000-000000000003';
export const glowBorder = '00000000-0000-4000-b000-000000000001';
export const supporterBadge = '00000000-0000-4000-b000-000000000002';
export const trackHighlight = '00000000-0000-4000-b000-000000000004';
export const mysteryPack = '00000000-0000-4000-b000-000000000005';

/** The tables that `pull` reads by default. */
export const allTables = [
  'tracks',
  'user_profiles',
  'user_balances',
  'user_stats',
  'zap_actions',
  'track_plays',
  'genres',
] as const;

export async function createTrack(
  db: Pick<TestDatabase, 'sql'>,
  owner: string,
  options: {
    readonly id?: string;
    readonly durationMs?: number;
    readonly isPublic?: boolean;
    readonly rating?: number;
  } = {},
): Promise<string> {
  const id = options.id ?? randomUUID();
  await db.sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                          rights_confirmed, is_public, average_vote_rating)
               values (${id}, ${owner}, 'Night Bus', 'Someone', 'House', ${`${owner}/${id}.mp3`}, ${options.durationMs ?? 180_000},
                       2880000, true, ${options.isPublic ?? true}, ${options.rating ?? 0})`;
  return id;
}

export function action(kind: string, payload: Record<string, unknown>, options: { id?: string; at?: string } = {}) {
  return {
    id: options.id ?? randomUUID(),
    kind,
    v: 1,
    occurred_at: options.at ?? new Date().toISOString(),
    payload,
  };
}

export function play(
  trackId: string,
  options: { id?: string; at?: string; progressMs?: number; isManual?: boolean } = {},
) {
  return action(
    'play.record',
    { track_id: trackId, progress_ms: options.progressMs ?? 30_000, is_manual: options.isManual ?? true },
    options,
  );
}

export async function push(actor: Actor, actions: readonly unknown[]): Promise<PushResponse['results']> {
  return pushResponse.parse(await actor.rpc('sync_push', { p_actions: actions })).results;
}

/** Pushes one action. @returns its result, or the code of its refusal */
export async function outcome(actor: Actor, pushed: unknown): Promise<unknown> {
  const [result] = await push(actor, [pushed]);
  return result?.status === 'applied' ? result.result : (result?.result['code'] ?? null);
}

export async function pull(actor: Actor, request: Partial<PullRequest> = {}): Promise<PullResponse> {
  const p = {
    v: 1,
    epoch: null,
    since: '0',
    after: null,
    tables: [...allTables],
    pending: [],
    marks: [],
    limit: 1000,
    ...request,
  };
  return pullResponse.parse(await actor.rpc('sync_pull', { p }));
}

/** Finds balances that differ from their ledger, and levels that differ from their XP (S-8). */
export async function brokenLedgers(db: Pick<TestDatabase, 'sql'>): Promise<unknown[]> {
  return [
    ...(await db.sql`
      select b.user_id, b.zaps, b.total_zaps_earned, s.fan_level, l.total, l.earned
      from public.user_balances b
      join public.user_stats s using (user_id)
      left join lateral (
        select coalesce(sum(a.zap_value), 0)::int as total, coalesce(sum(greatest(a.zap_value, 0)) filter (where a.action_type <> 'sponsor_refund'), 0)::int as earned
        from public.zap_actions a where a.user_id = b.user_id
      ) l on true
      where b.zaps <> l.total or b.total_zaps_earned <> l.earned
        or s.fan_level <> case when l.earned < 14 then 1 when l.earned < 26 then 2 else (l.earned - 26) / 26 + 3 end`),
  ];
}

/** Stores a file's row and its facts, as after an upload, without bytes. @returns the file's name */
export async function putFile(
  db: TestDatabase,
  owner: string,
  options: { readonly bucket?: 'tracks' | 'covers' | 'avatars'; readonly kind?: string; readonly name?: string } = {},
): Promise<string> {
  const bucket = options.bucket ?? 'tracks';
  const name = options.name ?? `${owner}/${randomUUID()}.mp3`;
  await db.sql`insert into storage.objects (bucket_id, name, owner_id) values (${bucket}, ${name}, ${owner})`;
  await db.asService().rpc('record_file_facts', {
    p_bucket: bucket,
    p_name: name,
    p_kind: options.kind ?? 'mpeg',
    p_mime: 'audio/mpeg',
    p_bytes: 2_880_000,
    p_duration_ms: 180_000,
  });
  return name;
}
