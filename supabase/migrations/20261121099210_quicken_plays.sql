-- The condition on the two types lets the index of the same name answer; without it every row that a person ever earned was
-- looked at, at every play.
create or replace function private.grant_once(p_user uuid, p_type text, p_metadata jsonb, p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_value integer;
begin
  if exists (
    select 1 from public.zap_actions a
    where a.user_id = p_user and a.action_type = p_type and a.action_type in ('first_play_bonus', 'profile_creation')
  ) then
    return 0;
  end if;
  select r.zap_value into strict v_value from public.zap_rules r where r.action_type = p_type;
  perform private.grant_zaps(p_user, p_type, v_value, p_metadata, p_day);
  return v_value;
end;
$$;
