import assert from 'node:assert/strict';
import type postgres from 'postgres';

async function effectsOf(sql: postgres.Sql, userId: string, trackIds: readonly string[]) {
  const [effects] = await sql`
    select
      (select count(*)::int from public.track_votes v where v.user_id = ${userId} and v.track_id = any (${[...trackIds]})) as votes,
      (select count(*)::int from public.zap_actions z
        where z.user_id = ${userId} and z.zap_value = -5 and z.metadata ->> 'track_id' = any (${[...trackIds]})) as paid,
      (select count(*)::int from public.action_log l
        where l.user_id = ${userId} and l.kind = 'vote.cast' and l.status = 'applied') as logged,
      (select zaps from public.user_balances b where b.user_id = ${userId}) as zaps`;
  return effects;
}

/** Requires that the votes of two users had the same effects, and that the sums of the tracks are correct. */
export async function requireSameVotes(
  sql: postgres.Sql,
  userId: string,
  otherId: string,
  trackIds: readonly string[],
): Promise<void> {
  const found = await effectsOf(sql, userId, trackIds);
  assert.equal(found?.['votes'], trackIds.length);
  assert.deepEqual(found, await effectsOf(sql, otherId, trackIds));
  const wrong = await sql`
    select t.id from public.tracks t join private.vote_totals x on x.track_id = t.id
    where t.id = any (${[...trackIds]})
      and (t.total_votes <> x.votes or t.average_vote_rating <> round(x.weights::numeric / x.votes, 2))`;
  assert.deepEqual([...wrong], []);
}

/**
 * Casts votes in one transaction, without checks of prices and rights. Triggers update the sums, as they do when the sync engine votes.
 *
 * @returns ms
 */
export async function voteByHand(sql: postgres.Sql, userId: string, trackIds: readonly string[]): Promise<number> {
  const started = performance.now();
  await sql.begin(async (tx) => {
    const ids = [...trackIds];
    await tx`
      insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on)
      select ${userId}::uuid, 'vote', -5, jsonb_build_object('track_id', id), current_date from unnest(${ids}::uuid[]) id`;
    await tx`
      insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
      select ${userId}::uuid, id, 3, private.now() + interval '24 hours' from unnest(${ids}::uuid[]) id order by id`;
    await tx`
      insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
      select ${userId}::uuid, gen_random_uuid(), 'vote.cast', sha256(uuid_send(id)), 'applied',
        jsonb_build_object('success', true, 'message', 'Vote cast! (-⚡5)', 'action', 'new_vote', 'vote_weight', 3,
          'editable_until', private.iso(private.now() + interval '24 hours'), 'zaps_spent', 5)
      from unnest(${ids}::uuid[]) id`;
  });
  return performance.now() - started;
}
