create function private.has_claimed(p_user uuid, p_type text, p_day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.zap_actions a where a.user_id = p_user and a.action_type = p_type and a.credited_on = p_day
  );
$$;

-- S-10, S-12. Plays of others' tracks that were chosen on this day, and how many are missing. Those that came by themselves earn
-- nothing, so they do not lead to the reward either.
create function private.play_reward(p_user uuid, p_day date) returns jsonb
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

create function private.handle_reward_claim_play(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_day date := private.utc_day(private.now());
  v_status jsonb := private.play_reward(p_user, v_day);
  v_needed integer := (v_status ->> 'tracks_needed')::integer;
  v_value integer;
begin
  if (v_status ->> 'already_claimed')::boolean then
    perform private.refuse('already_claimed', 'Already claimed today');
  end if;
  if v_needed > 0 then
    perform private.refuse(
      'tracks_needed',
      format('Listen to %s more %s to claim this reward.', v_needed, case when v_needed = 1 then 'track' else 'tracks' end)
    );
  end if;
  select r.zap_value into strict v_value from public.zap_rules r where r.action_type = 'claim';
  perform private.grant_zaps(p_user, 'claim', v_value, '{}', v_day);
  return jsonb_build_object(
    'success', true, 'amount', v_value, 'already_claimed', false, 'tracks_needed', 0,
    'message', format('+%s ZAPs claimed!', v_value)
  );
end;
$$;

create function private.login_reward(p_user uuid, p_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_claimed boolean := private.has_claimed(p_user, 'daily_gift', p_day);
  v_streak integer;
  v_rule public.zap_rules;
begin
  select r.* into strict v_rule from public.zap_rules r where r.action_type = 'daily_gift';
  -- A streak holds through the day after its last play; what the row says later has lapsed.
  v_streak := coalesce(
    (select s.current_streak from public.user_stats s where s.user_id = p_user and s.last_active_on >= p_day - 1), 0
  );
  return jsonb_build_object(
    'already_claimed', v_claimed,
    'current_streak', v_streak,
    'streak_bonus_available', not v_claimed and v_rule.streak_bonus > 0 and v_streak >= v_rule.streak_bonus_days
  );
end;
$$;

create function private.handle_reward_claim_login(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_day date := private.utc_day(private.now());
  v_status jsonb := private.login_reward(p_user, v_day);
  v_rule public.zap_rules;
  v_total integer;
begin
  if (v_status ->> 'already_claimed')::boolean then
    perform private.refuse('already_claimed', 'Already claimed today');
  end if;
  select r.* into strict v_rule from public.zap_rules r where r.action_type = 'daily_gift';
  v_total := v_rule.zap_value
    + case when (v_status ->> 'streak_bonus_available')::boolean then v_rule.streak_bonus else 0 end;
  perform private.grant_zaps(
    p_user, 'daily_gift', v_total, jsonb_build_object('streak', v_status -> 'current_streak'), v_day
  );
  return jsonb_build_object(
    'success', true, 'total_reward', v_total, 'current_streak', v_status -> 'current_streak',
    'message', format('+%s %s claimed!', v_total, case when v_total = 1 then 'ZAP' else 'ZAPs' end)
  );
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('reward.claim_play', 'handle_reward_claim_play', false),
  ('reward.claim_login', 'handle_reward_claim_login', false);

create function public.check_daily_reward_status() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.play_reward(private.require_user(), private.utc_day(private.now()));
$$;
grant execute on function public.check_daily_reward_status() to authenticated;

create function public.claim_daily_zap_reward(p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_result jsonb := private.call_once('reward.claim_play', '{}', p_action_id);
begin
  if (v_result ->> 'success')::boolean then
    return v_result;
  end if;
  return v_result || jsonb_build_object(
    'amount', 0,
    'already_claimed', v_result ->> 'code' = 'already_claimed',
    'tracks_needed', private.play_reward(auth.uid(), private.utc_day(private.now())) -> 'tracks_needed'
  );
end;
$$;
grant execute on function public.claim_daily_zap_reward(uuid) to authenticated;

create function public.get_daily_login_status() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.login_reward(private.require_user(), private.utc_day(private.now()));
$$;
grant execute on function public.get_daily_login_status() to authenticated;

create function public.claim_daily_login_reward(p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_result jsonb := private.call_once('reward.claim_login', '{}', p_action_id);
begin
  if (v_result ->> 'success')::boolean then
    return v_result;
  end if;
  return v_result || jsonb_build_object(
    'total_reward', 0,
    'current_streak', private.login_reward(auth.uid(), private.utc_day(private.now())) -> 'current_streak'
  );
end;
$$;
grant execute on function public.claim_daily_login_reward(uuid) to authenticated;

-- Today and the 29 UTC days before it.
create function public.get_user_30_day_activity() returns jsonb
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

grant execute on function public.get_user_30_day_activity() to authenticated;
