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
create index recent_actions_of_kind on private.recent_actions (user_id, kind, created_at);
alter table private.recent_actions enable row level security;
create policy recent_actions_all_nobody on private.recent_actions for all to anon, authenticated
  using (false) with check (false);
lock table public.action_log in share row exclusive mode;
insert into private.recent_actions (user_id, kind, created_at)
  select l.user_id, l.kind, l.created_at from public.action_log l where l.created_at > private.now() - interval '1 hour';

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

-- Seconds until this person may do one more of this kind; null when now.
create or replace function private.pace_wait(p_user uuid, p_kind text) returns integer
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

-- Whether so many of a kind, of so many of all, are within the pace of the hour. False also where a pace is not known.
create or replace function private.is_within_pace(p_user uuid, p_kind text, p_of_kind integer, p_of_all integer) returns boolean
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

create or replace function private.call_once(p_kind text, p_payload jsonb, p_action_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_outcome jsonb;
begin
  perform private.lock_user(v_user);
  perform private.ensure_user(v_user);
  v_outcome := private.apply_once(
    v_user,
    coalesce(p_action_id, private.new_action_id()),
    p_kind,
    -- A procedure makes the payload, in the newest form.
    (select k.v from private.action_kinds k where k.kind = p_kind),
    jsonb_build_array(p_kind, 1, p_payload, null),
    p_payload,
    null,
    null,
    false
  );
  if v_outcome ->> 'status' in ('rejected', 'later') then
    return jsonb_build_object('success', false) || (v_outcome -> 'result');
  end if;
  return v_outcome -> 'result';
end;
$$;

-- Whether an action was answered already. A function of its own, so that each id is looked up by itself: as a part of a larger statement it
-- may become a scan of all that this person ever did.
create function private.has_answered(p_user uuid, p_action uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.action_log l where l.user_id = p_user and l.action_id = p_action);
end;
$$;

-- SY-9, SY-15. Once an action is 'later', nothing behind it is done, so that no lane loses its order. A pace holds for all of a kind:
-- those of it that stand behind are told so. Of the others nothing is said, and they come again at once.
create or replace function public.sync_push(p_actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_actions jsonb[];
  v_action jsonb;
  -- The kind of each action, in its newest version, that may be done together with its neighbours of the same kind; null for the others.
  v_together text[];
  -- Kinds of which all that this push has is within the pace, so that none of them is asked one by one.
  v_paced text[];
  v_place integer := 1;
  v_end integer;
  v_done jsonb[];
  v_refusal jsonb;
  v_outcome jsonb;
  -- The first that is 'later', and the kind that its reason holds for, if any.
  v_later jsonb;
  v_later_kind text;
  v_results jsonb := '[]';
begin
  if jsonb_typeof(p_actions) is distinct from 'array' then
    raise exception 'p_actions must be an array' using errcode = '22023';
  end if;
  if jsonb_array_length(p_actions) > 50 then
    raise exception 'At most 50 actions at a time' using errcode = '22023';
  end if;
  perform private.lock_user(v_user);
  perform private.ensure_user(v_user);
  perform private.lock_batch(v_user, p_actions);

  select array_agg(a.value order by a.ordinality),
      array_agg(
        case when k.together is not null and to_jsonb(k.v) = a.value -> 'v' and a.uses = 1
          and private.is_uuid(a.value ->> 'id') and private.malformed_action(a.value) is null
          and not private.has_answered(v_user, (a.value ->> 'id')::uuid)
        then k.kind end
        order by a.ordinality
      )
    into v_actions, v_together
    from (
      select e.value, e.ordinality, count(*) over (partition by lower(e.value ->> 'id')) as uses
      from jsonb_array_elements(p_actions) with ordinality e
    ) a
    left join private.action_kinds k on k.kind = a.value ->> 'kind';
  select coalesce(array_agg(k.kind), '{}') into v_paced
    from (
      select left(coalesce(a.value ->> 'kind', ''), 64) as kind, count(*)::integer as of_kind
      from jsonb_array_elements(p_actions) a group by 1
    ) k
    where private.is_within_pace(v_user, k.kind, k.of_kind, jsonb_array_length(p_actions));

  while v_place <= coalesce(cardinality(v_actions), 0) loop
    v_action := v_actions[v_place];
    if v_later is not null then
      if v_action ->> 'kind' = v_later_kind then
        v_results := v_results || jsonb_build_array(jsonb_build_object('id', left(coalesce(v_action ->> 'id', ''), 100)) || v_later);
      end if;
      v_place := v_place + 1;
      continue;
    end if;
    v_end := v_place;
    while v_together[v_end + 1] = v_together[v_place] loop
      v_end := v_end + 1;
    end loop;
    if v_end > v_place and v_together[v_place] = any (v_paced) then
      v_done := private.apply_together(v_user, v_together[v_place], v_actions[v_place:v_end]);
      if cardinality(v_done) > 0 then
        v_results := v_results || (
          select jsonb_agg(jsonb_build_object('id', v_actions[v_place + d.place - 1] ->> 'id') || d.outcome order by d.place)
          from unnest(v_done) with ordinality d (outcome, place)
        );
        v_place := v_place + cardinality(v_done);
        continue;
      end if;
    end if;
    v_refusal := private.malformed_action(v_action);
    if jsonb_typeof(v_action -> 'id') is distinct from 'string' or not private.is_uuid(v_action ->> 'id') then
      -- Without an id there is nothing to remember it by.
      v_outcome := jsonb_build_object('status', 'rejected', 'result', jsonb_build_object(
        'code', 'invalid_action', 'message', 'This action cannot be understood. Its id is missing.'
      ));
    else
      v_outcome := private.apply_once(
        v_user,
        (v_action ->> 'id')::uuid,
        v_action ->> 'kind',
        case when v_refusal is null then private.version_of(v_action) end,
        private.request_of(v_action),
        v_action -> 'payload',
        case when v_refusal is null then private.parse_time(v_action ->> 'occurred_at') end,
        v_refusal,
        left(coalesce(v_action ->> 'kind', ''), 64) = any (v_paced)
      );
    end if;
    if v_outcome ->> 'status' = 'later' then
      v_later := v_outcome;
      v_later_kind := case when v_outcome -> 'result' ->> 'code' = 'too_fast' then v_action ->> 'kind' end;
    end if;
    v_results := v_results || jsonb_build_array(
      jsonb_build_object('id', left(coalesce(v_action ->> 'id', ''), 100)) || v_outcome
    );
    v_place := v_place + 1;
  end loop;
  return jsonb_build_object('results', v_results, 'server_time', private.iso(private.now()));
end;
$$;

-- Outcomes of the actions this client waits for (SY-13). An applied one is told on the last page only, and only when all
-- that it changed lies on this page or was on none: an earlier page of this cycle had another snapshot, in which its effects
-- may have been missing, and a later one still has them to bring. What is held back comes with the next cycle. Each id is looked up by
-- itself: an array of them would be looked up in every partition.
create or replace function private.acknowledgements(p_viewer uuid, p_pending uuid[], p_is_last boolean, p_after xid8) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', l.action_id, 'status', l.status, 'result', l.result) order by l.row_xid, l.action_id),
    '[]'
  )
  from (select distinct u.id from unnest(p_pending) u (id)) p
  cross join lateral (
    select g.* from public.action_log g where g.user_id = p_viewer and g.action_id = p.id offset 0
  ) l
  where l.status = 'rejected' or (p_is_last and (p_after is null or l.row_xid >= p_after));
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

-- Throws out what is older. Called every hour, by pg_cron where there is one, else by the process that serves the database. Of the log of
-- actions whole months go, and single rows of those under other ids.
create or replace function private.sweep_logs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_oldest_action timestamptz := (
    select v_now - greatest(r.kept, interval '1 day') from private.retentions r where r.log = 'action_log'
  );
begin
  delete from partitions.action_log_default l where l.created_at < v_oldest_action;
  delete from private.recent_actions r where r.created_at < v_now - interval '1 hour';
  delete from public.security_events e using private.retentions r
    where r.log = 'security_events' and e.created_at < v_now - r.kept;
  delete from public.beta_attempts a using private.retentions r
    where r.log = 'beta_attempts' and a.attempted_at < v_now - r.kept and a.attempted_at < v_now - interval '1 minute';
  delete from public.beta_sessions s using private.retentions r
    where r.log = 'beta_sessions' and s.expires_at < v_now - r.kept;
  perform private.drop_answered_months(v_oldest_action);
end;
$$;
