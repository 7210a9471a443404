-- S-7: what an action is worth. Clients send values; nobody reads them.
create table public.zap_rules (
  action_type text primary key,
  zap_value integer not null,
  -- Credits of this type a user may have in one UTC day; null is no cap.
  daily_cap integer,
  -- Whether record_zap_action may be asked for it. The others are granted where they are earned.
  is_recordable boolean not null,
  constraint zap_rules_value_not_negative check (zap_value >= 0)
);
alter table public.zap_rules enable row level security;
revoke all on table public.zap_rules from public, anon, authenticated;
grant select, insert, update, delete on table public.zap_rules to service_role;

insert into public.zap_rules (action_type, zap_value, daily_cap, is_recordable) values
  ('play', 1, 10, true),
  ('first_play_bonus', 1, null, false),
  ('profile_creation', 2, null, false),
  ('daily_gift', 1, 1, false),
  ('claim', 2, 1, false),
  ('rate', 0, 100, true),
  ('comment', 0, 100, true),
  ('upload', 0, 100, true),
  ('zap', 0, 100, true);

-- S-8: the ledger. A balance is the sum of its rows.
create table public.zap_actions (
  id uuid primary key default gen_random_uuid(),
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
  constraint zap_actions_metadata_is_small check (pg_column_size(metadata) <= 2048)
);
create index zap_actions_sync on public.zap_actions (user_id, row_xid, id);
create index zap_actions_recent on public.zap_actions (user_id, created_at desc);
create index zap_actions_day on public.zap_actions (user_id, credited_on, action_type);
create index zap_actions_type on public.zap_actions (action_type);
-- The last line of defence of 'once' (S-7); the functions look before they grant.
create unique index zap_actions_once_an_account on public.zap_actions (user_id, action_type)
  where action_type in ('first_play_bonus', 'profile_creation');
create unique index zap_actions_one_play_a_track_a_day on public.zap_actions (user_id, credited_on, (metadata ->> 'track_id'))
  where action_type = 'play';
create trigger zap_actions_stamp before insert or update on public.zap_actions
  for each row execute function private.stamp_sync_row();

alter table public.zap_actions enable row level security;
create policy zap_actions_select_own on public.zap_actions for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
revoke all on table public.zap_actions from public, anon, authenticated;
grant select on table public.zap_actions to authenticated;
grant select, insert, update, delete on table public.zap_actions to service_role;

create function private.fan_level(p_xp integer) returns integer
language sql immutable
return case when p_xp < 14 then 1 when p_xp < 26 then 2 else (p_xp - 26) / 26 + 3 end;

create function private.upload_slots(p_level integer) returns integer
language sql immutable
return case when p_level <= 3 then 3 when p_level = 4 then 5 when p_level = 5 then 7 else 10 end;

-- The only writer of the ledger: row, balance and level in one transaction (S-8). The caller holds the user's lock.
create function private.grant_zaps(p_user uuid, p_type text, p_value integer, p_metadata jsonb, p_day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_total integer;
begin
  insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
    values (p_user, p_type, p_value, p_metadata, p_day, private.now());
  if p_value <> 0 then
    update public.user_balances b
      set zaps = b.zaps + p_value, total_zaps_earned = b.total_zaps_earned + greatest(p_value, 0)
      where b.user_id = p_user
      returning b.total_zaps_earned into strict v_total;
    update public.user_stats s
      set fan_level = private.fan_level(v_total)
      where s.user_id = p_user and s.fan_level <> private.fan_level(v_total);
  end if;
end;
$$;

-- Grants a once-an-account reward; answers what was granted, 0 when it had been before.
create function private.grant_once(p_user uuid, p_type text, p_metadata jsonb, p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_value integer;
begin
  if exists (select 1 from public.zap_actions a where a.user_id = p_user and a.action_type = p_type) then
    return 0;
  end if;
  select r.zap_value into strict v_value from public.zap_rules r where r.action_type = p_type;
  perform private.grant_zaps(p_user, p_type, v_value, p_metadata, p_day);
  return v_value;
end;
$$;
