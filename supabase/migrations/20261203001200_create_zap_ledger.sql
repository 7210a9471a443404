-- S-7: what an action is worth. Clients send values; nobody reads them.
-- The rules travel to every device, so that what it shows and predicts is what the server decides by.
create table public.zap_rules (
  action_type text primary key,
  -- Earned above zero, spent below; null where the price stands elsewhere (an item of the store, a drawn prize).
  zap_value integer,
  -- Credits of this type a user may have in one UTC day; null is no cap.
  daily_cap integer,
  -- Whether record_zap_action may be asked for it. The others are granted where they are earned.
  is_recordable boolean not null,
  -- Level that opens the action (S-14).
  min_level integer not null default 1,
  -- What a listening streak of so many days adds.
  streak_bonus integer not null default 0,
  streak_bonus_days integer,
  -- S-46: a sponsorship lasts so many days; null is for good.
  lasts_days integer,
  id uuid not null default gen_random_uuid(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint zap_rules_level_from_one check (min_level >= 1),
  constraint zap_rules_bonus_has_its_days
    check (streak_bonus >= 0 and (streak_bonus = 0 or streak_bonus_days > 0)),
  constraint zap_rules_only_earnings_are_recordable check (not is_recordable or zap_value >= 0),
  constraint zap_rules_lasts_from_one_day check (lasts_days >= 1),
  constraint zap_rules_id_unique unique (id),
  -- The server reads the rules without asking whether they are deleted.
  constraint zap_rules_are_never_deleted check (deleted_at is null),
  constraint zap_rules_play_has_a_cap check (action_type <> 'play' or coalesce(daily_cap > 0, false)),
  constraint zap_rules_spends_have_a_price
    check (action_type not in ('vote', 'share', 'sponsor') or coalesce(zap_value <= 0, false)),
  -- Bounds of what an operator can set, so that a slip of the keyboard is refused.
  constraint zap_rules_value_in_range check (zap_value between -1000 and 100),
  constraint zap_rules_level_in_range check (min_level <= 50),
  constraint zap_rules_cap_in_range check (daily_cap between 1 and 1000),
  constraint zap_rules_days_in_range check (lasts_days <= 365)
);

alter table public.zap_rules enable row level security;

insert into public.zap_rules
    (action_type, zap_value, daily_cap, is_recordable, min_level, streak_bonus, streak_bonus_days, lasts_days)
  values
    ('play', 1, 10, true, 1, 0, null, null),
    ('first_play_bonus', 1, null, false, 1, 0, null, null),
    ('profile_creation', 2, null, false, 1, 0, null, null),
    ('daily_gift', 1, 1, false, 1, 1, 30, null),
    ('claim', 2, 1, false, 1, 0, null, null),
    ('rate', 0, 100, true, 1, 0, null, null),
    ('comment', 0, 100, true, 1, 0, null, null),
    ('upload', 0, 100, true, 1, 0, null, null),
    ('zap', 0, 100, true, 1, 0, null, null),
    ('vote', -5, null, false, 3, 0, null, null),
    ('share', -3, null, false, 3, 0, null, null),
    ('sponsor', -20, null, false, 3, 0, null, 7),
    ('store_purchase', null, null, false, 1, 0, null, null),
    ('mystery_prize', null, null, false, 1, 0, null, null);

create function private.fan_level(p_xp integer) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_xp < 14 then 1 when p_xp < 26 then 2 else (p_xp - 26) / 26 + 3 end;
end;
$$;

-- S-8: the ledger. A balance is the sum of its rows.
create table public.zap_actions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  action_type text not null references public.zap_rules (action_type),
  zap_value integer not null,
  metadata jsonb not null default '{}',
  -- UTC day it counts for (S-9, S-11); created_at is when it was written.
  credited_on date not null,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint zap_actions_metadata_is_small check (pg_column_size(metadata) <= 2048),
  primary key (id, credited_on)
) partition by range (credited_on);

insert into private.monthly_tables (name, key_column, is_by_id) values ('zap_actions', 'credited_on', false);
create table partitions.zap_actions_default partition of public.zap_actions default;
alter table partitions.zap_actions_default enable row level security;

create index zap_actions_sync on public.zap_actions (user_id, row_xid, id);
create index zap_actions_recent on public.zap_actions (user_id, created_at desc);
create index zap_actions_day on public.zap_actions (user_id, credited_on, action_type);
create index zap_actions_type on public.zap_actions (action_type);
-- The last line of defence of 'once' (S-7); the functions look before they grant.
create unique index zap_actions_one_play_a_track_a_day on public.zap_actions (user_id, credited_on, (metadata ->> 'track_id'))
  where action_type = 'play';
-- S-12. Once a UTC day, by the index as by the functions.
create unique index zap_actions_reward_once_a_day on public.zap_actions (user_id, credited_on, action_type)
  where action_type in ('claim', 'daily_gift');

create trigger zap_actions_stamp before insert or update on public.zap_actions
  for each row execute function private.stamp_sync_row();

