-- G-7: plays, the ledger and the log of actions are partitioned by month, so that a call reads its own month and an old month can be
-- detached or dropped as a whole. A default partition takes each row that no month takes, so that an insert never fails for lack of one.

-- Partitions are outside the schemas of the API, and nobody is granted anything there: clients read the tables, by their policies.
create schema partitions;

create table private.monthly_tables (
  name text primary key,
  -- The column that decides the month.
  key_column text not null,
  -- Whether that column is an id that begins with its time in ms (UUIDv7); otherwise it is a UTC day.
  is_by_id boolean not null
);
alter table private.monthly_tables enable row level security;
create policy monthly_tables_all_nobody on private.monthly_tables for all to anon, authenticated
  using (false) with check (false);

insert into private.monthly_tables (name, key_column, is_by_id) values
  ('track_plays', 'played_on', false),
  ('zap_actions', 'credited_on', false),
  -- The same id must meet its first answer whenever it is sent again, so the id itself decides the partition: a key of (user, action) could
  -- not be unique across partitions by the time of the answer.
  ('action_log', 'action_id', true);

-- The least UUIDv7 of a time: its first 48 bits are the ms since 1970.
create function private.first_id_at(p_at timestamptz) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return (lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
end;
$$;

-- A UUIDv7 of now. A random id would go to the default partition.
create function private.new_action_id() returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
  return (
    left(private.first_id_at(private.now())::text, 14) || '7' || right(gen_random_uuid()::text, 21)
  )::uuid;
end;
$$;

-- The month that an id names; null unless it is a UUIDv7 of this century.
create function private.month_of_id(p_id uuid) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  v_seconds double precision := ('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0;
begin
  if substr(p_id::text, 15, 1) <> '7' or v_seconds not between 946684800 and 4102444799 then
    return null;
  end if;
  return date_trunc('month', to_timestamp(v_seconds) at time zone 'UTC')::date;
end;
$$;

-- The attached partitions of a table that are months, the oldest first.
create function private.months_of(p_table text) returns table (name text, month date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.relname::text, to_date(right(c.relname, 7), 'YYYY_MM')
    from pg_catalog.pg_inherits i
    join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', p_table)::regclass and c.relname ~ '_\d{4}_\d\d$'
    order by 2;
end;
$$;

/*
 * Makes a table's partition of the month that begins on p_month; false if there is one, also a detached one. Rows of the month that are in
 * the default partition move. Rather than let everybody queue behind its own wait for a lock, it fails after 2 s, and may be called again.
 */
create function private.make_month(p_table text, p_month date) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_month text := p_table || to_char(p_month, '_YYYY_MM');
  v_default text := p_table || '_default';
  v_next date := (p_month + interval '1 month')::date;
  v_table private.monthly_tables;
  v_from text := p_month;
  v_to text := v_next;
  v_is_of_month text;
  v_moves boolean := false;
begin
  if to_regclass(format('partitions.%I', v_month)) is not null then
    return false;
  end if;
  select m.* into strict v_table from private.monthly_tables m where m.name = p_table;
  if v_table.is_by_id then
    v_from := private.first_id_at(p_month::timestamp at time zone 'UTC');
    v_to := private.first_id_at(v_next::timestamp at time zone 'UTC');
  end if;
  v_is_of_month := format('d.%1$I >= %2$L and d.%1$I < %3$L', v_table.key_column, v_from, v_to);

  execute format('create table partitions.%I (like public.%I including defaults including constraints)', v_month, p_table);
  execute format('alter table partitions.%I enable row level security', v_month);
  if to_regclass(format('partitions.%I', v_default)) is not null then
    execute format('select exists (select from partitions.%I d where %s)', v_default, v_is_of_month) into v_moves;
  end if;
  if v_moves then
    -- A detached partition has none of the table's triggers, so that the rows stay as they are.
    execute format('alter table public.%I detach partition partitions.%I', p_table, v_default);
    execute format(
      'with moved as (delete from partitions.%I d where %s returning d.*) insert into partitions.%I select * from moved',
      v_default, v_is_of_month, v_month
    );
  end if;
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)', p_table, v_month, v_from, v_to);
  if v_moves then
    execute format('alter table public.%I attach partition partitions.%I default', p_table, v_default);
  end if;
  return true;
end;
$$;

-- Makes the partitions of this month and the next two. Called every hour, by pg_cron where there is one, else by the process that serves the
-- database. A table that is too busy at this moment waits for the next call.
create function private.make_months() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_this date := date_trunc('month', private.utc_day(private.now()))::date;
  v_table text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:months', 0)) then
    return;
  end if;
  for v_table in select m.name from private.monthly_tables m order by m.name loop
    begin
      perform private.make_month(v_table, (v_this + make_interval(months => n))::date) from generate_series(0, 2) n;
    exception
      when lock_not_available or deadlock_detected or check_violation then
        raise log 'no month of % was made: % %', v_table, sqlstate, sqlerrm;
    end;
  end loop;
end;
$$;

/*
 * For the operator: detaches the months of plays and of the ledger before the p_keep_months that precede this one, or drops them. Answers
 * their names. A detached month is a table of its own in the schema partitions. Its rows are no longer shown, pulled or exported; the sums by
 * day stay. The log of actions has its own span (private.retentions).
 */
create function private.drop_old_months(p_keep_months integer, p_drops boolean default false) returns setof text
language plpgsql security definer set search_path = '' set lock_timeout = '5s'
as $$
declare
  v_first_kept date := (date_trunc('month', private.utc_day(private.now())) - make_interval(months => p_keep_months))::date;
  v_table text;
  v_name text;
begin
  -- An action may be credited to a day of last week (S-11), and must meet what that day already has.
  if (p_keep_months >= 1) is not true then
    raise exception 'At least the last month must be kept' using errcode = '22023';
  end if;
  for v_table in select m.name from private.monthly_tables m where not m.is_by_id order by m.name loop
    for v_name in select m.name from private.months_of(v_table) m where m.month < v_first_kept loop
      if p_drops then
        execute format('drop table partitions.%I', v_name);
      else
        execute format('alter table public.%I detach partition partitions.%I', v_table, v_name);
      end if;
      return next v_name;
    end loop;
  end loop;
end;
$$;

lock table public.track_plays, public.zap_actions, public.action_log in access exclusive mode;

-- Once an account (S-7): no key of a partitioned table could hold that. A row stays when its line of the ledger is dropped.
create table private.once_an_account (
  user_id uuid not null references auth.users (id) on delete cascade,
  action_type text not null,
  constraint zap_actions_once_an_account primary key (user_id, action_type)
);
alter table private.once_an_account enable row level security;
create policy once_an_account_all_nobody on private.once_an_account for all to anon, authenticated
  using (false) with check (false);
insert into private.once_an_account (user_id, action_type)
  select a.user_id, a.action_type from public.zap_actions a where a.action_type in ('first_play_bonus', 'profile_creation');

-- The tables as they were are set aside, and their rows moved while the new ones have neither triggers nor keys: rev and row_xid stay, so
-- that no device pulls anything again.
drop function private.row_json(public.track_plays);
drop function private.row_json(public.zap_actions);

do $$
declare
  v_table private.monthly_tables;
  v_month date;
begin
  for v_table in select m.* from private.monthly_tables m loop
    execute format('alter table public.%I set schema partitions', v_table.name);
    execute format(
      'create table public.%I (like partitions.%1$I including defaults including constraints) partition by range (%I)',
      v_table.name, v_table.key_column
    );
    for v_month in execute format(
      'select distinct m.month from (select %s as month from partitions.%I t) m where m.month is not null order by 1',
      format(case when v_table.is_by_id then 'private.month_of_id(t.%I)' else 'date_trunc(''month'', t.%I)::date' end, v_table.key_column),
      v_table.name
    ) loop
      perform private.make_month(v_table.name, v_month);
    end loop;
    execute format('create table partitions.%I partition of public.%I default', v_table.name || '_default', v_table.name);
    execute format('alter table partitions.%I enable row level security', v_table.name || '_default');
    execute format('insert into public.%I select * from partitions.%1$I', v_table.name);
  end loop;
end;
$$;
drop table partitions.track_plays, partitions.zap_actions, partitions.action_log;

alter table public.track_plays
  add primary key (id, played_on),
  add constraint track_plays_once_a_day unique (user_id, track_id, played_on),
  add constraint track_plays_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  add constraint track_plays_track_id_fkey foreign key (track_id) references public.tracks (id) on delete cascade;
create index track_plays_sync on public.track_plays (user_id, row_xid, id);
create index track_plays_pace on public.track_plays (user_id, heard_at);
create index track_plays_track on public.track_plays (track_id);
create index track_plays_day on public.track_plays (user_id, played_on);
create trigger track_plays_stamp before insert or update on public.track_plays
  for each row execute function private.stamp_sync_row();

alter table public.track_plays enable row level security;
create policy track_plays_select_own on public.track_plays for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.track_plays to authenticated;

alter table public.zap_actions
  add primary key (id, credited_on),
  add constraint zap_actions_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade,
  add constraint zap_actions_action_type_fkey foreign key (action_type) references public.zap_rules (action_type);
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
-- How often a track was sponsored is counted in the ledger, of which it is a small part.
create index zap_actions_sponsored on public.zap_actions ((metadata ->> 'track_id')) where action_type = 'sponsor';
create trigger zap_actions_stamp before insert or update on public.zap_actions
  for each row execute function private.stamp_sync_row();
create trigger zap_actions_keep before update or delete on public.zap_actions
  for each row execute function private.keep_ledger();
create trigger zap_actions_keep_all before truncate on public.zap_actions
  for each statement execute function private.keep_ledger();
create trigger zap_actions_apply after insert on public.zap_actions
  referencing new table as added
  for each statement execute function private.apply_ledger();
create trigger zap_actions_roll_up after insert on public.zap_actions
  referencing new table as added
  for each statement execute function private.roll_up_week();

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

alter table public.zap_actions enable row level security;
create policy zap_actions_select_own on public.zap_actions for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.zap_actions to authenticated;
revoke update, delete, truncate on table public.zap_actions from service_role;

alter table public.action_log
  add primary key (user_id, action_id),
  add constraint action_log_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade;
create index action_log_created_at on public.action_log (created_at);
create trigger action_log_notes_the_run after insert on public.action_log
  for each statement execute function private.note_run_of_log();
create trigger action_log_publishes_overdue_digest after insert on public.action_log
  for each statement execute function private.publish_overdue_digest();

alter table public.action_log enable row level security;
create policy action_log_all_nobody on public.action_log for all to anon, authenticated
  using (false) with check (false);
-- The server's memory of its answers is read and never rewritten.
revoke insert, update, delete, truncate on table public.action_log from service_role;

-- Both are written anew; the first of them names the function of the second before that is made.
set local check_function_bodies = off;
select private.sync_table(
  'track_plays',
  array['user_id', 'track_id', 'played_on', 'is_manual', 'is_self_play', 'zaps_earned', 'created_at'],
  p_owners => array['user_id']
);
select private.sync_table(
  'zap_actions',
  array['user_id', 'action_type', 'zap_value', 'metadata', 'credited_on', 'created_at'],
  p_owners => array['user_id']
);
reset check_function_bodies;

-- SY-18: a change in a partition is published as one of its table.
alter publication supabase_realtime set (publish_via_partition_root = true);
alter publication supabase_realtime add table public.zap_actions;

-- Every line of the ledger touches the balance, also one worth nothing: hosted Realtime (wal2json) names the partition of a line, which
-- nobody subscribes to, so that there the balance alone says that there is something to pull.
create or replace function private.apply_ledger() returns trigger
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

-- Grants a once-an-account reward; answers what was granted, 0 when it had been before.
create or replace function private.grant_once(p_user uuid, p_type text, p_metadata jsonb, p_day date) returns integer
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

select private.make_months();

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('make-months', '7 * * * *', 'select private.make_months()')$cron$;
  end if;
end;
$$;
