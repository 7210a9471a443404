-- The caller's own place of this week, among those whom the caller may see; null without earnings. The board's order.
create function public.get_leaderboard_place() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_week date := private.utc_week(private.utc_day(private.now()));
  v_own public.zap_weeks;
begin
  select w.* into v_own from public.zap_weeks w where w.user_id = v_user and w.week_start = v_week;
  if not found then
    return jsonb_build_object('rank', null, 'total_zaps_earned', 0);
  end if;
  return jsonb_build_object(
    'rank', 1 + (
      select count(*)
      from public.zap_weeks w
      join public.user_profiles p on p.id = w.user_id
      where w.week_start = v_week and w.zaps_earned >= v_own.zaps_earned
        and (w.zaps_earned > v_own.zaps_earned or (w.reached_at, w.user_id) < (v_own.reached_at, v_user))
        and p.deleted_at is null and private.can_see_profile(p.id, p.privacy_setting, v_user)
    ),
    'total_zaps_earned', v_own.zaps_earned
  );
end;
$$;
revoke all on function public.get_leaderboard_place() from public, anon, authenticated;
grant execute on function public.get_leaderboard_place() to authenticated;
