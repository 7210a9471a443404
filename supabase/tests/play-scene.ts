import type { Actors, TestDatabase } from '../../tests/support/postgres.ts';
import { createTrack, play, push } from './scene.ts';

export const noon = '2026-03-10T12:00:00.000Z';
export const later = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

export async function rowsOf(
  { sql }: TestDatabase,
  query: 'balance' | 'stats' | 'ledger',
  user: string,
): Promise<unknown[]> {
  if (query === 'balance') {
    return [
      ...(await sql`select zaps, total_zaps_earned, total_listen_ms::int from public.user_balances where user_id = ${user}`),
    ];
  }
  if (query === 'stats') {
    return [
      ...(await sql`select fan_level, current_streak, longest_streak, last_active_on::text from public.user_stats where user_id = ${user}`),
    ];
  }
  return [
    ...(await sql`select action_type, zap_value, credited_on::text, metadata from public.zap_actions
                  where user_id = ${user} order by credited_on, action_type desc`),
  ];
}

/** Plays new tracks of the artist, 30 s apart, the last one at `until`. */
export async function playNew(
  db: TestDatabase,
  artist: string,
  { actors, fan, count, until }: { actors: Actors; fan: string; count: number; until: string },
) {
  const tracks = await Promise.all(Array.from({ length: count }, () => createTrack(db, artist)));
  return push(
    actors.asUser(fan),
    tracks.map((track, index) => play(track, { at: later(until, 30 * (index + 1 - count)) })),
  );
}
