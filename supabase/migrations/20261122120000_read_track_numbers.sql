-- How often a track was sponsored is counted in the ledger, of which it is a small part.
create index zap_actions_sponsored on public.zap_actions ((metadata ->> 'track_id')) where action_type = 'sponsor';

-- A track in numbers, for its owner alone: the plays of others by UTC day for 30 days, the days without any left out; listeners,
-- votes by weight, shares that stand, and how often it was sponsored for the radio. Nothing in it names a person. Null for a
-- track that is not the caller's.
create function public.get_track_numbers(p_track_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_today date := private.utc_day(private.now());
begin
  if not exists (
    select 1 from public.tracks t where t.id = p_track_id and t.user_id = v_user and t.deleted_at is null
  ) then
    return null;
  end if;
  return jsonb_build_object(
    'today', v_today,
    'plays', (select t.play_count from public.tracks t where t.id = p_track_id),
    'days', coalesce(
      (
        select jsonb_agg(jsonb_build_object('day', d.played_on, 'plays', d.plays) order by d.played_on)
        from (
          select p.played_on, count(*) as plays
          from public.track_plays p
          where p.track_id = p_track_id and p.played_on between v_today - 29 and v_today
            and not p.is_self_play and p.deleted_at is null
          group by p.played_on
        ) d
      ),
      '[]'
    ),
    'listeners', (
      select count(distinct p.user_id)
      from public.track_plays p
      where p.track_id = p_track_id and not p.is_self_play and p.deleted_at is null
    ),
    'votes', (
      select jsonb_agg(coalesce(v.votes, 0) order by w.weight)
      from generate_series(1, 5) as w (weight)
      left join (
        select t.vote_weight, count(*) as votes
        from public.track_votes t
        where t.track_id = p_track_id and t.deleted_at is null
        group by t.vote_weight
      ) v on v.vote_weight = w.weight
    ),
    'shares', (
      select count(*)
      from public.shared_tracks s
      where s.track_id = p_track_id and s.is_shared and s.deleted_at is null
    ),
    'times_on_radio', (
      select count(*)
      from public.zap_actions a
      where a.action_type = 'sponsor' and a.metadata ->> 'track_id' = p_track_id::text and a.deleted_at is null
    )
  );
end;
$$;
revoke all on function public.get_track_numbers(uuid) from public, anon, authenticated;
grant execute on function public.get_track_numbers(uuid) to authenticated;
