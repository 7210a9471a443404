-- S-10, S-12. Plays of others' tracks that were chosen on this day, and how many are missing. Those that came by themselves earn
-- nothing, so they do not lead to the reward either.
create or replace function private.play_reward(p_user uuid, p_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_claimed boolean := private.has_claimed(p_user, 'claim', p_day);
  v_cap integer;
  v_plays integer := coalesce((select d.chosen_plays from public.user_days d where d.user_id = p_user and d.day = p_day), 0);
begin
  select r.daily_cap into strict v_cap from public.zap_rules r where r.action_type = 'play';
  return jsonb_build_object(
    'already_claimed', v_claimed,
    'limit_reached', v_plays >= v_cap,
    'can_claim', v_plays >= v_cap and not v_claimed,
    'tracks_needed', greatest(0, v_cap - v_plays),
    'plays_today', v_plays
  );
end;
$$;

-- Today and the 29 UTC days before it.
create or replace function public.get_user_30_day_activity() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_today date := private.utc_day(private.now());
  v_days date[];
begin
  select coalesce(array_agg(d.day order by d.day), '{}') into v_days
    from public.user_days d
    where d.user_id = v_user and d.day between v_today - 29 and v_today and (d.plays > 0 or d.ledger_lines > 0);
  return jsonb_build_object(
    'activity_dates', to_jsonb(v_days),
    'total_active_days', cardinality(v_days),
    'has_today_activity', v_today = any (v_days)
  );
end;
$$;

-- A track in numbers, for its owner alone: the plays of others by UTC day for 30 days, the days without any left out; listeners,
-- votes by weight, shares that stand, and how often it was sponsored for the radio. Nothing in it names a person. Null for a
-- track that is not the caller's.
create or replace function public.get_track_numbers(p_track_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_today date := private.utc_day(private.now());
  v_track public.tracks;
  v_sums private.track_sums;
begin
  select t.* into v_track from public.tracks t where t.id = p_track_id and t.user_id = v_user and t.deleted_at is null;
  if not found then
    return null;
  end if;
  select s.* into v_sums from private.track_sums s where s.track_id = p_track_id;
  return jsonb_build_object(
    'today', v_today,
    'plays', v_track.play_count,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'plays', d.plays) order by d.day), '[]')
      from private.track_days d
      where d.track_id = p_track_id and d.day between v_today - 29 and v_today and d.plays > 0
    ),
    'listeners', coalesce(v_sums.listeners, 0),
    'votes', (
      select jsonb_agg(coalesce(v.votes, 0) order by w.weight)
      from generate_series(1, 5) as w (weight)
      left join private.vote_weights v on v.track_id = p_track_id and v.weight = w.weight
    ),
    'shares', (
      select count(*)
      from public.shared_tracks s
      where s.track_id = p_track_id and s.is_shared and s.deleted_at is null
    ),
    'times_on_radio', coalesce(v_sums.times_on_radio, 0)
  );
end;
$$;

-- The tracks whose sums an account takes something off when it goes.
create function private.tracks_counting(p_user uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select v.track_id from public.track_votes v where v.user_id = p_user
  union
  select l.track_id from private.track_listeners l where l.user_id = p_user
  union
  select (a.metadata ->> 'track_id')::uuid from public.zap_actions a
    where a.user_id = p_user and a.action_type = 'sponsor' and private.is_uuid(a.metadata ->> 'track_id');
$$;

-- An account that goes takes its votes and plays along. Its tracks are locked in the order that everybody keeps, before the rows go in
-- none.
create or replace function private.farewell_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_user(old.id);
  perform 1 from public.tracks t
    where t.id in (select private.tracks_counting(old.id))
    order by t.id
    for no key update;
  return old;
end;
$$;

create or replace function public.delete_my_profile() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  -- The order of every batch: tracks, pairs, connections, profile; the rest follows in the triggers.
  perform 1 from public.tracks t
    where t.user_id = v_user
      or t.id in (select private.tracks_counting(v_user))
    order by t.id
    for no key update;
  perform private.lock_pair(v_user, o.id)
    from (
      select case when c.user_id = v_user then c.connection_id else c.user_id end as id
      from public.connections c
      where c.user_id = v_user or c.connection_id = v_user
      order by 1
    ) o;
  delete from auth.users u where u.id = v_user;
  return jsonb_build_object('success', true);
end;
$$;
