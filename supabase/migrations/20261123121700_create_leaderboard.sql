-- What each person earned in each week that starts on its Monday (S-9), kept by the ledger, so that the board is read off an
-- index and never added up.
create table public.zap_weeks (
  user_id uuid not null references auth.users (id) on delete cascade,
  week_start date not null,
  zaps_earned integer not null,
  -- Of two with as many the first to have them is ahead.
  reached_at timestamptz not null,
  primary key (user_id, week_start),
  constraint zap_weeks_start_on_monday check (extract(isodow from week_start) = 1),
  constraint zap_weeks_only_earnings check (zaps_earned > 0)
);
create index zap_weeks_board on public.zap_weeks (week_start, zaps_earned desc, reached_at, user_id);

alter table public.zap_weeks enable row level security;
create policy zap_weeks_all_nobody on public.zap_weeks for all to anon, authenticated
  using (false) with check (false);
revoke all on table public.zap_weeks from service_role;

create function private.roll_up_week() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.zap_weeks as w (user_id, week_start, zaps_earned, reached_at)
    select a.user_id, private.utc_week(a.credited_on), sum(a.zap_value), private.now()
    from added a
    where a.zap_value > 0
    group by a.user_id, private.utc_week(a.credited_on)
  on conflict (user_id, week_start) do update
    set zaps_earned = w.zaps_earned + excluded.zaps_earned, reached_at = excluded.reached_at;
  return null;
end;
$$;
create trigger zap_actions_roll_up after insert on public.zap_actions
  referencing new table as added
  for each statement execute function private.roll_up_week();

-- This week's, without those whose profile the caller may not see. At most 100.
create function public.get_zap_leaderboard(limit_count integer default 10)
returns table (rank integer, user_id uuid, artist_name text, total_zaps_earned integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_week date := private.utc_week(private.utc_day(private.now()));
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  return query
    select (row_number() over (order by b.zaps_earned desc, b.reached_at, b.user_id))::integer,
      b.user_id, b.artist_name, b.zaps_earned
    from (
      select w.user_id, p.artist_name, w.zaps_earned, w.reached_at
      from public.zap_weeks w
      join public.user_profiles p on p.id = w.user_id
      where w.week_start = v_week and p.deleted_at is null
        and private.can_see_profile(p.id, p.privacy_setting, v_viewer)
      order by w.week_start, w.zaps_earned desc, w.reached_at, w.user_id
      limit least(greatest(coalesce(limit_count, 10), 0), 100)
    ) b
    order by 1;
end;
$$;
grant execute on function public.get_zap_leaderboard(integer) to anon, authenticated;

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
grant execute on function public.get_leaderboard_place() to authenticated;