alter table public.zap_actions enable row level security;

create policy zap_actions_select_own on public.zap_actions for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));

grant select on table public.zap_actions to authenticated;
revoke update, delete, truncate on table public.zap_actions from service_role;

select private.sync_table(
  'zap_actions',
  array['user_id', 'action_type', 'zap_value', 'metadata', 'credited_on', 'created_at'],
  p_owners => array['user_id']
);

-- One row a user, found by its key: an index on row_xid would only make every credit of a ZAP dearer.
create table public.user_balances (
  user_id uuid primary key references auth.users (id) on delete cascade,
  zaps integer not null default 0,
  total_zaps_earned integer not null default 0,
  total_listen_ms bigint not null default 0,
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_balances_never_overdrawn check (zaps >= 0),
  constraint user_balances_earned_only_grows check (total_zaps_earned >= 0 and total_listen_ms >= 0)
);
create trigger user_balances_stamp before insert or update on public.user_balances
  for each row execute function private.stamp_sync_row();

alter table public.user_balances enable row level security;
create policy user_balances_select_own on public.user_balances for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
-- The door of the specification: a client makes its balance when it is missing. Its numbers are the ledger's all the same.
create policy user_balances_insert_own on public.user_balances for insert to authenticated
  with check (user_id = (select auth.uid()) and total_listen_ms = 0);
grant select, insert (user_id, zaps, total_zaps_earned, total_listen_ms) on table public.user_balances to authenticated;
revoke insert, update, delete, truncate on table public.user_balances from service_role;

select private.sync_table(
  'user_balances',
  array['user_id', 'zaps', 'total_zaps_earned', 'total_listen_ms'],
  p_key => 'user_id',
  p_owners => array['user_id']
);

create table public.user_stats (
  user_id uuid primary key references auth.users (id) on delete cascade,
  fan_level integer not null default 1,
  current_streak integer not null default 0,
  longest_streak integer not null default 0,
  -- UTC day of the latest counted play.
  last_active_on date,
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_stats_longest_is_longest check (longest_streak >= current_streak and current_streak >= 0),
  constraint user_stats_fan_level_from_one check (fan_level >= 1)
);
create trigger user_stats_stamp before insert or update on public.user_stats
  for each row execute function private.stamp_sync_row();

alter table public.user_stats enable row level security;
create policy user_stats_select_own on public.user_stats for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.user_stats to authenticated;
revoke update, truncate on table public.user_stats from service_role;
grant update (current_streak, longest_streak, last_active_on) on table public.user_stats to service_role;

select private.sync_table(
  'user_stats',
  array['user_id', 'fan_level', 'current_streak', 'longest_streak', 'last_active_on'],
  p_key => 'user_id',
  p_owners => array['user_id']
);

-- S-8 by construction: a balance is what the ledger's own trigger makes it, whoever writes the ledger. Every line touches the balance, also one
-- worth nothing: hosted Realtime (wal2json) names the partition of a line, which nobody subscribes to, so that there the balance alone says
-- that there is something to pull.
create function private.apply_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_balances b
    set zaps = b.zaps + s.total, total_zaps_earned = b.total_zaps_earned + s.earned
    from (
      select a.user_id, sum(a.zap_value)::integer as total, sum(greatest(a.zap_value, 0))::integer as earned
      from added a group by a.user_id
    ) s
    where b.user_id = s.user_id;
  -- A balance that was missing begins with the sum of all its rows, these among them.
  insert into public.user_balances (user_id)
    select distinct a.user_id from added a
    where not exists (select 1 from public.user_balances b where b.user_id = a.user_id)
    on conflict do nothing;
  update public.user_stats s
    set fan_level = private.fan_level(b.total_zaps_earned)
    from public.user_balances b
    where b.user_id = s.user_id and s.fan_level <> private.fan_level(b.total_zaps_earned)
      and s.user_id in (select a.user_id from added a);
  return null;
end;
$$;

create trigger zap_actions_apply after insert on public.zap_actions
  referencing new table as added
  for each statement execute function private.apply_ledger();

-- Not even the owner's functions rewrite the past. A touch for the sync (row_xid, rev) passes.
create function private.keep_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from auth.users u where u.id = old.user_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{rev,row_xid}'::text[] = to_jsonb(old) - '{rev,row_xid}'::text[] then
    return new;
  end if;
  raise exception 'The ledger is only ever added to' using errcode = '42501';
end;
$$;

create trigger zap_actions_keep before update or delete on public.zap_actions
  for each row execute function private.keep_ledger();
create trigger zap_actions_keep_all before truncate on public.zap_actions
  for each statement execute function private.keep_ledger();

create function private.keep_balance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Depth 1 is a statement of somebody's own; inside the ledger's trigger it is deeper.
  if pg_trigger_depth() < 2 then
    raise exception 'A balance changes by the ledger alone' using errcode = '42501';
  end if;
  return new;
