-- S-40: no two plays of a user within 30 s, whichever arrived first. Same sum as PLAY_PACE_MS of sync/model/rules.ts. A play is credited to
-- the UTC day on which it was heard.
create or replace function private.keeps_pace(p_user uuid, p_heard_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from public.track_plays p
    where p.user_id = p_user
      and p.played_on between private.utc_day(p_heard_at - interval '30 seconds') and private.utc_day(p_heard_at + interval '30 seconds')
      and p.heard_at > p_heard_at - interval '30 seconds'
      and p.heard_at < p_heard_at + interval '30 seconds'
  );
end;
$$;

-- Counts one play by the rules S-7, S-10 and S-11. The caller holds the user's lock. A play whose time is not believed is one of now
-- for the pace too: kept at the time that it claims, any number of them could be credited to today at once.
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
  -- Milliseconds since the play before this one: more cannot have been heard. Null when that is more than a day, the most that a play claims.
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
    where p.user_id = p_user and p.played_on between v_day - 1 and v_day and p.heard_at < v_heard_at
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

-- A play that was counted without its ZAP (increment_track_play_count) is paid here, once. It is asked for until it is paid, up to 7
-- days back, and credited to the play's own day with that day's cap (S-9, S-11): one that was counted before midnight is claimed after
-- it.
create or replace function private.record_zap(p_user uuid, p_type text, p_metadata jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_rule public.zap_rules;
  v_today date := private.utc_day(private.now());
  v_track_text text := p_metadata ->> 'track_id';
  v_play public.track_plays;
  v_is_paid boolean;
  v_count integer;
  v_earned integer;
begin
  select r.* into v_rule from public.zap_rules r where r.action_type = p_type and r.is_recordable;
  if not found then
    perform private.refuse('unknown_type', 'Unknown action type.');
  end if;
  if p_type <> 'play' then
    select count(*) into v_count from public.zap_actions a
      where a.user_id = p_user and a.credited_on = v_today and a.action_type = p_type;
    if v_count >= v_rule.daily_cap then
      perform private.refuse('daily_limit', 'Daily limit reached for this action.');
    end if;
    perform private.grant_zaps(
      p_user,
      p_type,
      v_rule.zap_value,
      case when private.is_uuid(v_track_text) then jsonb_build_object('track_id', v_track_text::uuid) else '{}' end,
      v_today
    );
    return jsonb_build_object('success', true, 'zaps_earned', v_rule.zap_value, 'message', 'Recorded.');
  end if;

  if v_track_text is null or not private.is_uuid(v_track_text) then
    perform private.refuse('invalid_payload', 'A play needs the id of its track.');
  end if;
  -- The newest that was not paid; without one, the newest.
  select p.* into v_play from public.track_plays p
    where p.user_id = p_user and p.track_id = v_track_text::uuid and p.is_manual and not p.is_self_play
      and p.played_on between v_today - 7 and v_today and p.deleted_at is null
    order by private.is_play_paid(p_user, p.track_id, p.played_on), p.played_on desc
    limit 1;
  v_is_paid := found and private.is_play_paid(p_user, v_play.track_id, v_play.played_on);
  if v_play.id is null or (v_is_paid and v_play.played_on <> v_today) then
    perform private.refuse('no_play', 'No play of this track earns a ZAP today.');
  elsif v_is_paid then
    perform private.refuse('already_awarded', 'You already earned the ZAP for this track today.');
  end if;
  v_earned := private.award_play(p_user, v_play.track_id, v_play.played_on);
  if v_earned = 0 then
    perform private.refuse('daily_limit', 'Daily ZAP limit for plays reached. Extra plays count for your streak.');
  end if;
  update public.track_plays p set zaps_earned = p.zaps_earned + v_earned where p.id = v_play.id and p.played_on = v_play.played_on;
  return jsonb_build_object('success', true, 'zaps_earned', v_earned, 'message', format('+%s ZAP', v_earned));
end;
$$;
