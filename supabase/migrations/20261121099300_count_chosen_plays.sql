-- S-10, S-12. Plays that came by themselves earn nothing, so they do not lead to the reward either.
create or replace function private.play_reward(p_user uuid, p_day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_claimed boolean := private.has_claimed(p_user, 'claim', p_day);
  v_cap integer;
  v_plays integer;
begin
  select r.daily_cap into strict v_cap from public.zap_rules r where r.action_type = 'play';
  select count(*) into v_plays from public.track_plays p
    where p.user_id = p_user and p.played_on = p_day and p.is_manual and not p.is_self_play and p.deleted_at is null;
  return jsonb_build_object(
    'already_claimed', v_claimed,
    'limit_reached', v_plays >= v_cap,
    'can_claim', v_plays >= v_cap and not v_claimed,
    'tracks_needed', greatest(0, v_cap - v_plays),
    'plays_today', v_plays
  );
end;
$$;
