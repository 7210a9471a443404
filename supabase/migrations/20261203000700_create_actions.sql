-- SY-9: what became of each action; the effect and its line here commit together.
create table public.action_log (
  user_id uuid not null references auth.users (id) on delete cascade,
  action_id uuid not null,
  kind text not null,
  req_hash bytea not null,
  status text not null,
  result jsonb not null,
  row_xid xid8 not null default private.current_xid(),
  created_at timestamptz not null default private.now(),
  primary key (user_id, action_id),
  constraint action_log_status_is_known check (status in ('applied', 'rejected'))
) partition by range (action_id);

-- The same id must meet its first answer whenever it is sent again, so the id itself decides the partition: a key of (user, action) could
-- not be unique across partitions by the time of the answer.
insert into private.monthly_tables (name, key_column, is_by_id) values ('action_log', 'action_id', true);
create table partitions.action_log_default partition of public.action_log default;
alter table partitions.action_log_default enable row level security;

create index action_log_created_at on public.action_log (created_at);

alter table public.action_log enable row level security;

create policy action_log_all_nobody on public.action_log for all to anon, authenticated
  using (false) with check (false);

-- The server's memory of its answers is read and never rewritten.
revoke insert, update, delete, truncate on table public.action_log from service_role;

-- What a person can do, and which function does it (SY-10). A handler has the signature
-- (p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb, is called with the user's lock held, and refuses
-- with private.refuse. Its migration adds the line.
create table private.action_kinds (
  kind text primary key,
  handler text not null,
  -- Whether sync_push takes it. The others are for the procedures alone: online only (S-32).
  is_queueable boolean not null,
  -- What can be done several at once names a second function: (p_user uuid, p_payloads jsonb[]) returns jsonb[]. It takes as many of the
  -- first ones as it can do together and answers what became of each, { status, result }; none when the first has to be looked at alone.
  together text,
  -- The oldest and the newest version of payloads that the handler accepts (G-8): an app that waited without a network sends what it queued
  -- in the form that it knew then. From 2 on, the handler has the signature
  -- (p_user uuid, p_v integer, p_payload jsonb, p_occurred_at timestamptz).
  min_v integer not null default 1,
  v integer not null default 1,
  constraint action_kinds_versions_are_ordered check (1 <= min_v and min_v <= v)
);

alter table private.action_kinds enable row level security;
create policy action_kinds_all_nobody on private.action_kinds for all to anon, authenticated
  using (false) with check (false);

-- How many actions of a kind a person may do in an hour; '*' stands for each kind without a line of its own, 'all' for all
-- together. An operator changes the numbers with an update; the next action goes by them.
create table private.action_paces (
  kind text primary key,
  most_per_hour integer not null,
  constraint action_paces_most_is_positive check (most_per_hour > 0)
);

alter table private.action_paces enable row level security;
create policy action_paces_all_nobody on private.action_paces for all to anon, authenticated
  using (false) with check (false);

-- A thousand votes or plays that waited for a network arrive in one go; nobody asks a hundred strangers in an hour.
insert into private.action_paces (kind, most_per_hour) values
  ('*', 1200),
  ('all', 3000),
  ('connection.request', 60),
  ('track.create', 60),
  ('report.send', 60);

-- Time of each user's last accepted action (S-11). Kept apart from the synced rows, whose rev it would raise.
create table private.user_marks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  last_action_at timestamptz not null
);

alter table private.user_marks enable row level security;
create policy user_marks_all_nobody on private.user_marks for all to anon, authenticated
  using (false) with check (false);

