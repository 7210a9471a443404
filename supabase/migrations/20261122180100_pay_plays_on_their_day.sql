-- As before, but the ZAP of a counted play is asked for until it is paid, up to 7 days back, and credited to the play's own day with
-- that day's cap (S-9, S-11): one that was counted before midnight is claimed after it.
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
  update public.track_plays p set zaps_earned = p.zaps_earned + v_earned where p.id = v_play.id;
  return jsonb_build_object('success', true, 'zaps_earned', v_earned, 'message', format('+%s ZAP', v_earned));
end;
$$;

create function private.is_play_paid(p_user uuid, p_track uuid, p_day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.zap_actions a
    where a.user_id = p_user and a.action_type = 'play' and a.credited_on = p_day
      and a.metadata ->> 'track_id' = p_track::text
  );
$$;
revoke all on function private.is_play_paid(uuid, uuid, date) from public, anon, authenticated;
