-- As before, and never before the account existed (S-40).
create or replace function private.accepted_time(p_user uuid, p_occurred_at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
begin
  if p_occurred_at between v_now - interval '7 days' and v_now
    and exists (select 1 from auth.users u where u.id = p_user and u.created_at <= p_occurred_at)
    and not exists (select 1 from private.user_marks m where m.user_id = p_user and m.last_action_at > p_occurred_at)
  then
    return p_occurred_at;
  end if;
  return v_now;
end;
$$;

-- S-40: no two plays of a user within 30 s, whichever arrived first. Same sum as PLAY_PACE_MS of sync/model/rules.ts.
drop function private.keeps_pace(uuid, timestamptz, integer);
create function private.keeps_pace(p_user uuid, p_heard_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select 1 from public.track_plays p
    where p.user_id = p_user
      and p.heard_at > p_heard_at - interval '30 seconds'
      and p.heard_at < p_heard_at + interval '30 seconds'
  );
$$;

-- As before, but a play whose time is not believed is one of now for the pace too (S-11): kept at the time that it claims, any
-- number of them could be credited to today at once.
create or replace function private.record_play(
  p_user uuid, p_track uuid, p_progress_ms integer, p_is_manual boolean, p_occurred_at timestamptz, p_awards boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_heard_at timestamptz := private.accepted_time(p_user, p_occurred_at);
  v_day date := private.utc_day(v_heard_at);
  v_track public.tracks;
  v_is_self boolean;
  v_threshold_ms integer;
  -- Milliseconds since the play before this one: more cannot have been heard.
  v_free_ms bigint;
  v_earned integer := 0;
begin
  select t.* into v_track from public.tracks t
    where t.id = p_track and t.deleted_at is null and (t.is_public or t.user_id = p_user)
    for no key update;
  if not found then
    perform private.refuse('track_missing', 'This track is no longer available.');
  end if;
  v_is_self := v_track.user_id = p_user;
  v_threshold_ms := private.play_threshold_ms(v_track.duration_ms);
  if p_progress_ms < v_threshold_ms then
    perform private.refuse('too_short', 'Not enough of this track was heard for it to count.');
  end if;
  if exists (
    select 1 from public.track_plays p where p.user_id = p_user and p.track_id = p_track and p.played_on = v_day
  ) then
    perform private.refuse('already_counted', 'This track was already counted today.');
  end if;
  if not private.keeps_pace(p_user, v_heard_at) then
    perform private.refuse('too_fast', 'Plays cannot be counted faster than they can be heard.');
  end if;

  select floor(extract(epoch from v_heard_at - p.heard_at) * 1000) into v_free_ms
    from public.track_plays p
    where p.user_id = p_user and p.heard_at < v_heard_at
    order by p.heard_at desc
    limit 1;

  if p_awards and p_is_manual and not v_is_self then
    v_earned := private.award_play(p_user, p_track, v_day);
  end if;
  insert into public.track_plays
      (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, zaps_earned, created_at)
    values (p_user, p_track, v_day, v_heard_at, v_threshold_ms, p_is_manual, v_is_self, v_earned, private.now());
  update public.user_balances b
    set total_listen_ms = b.total_listen_ms + least(p_progress_ms, v_track.duration_ms, v_free_ms)
    where b.user_id = p_user;
  if not v_is_self then
    update public.tracks t set play_count = t.play_count + 1 where t.id = p_track returning t.play_count into v_track.play_count;
    perform private.extend_streak(p_user, v_day);
  end if;
  perform private.mark_action(p_user, v_heard_at);
  return jsonb_build_object(
    'success', true,
    'newPlayCount', v_track.play_count,
    'is_self_play', v_is_self,
    'zaps_earned', v_earned,
    'played_on', v_day
  ) || case
    when p_awards and p_is_manual and not v_is_self and v_earned = 0
      then jsonb_build_object('message', 'Daily ZAP limit for plays reached. Extra plays count for your streak.')
    else '{}'
  end;
end;
$$;

revoke all on function private.keeps_pace(uuid, timestamptz) from public, anon, authenticated;