-- The time that an action is credited with: its own when it lies between the last accepted action and now, at most 7 days back and
-- never before the account existed (S-40); otherwise now (S-11).
create function private.accepted_time(p_user uuid, p_occurred_at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
begin
  if p_occurred_at between v_now - interval '7 days' and v_now
    and exists (select 1 from auth.users u where u.id = p_user and u.created_at <= p_occurred_at)
    and not exists (select 1 from private.user_marks m where m.user_id = p_user and m.last_action_at > p_occurred_at)
  then
    return p_occurred_at;
  end if;
  return v_now;
end;
$$;

create function private.mark_action(p_user uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.user_marks as m (user_id, last_action_at) values (p_user, p_at)
  on conflict (user_id) do update set last_action_at = greatest(m.last_action_at, excluded.last_action_at);
end;
$$;

-- Whether so many of a kind, of so many of all, are within the pace of the hour. False also where a pace is not known.
create function private.is_within_pace(p_user uuid, p_kind text, p_of_kind integer, p_of_all integer) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_since timestamptz := private.now() - interval '1 hour';
  v_most integer;
  v_done integer;
begin
  select p.most_per_hour into v_most from private.action_paces p where p.kind in (p_kind, '*') order by p.kind = '*' limit 1;
  select count(*) into v_done
    from (
      select from private.recent_actions r where r.user_id = p_user and r.kind = p_kind and r.created_at > v_since limit v_most
    ) d;
  if (v_done + p_of_kind <= v_most) is not true then
    return false;
  end if;
  select p.most_per_hour into v_most from private.action_paces p where p.kind = 'all';
  select count(*) into v_done
    from (select from private.recent_actions r where r.user_id = p_user and r.created_at > v_since limit v_most) d;
  return (v_done + p_of_all <= v_most) is true;
end;
$$;

-- G-7: what an action looks up names its day or its id, so that PostgreSQL reads that partition alone.

-- The actions of the last hour, for the pace: the log itself is ordered by ids, of which an old one may be answered now. Rows go with the
-- sweep of each hour.
create table private.recent_actions (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  created_at timestamptz not null,
  number bigint not null generated always as identity,
  primary key (user_id, created_at, number)
);

-- Seconds until this person may do one more of this kind; null when now.
create function private.pace_wait(p_user uuid, p_kind text) returns integer
language sql stable security definer set search_path = ''
as $$
  select ceil(extract(epoch from max(w.full_since) + interval '1 hour' - private.now()))::integer
  from (
    select (
      select r.created_at from private.recent_actions r
      where r.user_id = p_user and r.kind = p_kind and r.created_at > private.now() - interval '1 hour'
      order by r.created_at desc
      offset (
        select p.most_per_hour - 1 from private.action_paces p where p.kind in (p_kind, '*') order by p.kind = '*' limit 1
      )
      limit 1
    ) as full_since
    union all
    select (
      select r.created_at from private.recent_actions r
      where r.user_id = p_user and r.created_at > private.now() - interval '1 hour'
      order by r.created_at desc
      offset (select p.most_per_hour - 1 from private.action_paces p where p.kind = 'all')
      limit 1
    )
  ) w;
$$;

create index recent_actions_of_kind on private.recent_actions (user_id, kind, created_at);
alter table private.recent_actions enable row level security;
create policy recent_actions_all_nobody on private.recent_actions for all to anon, authenticated
  using (false) with check (false);

create function private.note_recent_actions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.recent_actions (user_id, kind, created_at)
    select a.user_id, a.kind, a.created_at from added a where a.created_at > private.now() - interval '1 hour';
  return null;
end;
$$;
create trigger action_log_notes_recent_actions after insert on public.action_log
  referencing new table as added
  for each statement execute function private.note_recent_actions();

-- Whether an action was answered already. A function of its own, so that each id is looked up by itself: as a part of a larger statement it
-- may become a scan of all that this person ever did.
create function private.has_answered(p_user uuid, p_action uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.action_log l where l.user_id = p_user and l.action_id = p_action);
end;
$$;

-- Drops the months of the log whose rows are all older than it is kept. By the time of the answers: an old id may have been answered lately.
create function private.drop_answered_months(p_before timestamptz) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_name text;
  v_is_old boolean;
begin
  for v_name in
    select m.name from private.months_of('action_log') m where m.month + interval '1 month' <= p_before at time zone 'UTC'
  loop
    execute format('select not exists (select from partitions.%I l where l.created_at >= $1)', v_name) into v_is_old using p_before;
    if v_is_old then
      execute format('drop table partitions.%I', v_name);
    end if;
  end loop;
exception
  when lock_not_available or deadlock_detected then
    raise log 'no old month of action_log was dropped: % %', sqlstate, sqlerrm;
end;
$$;

create trigger action_log_notes_the_run after insert on public.action_log
  for each statement execute function private.note_run_of_log();