end;
$$;
create trigger user_balances_keep before update on public.user_balances
  for each row
  when (
    old.user_id <> new.user_id or old.zaps <> new.zaps or old.total_zaps_earned <> new.total_zaps_earned
  )
  execute function private.keep_balance();

-- A row of either table that is made late starts where the ledger stands, whatever the writer put in.
create function private.begin_balance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Where there is one already the insert ends at the key, and need not add up anything.
  if exists (select 1 from public.user_balances b where b.user_id = new.user_id) then
    return new;
  end if;
  select coalesce(sum(d.zaps), 0), coalesce(sum(d.zaps_earned), 0)
    into new.zaps, new.total_zaps_earned
    from public.user_days d where d.user_id = new.user_id;
  return new;
end;
$$;

create trigger user_balances_begin before insert on public.user_balances
  for each row execute function private.begin_balance();

create function private.begin_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.fan_level := private.fan_level(
    coalesce((select b.total_zaps_earned from public.user_balances b where b.user_id = new.user_id), 0)
  );
  return new;
end;
$$;
create trigger user_stats_begin before insert on public.user_stats
  for each row execute function private.begin_stats();

-- The caller holds the user's lock.
create function private.grant_zaps(p_user uuid, p_type text, p_value integer, p_metadata jsonb, p_day date)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
    values (p_user, p_type, p_value, p_metadata, p_day, private.now());
end;
$$;

-- Grants a once-an-account reward; answers what was granted, 0 when it had been before.
create function private.grant_once(p_user uuid, p_type text, p_metadata jsonb, p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_value integer;
begin
  if exists (select from private.once_an_account o where o.user_id = p_user and o.action_type = p_type) then
    return 0;
  end if;
  select r.zap_value into strict v_value from public.zap_rules r where r.action_type = p_type;
  perform private.grant_zaps(p_user, p_type, v_value, p_metadata, p_day);
  return v_value;
end;
$$;

create function private.zap_price(p_type text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_price integer;
begin
  select -r.zap_value into strict v_price from public.zap_rules r where r.action_type = p_type;
  return v_price;
end;
$$;

-- S-14, on the server. The level is that of the rule, also in the words.
create function private.require_level_for(p_user uuid, p_type text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_level integer := (select r.min_level from public.zap_rules r where r.action_type = p_type);
begin
  if coalesce((select s.fan_level from public.user_stats s where s.user_id = p_user), 1) < v_level then
    perform private.refuse('level_too_low', format('Unlocks at Level %s – keep listening and earning Zaps!', v_level));
  end if;
end;
$$;

-- Takes p_cost ZAPs and answers what is left. `{cost}` and `{balance}` in the words of the refusal are filled in. The caller
-- holds the user's lock, so nothing is spent between the look and the row.
create function private.spend_zaps(p_user uuid, p_type text, p_cost integer, p_metadata jsonb, p_words text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_balance integer;
begin
  select b.zaps into strict v_balance from public.user_balances b where b.user_id = p_user;
  if v_balance < p_cost then
    perform private.refuse(
      'insufficient_zaps',
      replace(replace(p_words, '{cost}', p_cost::text), '{balance}', v_balance::text)
    );
  end if;
  perform private.grant_zaps(p_user, p_type, -p_cost, p_metadata, private.utc_day(private.now()));
  return v_balance - p_cost;
end;
$$;

-- S-14: connecting and messaging.
create function private.require_social_level(p_user uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.user_stats s where s.user_id = p_user and s.fan_level >= 2) then
    perform private.refuse('level_too_low', 'Unlock at Level 2 by earning zaps from listening.');
  end if;
end;
$$;

create index zap_rules_sync on public.zap_rules (row_xid, id);
create trigger zap_rules_stamp before insert or update on public.zap_rules
  for each row execute function private.stamp_sync_row();
create trigger zap_rules_soft_delete before delete on public.zap_rules
  for each row execute function private.soft_delete_row();
create policy zap_rules_select_visible on public.zap_rules for select to anon, authenticated
  using ((select private.may_browse()));
grant select on table public.zap_rules to anon, authenticated;
revoke delete, truncate on table public.zap_rules from service_role;

select private.sync_table('zap_rules', array['action_type', 'zap_value', 'daily_cap', 'min_level', 'streak_bonus', 'lasts_days']);

-- Once an account (S-7): no key of a partitioned table could hold that. A row stays when its line of the ledger is dropped.
create table private.once_an_account (
  user_id uuid not null references auth.users (id) on delete cascade,
  action_type text not null,
  constraint zap_actions_once_an_account primary key (user_id, action_type)
);
alter table private.once_an_account enable row level security;
create policy once_an_account_all_nobody on private.once_an_account for all to anon, authenticated
  using (false) with check (false);

create function private.note_once_an_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.once_an_account (user_id, action_type) values (new.user_id, new.action_type);
  return null;
end;
$$;
create trigger zap_actions_once_an_account after insert on public.zap_actions
  for each row
  when (new.action_type in ('first_play_bonus', 'profile_creation'))
  execute function private.note_once_an_account();
