import type { TestDatabase } from '../../tests/support/postgres.ts';
import { DAY, type Economy, levelOf } from './economy-model.ts';

export interface EconomyState {
  /** `purse` is `zaps earned level streak longest`. `items` has the expiry of each item; null for ever. */
  readonly people: Record<
    string,
    { purse: string; weeks: Record<string, number>; items: Record<string, string | null> }
  >;
  /** `counts` is `votes rating plays`. */
  readonly tracks: Record<
    string,
    { counts: string; sponsored: boolean; highlight: string | null; votes: Record<string, string>; sharers: string[] }
  >;
  readonly stock: Record<string, number | null>;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export function stateOfModel(model: Economy): EconomyState {
  const people: EconomyState['people'] = {};
  for (const [id, person] of model.people) {
    people[id] = {
      purse: [person.zaps, person.earned, levelOf(person.earned), person.streak, person.longestStreak].join(' '),
      weeks: Object.fromEntries([...person.weeks].map(([week, zaps]) => [iso(week * DAY)?.slice(0, 10), zaps])),
      items: Object.fromEntries([...person.items].map(([name, until]) => [name, iso(until)])),
    };
  }
  const tracks: EconomyState['tracks'] = {};
  for (const [id, track] of model.tracks) {
    const weights = [...track.votes.values()].reduce((sum, { weight }) => sum + weight, 0);
    const rating = track.votes.size === 0 ? 0 : Math.round((weights * 100) / track.votes.size) / 100;
    tracks[id] = {
      counts: `${track.votes.size} ${rating.toFixed(2)} ${track.plays}`,
      sponsored: track.sponsoredAt !== null,
      highlight: iso(track.highlightedUntil),
      votes: Object.fromEntries([...track.votes].map(([user, { weight, until }]) => [user, `${weight} ${iso(until)}`])),
      sharers: [...track.sharers].toSorted(),
    };
  }
  return { people, tracks, stock: Object.fromEntries([...model.items.values()].map(({ id, stock }) => [id, stock])) };
}

export async function stateOfDatabase(db: TestDatabase): Promise<EconomyState> {
  const [row] = await db.sql<{ state: EconomyState }[]>`
    select jsonb_build_object(
      'people', (
        select jsonb_object_agg(b.user_id, jsonb_build_object(
          'purse', concat_ws(' ', b.zaps, b.total_zaps_earned, s.fan_level, s.current_streak, s.longest_streak),
          'weeks', (select coalesce(jsonb_object_agg(w.week_start, w.zaps_earned), '{}')
                    from public.zap_weeks w where w.user_id = b.user_id),
          'items', (select coalesce(jsonb_object_agg(c.item_name, private.iso(c.expires_at)), '{}')
                    from public.user_cosmetics c where c.user_id = b.user_id)
        ))
        from public.user_balances b join public.user_stats s using (user_id)
      ),
      'tracks', (
        select jsonb_object_agg(t.id, jsonb_build_object(
          'counts', concat_ws(' ', t.total_votes, t.average_vote_rating, t.play_count),
          'sponsored', t.sponsored,
          'highlight', private.iso(t.highlighted_until),
          'votes', (select coalesce(jsonb_object_agg(v.user_id, v.vote_weight || ' ' || private.iso(v.editable_until)), '{}')
                    from public.track_votes v where v.track_id = t.id),
          'sharers', (select coalesce(jsonb_agg(h.user_id order by h.user_id::text), '[]')
                      from public.shared_tracks h where h.track_id = t.id and h.is_shared)
        ))
        from public.tracks t
      ),
      'stock', (select jsonb_object_agg(i.id, i.stock) from public.store_items i)
    ) as state`;
  if (!row) throw new Error('The database answered nothing');
  return row.state;
}
