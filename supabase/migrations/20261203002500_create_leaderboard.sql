-- What each person earned in each week, Monday to Sunday (S-9). The ledger keeps it, so that the board only reads an index.
create table public.zap_weeks (
  user_id uuid not null references auth.users (id) on delete cascade,
  week_start date not null,
  zaps_earned integer not null,
  -- With equal ZAPs, whoever reached them first is ahead.
  reached_at timestamptz not null,
  -- Whether everybody may see the profile.
  is_listed boolean not null default false,
  primary key (user_id, week_start),
  constraint zap_weeks_start_on_monday check (extract(isodow from week_start) = 1),
  constraint zap_weeks_only_earnings check (zaps_earned > 0)
);

alter table public.zap_weeks enable row level security;
create policy zap_weeks_all_nobody on public.zap_weeks for all to anon, authenticated
  using (false) with check (false);
revoke all on table public.zap_weeks from service_role;

create function private.roll_up_week() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.zap_weeks as w (user_id, week_start, zaps_earned, reached_at, is_listed)
    select e.user_id, e.week_start, e.zaps_earned, private.now(), coalesce(p.privacy_setting = 'public' and p.deleted_at is null, false)
    from (
      select a.user_id, private.utc_week(a.credited_on) as week_start, sum(a.zap_value) as zaps_earned
      from added a
      where a.zap_value > 0
      group by 1, 2
    ) e
    left join public.user_profiles p on p.id = e.user_id
  -- is_listed is left to the profile's trigger, which may know a later privacy.
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
  v_week date := private.utc_week(private.utc_day(private.now()));
  v_limit integer := least(greatest(coalesce(limit_count, 10), 0), 100);
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  return query
    select (row_number() over (order by b.zaps_earned desc, b.reached_at, b.user_id))::integer,
      b.user_id, p.artist_name, b.zaps_earned
    from (
      (
        select w.user_id, w.zaps_earned, w.reached_at
        from public.zap_weeks w
        where w.week_start = v_week and w.is_listed
        order by w.week_start, w.zaps_earned desc, w.reached_at, w.user_id
        limit v_limit
      )
      union all
      select w.user_id, w.zaps_earned, w.reached_at from private.unlisted_weeks(auth.uid(), v_week) w
      order by zaps_earned desc, reached_at, user_id
      limit v_limit
    ) b
    join public.user_profiles p on p.id = b.user_id
    -- A profile that was made private by the service key during its first earnings of the week may still be listed.
    where p.deleted_at is null and private.can_see_profile(p.id, p.privacy_setting, auth.uid())
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
    'rank', 1
      + (
        select coalesce(sum(t.people), 0) from private.week_totals t
        where t.week_start = v_week and t.zaps_earned > v_own.zaps_earned
      )
      + (
        select count(*) from public.zap_weeks w
        where w.week_start = v_week and w.zaps_earned = v_own.zaps_earned and w.is_listed
          and (w.reached_at, w.user_id) < (v_own.reached_at, v_user)
      )
      + (
        select count(*) from private.unlisted_weeks(v_user, v_week) w
        where w.zaps_earned > v_own.zaps_earned
          or (w.zaps_earned = v_own.zaps_earned and (w.reached_at, w.user_id) < (v_own.reached_at, v_user))
      ),
    'total_zaps_earned', v_own.zaps_earned
  );
end;
$$;

grant execute on function public.get_leaderboard_place() to authenticated;

-- S-9, S-23: the board and the own place read the rows of those whom everybody may see from one index, and the few others that the
-- caller may see by the caller's own connections. The people ahead are not counted one by one: they are added up by their totals.
create index zap_weeks_listed on public.zap_weeks (week_start, zaps_earned desc, reached_at, user_id) where is_listed;

-- The number of listed people by week and total: the sum of the slots, of which one may be negative. A transaction writes to the first
-- slot that no other is writing, or to a new one, so that none waits for another.
create table private.week_totals (
  week_start date not null,
  zaps_earned integer not null,
  slot bigint not null generated always as identity,
  people integer not null,
  primary key (week_start, zaps_earned, slot)
);
alter table private.week_totals enable row level security;
create policy week_totals_all_nobody on private.week_totals for all to anon, authenticated
  using (false) with check (false);

create function private.add_to_week_total(p_week date, p_zaps integer, p_people integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.week_totals t set people = t.people + p_people
    where (t.week_start, t.zaps_earned) = (p_week, p_zaps) and t.slot = (
      select s.slot from private.week_totals s
      where s.week_start = p_week and s.zaps_earned = p_zaps
      order by s.slot limit 1 for update skip locked
    );
  if not found then
    insert into private.week_totals (week_start, zaps_earned, people) values (p_week, p_zaps, p_people);
  end if;
end;
$$;

create function private.count_week_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.is_listed then
    perform private.add_to_week_total(old.week_start, old.zaps_earned, -1);
  end if;
  if tg_op <> 'DELETE' and new.is_listed then
    perform private.add_to_week_total(new.week_start, new.zaps_earned, 1);
  end if;
  return null;
end;
$$;
create trigger zap_weeks_count_total after insert or delete on public.zap_weeks
  for each row execute function private.count_week_total();
create trigger zap_weeks_count_total_again after update on public.zap_weeks
  for each row when ((old.zaps_earned, old.is_listed) is distinct from (new.zaps_earned, new.is_listed))
  execute function private.count_week_total();

create function private.list_weeks_of_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.zap_weeks w set is_listed = not w.is_listed
    where w.user_id = new.id and w.is_listed <> (new.privacy_setting = 'public' and new.deleted_at is null);
  return null;
end;
$$;
create trigger user_profiles_list_weeks after insert on public.user_profiles
  for each row execute function private.list_weeks_of_profile();
create trigger user_profiles_list_weeks_again after update on public.user_profiles
  for each row when ((old.privacy_setting, old.deleted_at) is distinct from (new.privacy_setting, new.deleted_at))
  execute function private.list_weeks_of_profile();
