-- SY-9: what became of each action; the effect and its line here commit together.
create table public.action_log (
  user_id uuid not null references auth.users (id) on delete cascade,
  action_id uuid not null,
  kind text not null,
  req_hash bytea not null,
  status text not null,
  result jsonb not null,
  row_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default private.now(),
  primary key (user_id, action_id),
  constraint action_log_status_is_known check (status in ('applied', 'rejected'))
);
create index action_log_pace on public.action_log (user_id, created_at);
create index action_log_pace_of_kind on public.action_log (user_id, kind, created_at);
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
  is_queueable boolean not null
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

-- Seconds until this person may do one more of this kind; null when now.
create function private.pace_wait(p_user uuid, p_kind text) returns integer
language sql stable security definer set search_path = ''
as $$
  select ceil(extract(epoch from max(w.full_since) + interval '1 hour' - private.now()))::integer
  from (
    select (
      select l.created_at from public.action_log l
      where l.user_id = p_user and l.kind = p_kind and l.created_at > private.now() - interval '1 hour'
      order by l.created_at desc
      offset (
        select p.most_per_hour - 1 from private.action_paces p where p.kind in (p_kind, '*') order by p.kind = '*' limit 1
      )
      limit 1
    ) as full_since
    union all
    select (
      select l.created_at from public.action_log l
      where l.user_id = p_user and l.created_at > private.now() - interval '1 hour'
      order by l.created_at desc
      offset (select p.most_per_hour - 1 from private.action_paces p where p.kind = 'all')
      limit 1
    )
  ) w;
$$;

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
language sql security definer set search_path = ''
as $$
  insert into private.user_marks as m (user_id, last_action_at) values (p_user, p_at)
  on conflict (user_id) do update set last_action_at = greatest(m.last_action_at, excluded.last_action_at);
$$;

-- One writer a pair of people at a time, whoever of them writes (S-29).
create function private.lock_pair(p_one uuid, p_other uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(
    hashtextextended('undercurrent:pair:' || least(p_one, p_other)::text || ':' || greatest(p_one, p_other)::text, 0)
  );
end;
$$;

-- Batches of different people meet in tracks, pairs, connections and profiles. Taken in this one order, they wait for each
-- other and never in a circle.
create function private.lock_batch(p_user uuid, p_actions jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_partners uuid[];
  v_changes_profile boolean;
begin
  perform 1 from public.tracks t
    where t.id in (
      select (a.value -> 'payload' ->> 'track_id')::uuid from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'track_id')
    )
    order by t.id
    for no key update;
  perform private.lock_pair(p_user, o.id)
    from (
      select distinct (a.value -> 'payload' ->> 'partner_id')::uuid as id from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        and (a.value ->> 'kind' like 'connection.%' or a.value ->> 'kind' = 'message.send')
      order by 1
    ) o;
  select
      coalesce(array_agg(case when private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        then (a.value -> 'payload' ->> 'partner_id')::uuid end) filter (where a.value ->> 'kind' like 'connection.%'), '{}'),
      coalesce(bool_or(a.value ->> 'kind' = 'profile.update'), false)
    into v_partners, v_changes_profile
    from jsonb_array_elements(p_actions) a;
  if v_changes_profile or cardinality(v_partners) > 0 then
    perform 1 from public.connections c
      where (c.user_id = p_user and (v_changes_profile or c.connection_id = any (v_partners)))
        or (c.connection_id = p_user and (v_changes_profile or c.user_id = any (v_partners)))
      order by c.id
      for no key update;
    perform 1 from public.user_profiles p
      where p.id = p_user or p.id = any (v_partners)
      order by p.id
      for no key update;
  end if;
end;
$$;

-- What is wrong with the shape of an action, as { code, message }; null when nothing is.
create function private.malformed_action(p_action jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_what text;
begin
  v_what := case
    when octet_length(p_action::text) > 16384 then 'It is too large.'
    when jsonb_typeof(p_action -> 'kind') is distinct from 'string' then 'Its kind is missing.'
    when p_action -> 'v' is distinct from '1' then 'Its version is not known.'
    when jsonb_typeof(p_action -> 'payload') is distinct from 'object' then 'Its payload is missing.'
    when jsonb_typeof(p_action -> 'occurred_at') is distinct from 'string' then 'Its time is missing.'
    when private.parse_time(p_action ->> 'occurred_at') is null then 'Its time cannot be read.'
  end;
  if v_what is not null then
    return jsonb_build_object('code', 'invalid_action', 'message', 'This action cannot be understood. ' || v_what);
  end if;
  if not exists (select 1 from private.action_kinds k where k.kind = p_action ->> 'kind' and k.is_queueable) then
    return jsonb_build_object('code', 'unknown_kind', 'message', 'This kind of action is not known.');
  end if;
  return null;
end;
$$;

create function private.dispatch(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_handler text;
  v_result jsonb;
begin
  select k.handler into v_handler from private.action_kinds k where k.kind = p_kind;
  if not found then
    perform private.refuse('unknown_kind', 'This kind of action is not known.');
  end if;
  execute format('select private.%I($1, $2, $3)', v_handler) into v_result using p_user, p_payload, p_occurred_at;
  perform private.mark_action(p_user, private.accepted_time(p_user, p_occurred_at));
  return v_result;
end;
$$;

/*
 * Applies one action in its own exception block: { status, result }. What a later try may cure is raised again, and so is trouble of the
 * server itself: resources that run out (53), a server that is shut down (57), a disk or a file that fails (58), and errors within
 * PostgreSQL (XX). Stored as a refusal it would be final. What was put off is 'later'.
 */
create function private.attempt(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_code text;
  v_message text;
  v_hint text;
begin
  begin
    return jsonb_build_object('status', 'applied', 'result', private.dispatch(p_user, p_kind, p_payload, p_occurred_at));
  exception
    when serialization_failure or deadlock_detected or lock_not_available or query_canceled then
      raise;
    when sqlstate 'UC001' then
      get stacked diagnostics v_code = pg_exception_detail, v_message = message_text, v_hint = pg_exception_hint;
      return jsonb_build_object(
        'status', 'later', 'result', v_hint::jsonb || jsonb_build_object('code', v_code, 'message', v_message)
      );
    when sqlstate 'UC000' then
      get stacked diagnostics v_code = pg_exception_detail, v_message = message_text;
    when others then
      if left(sqlstate, 2) in ('53', '57', '58', 'XX') then
        raise;
      end if;
      -- The words of an unforeseen error are for the log, not for a person.
      raise log 'action % of % failed: % %', p_kind, p_user, sqlstate, sqlerrm;
      v_code := 'failed';
      v_message := 'This could not be done. Please try again.';
  end;
  perform private.note_refusal(p_user, p_kind, v_code);
  return jsonb_build_object('status', 'rejected', 'result', jsonb_build_object('code', v_code, 'message', v_message));
end;
$$;

-- Applies an action once: the answer of the first time is kept and given again. What comes faster than the pace, or was put off, is
-- neither done nor remembered: it is 'later', and may come again as it is. The caller holds the user's lock.
create function private.apply_once(
  p_user uuid, p_action uuid, p_kind text, p_request jsonb, p_payload jsonb, p_occurred_at timestamptz, p_refusal jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash bytea := sha256(convert_to(p_request::text, 'UTF8'));
  v_kind text := left(coalesce(p_kind, ''), 64);
  v_log public.action_log;
  v_wait integer;
  v_outcome jsonb;
begin
  select l.* into v_log from public.action_log l where l.user_id = p_user and l.action_id = p_action;
  if found then
    if v_log.req_hash <> v_hash then
      perform private.note_refusal(p_user, p_kind, 'id_reuse');
      return jsonb_build_object('status', 'rejected', 'result', jsonb_build_object(
        'code', 'id_reuse', 'message', 'This id belongs to another action.'
      ));
    end if;
    return jsonb_build_object('status', v_log.status, 'result', v_log.result);
  end if;
  v_wait := private.pace_wait(p_user, v_kind);
  if v_wait is not null then
    return jsonb_build_object('status', 'later', 'result', jsonb_build_object(
      'code', 'too_fast', 'message', 'Too fast. Please wait a while and try again.', 'retry_after', v_wait
    ));
  end if;
  if p_refusal is not null then
    v_outcome := jsonb_build_object('status', 'rejected', 'result', p_refusal);
  else
    v_outcome := private.attempt(p_user, p_kind, p_payload, p_occurred_at);
  end if;
  if v_outcome ->> 'status' <> 'later' then
    insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
      values (p_user, p_action, v_kind, v_hash, v_outcome ->> 'status', v_outcome -> 'result');
  end if;
  return v_outcome;
end;
$$;

-- SY-9, SY-15. Once an action is 'later', nothing behind it is done, so that no lane loses its order. A pace holds for all of a kind:
-- those of it that stand behind are told so. Of the others nothing is said, and they come again at once.
create function public.sync_push(p_actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_action jsonb;
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

  for v_action in select a.value from jsonb_array_elements(p_actions) with ordinality a order by a.ordinality loop
    if v_later is not null then
      if v_action ->> 'kind' = v_later_kind then
        v_results := v_results || jsonb_build_array(jsonb_build_object('id', left(coalesce(v_action ->> 'id', ''), 100)) || v_later);
      end if;
      continue;
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
        jsonb_build_array(v_action -> 'kind', v_action -> 'v', v_action -> 'payload', v_action -> 'occurred_at'),
        v_action -> 'payload',
        case when v_refusal is null then private.parse_time(v_action ->> 'occurred_at') end,
        v_refusal
      );
    end if;
    if v_outcome ->> 'status' = 'later' then
      v_later := v_outcome;
      v_later_kind := case when v_outcome -> 'result' ->> 'code' = 'too_fast' then v_action ->> 'kind' end;
    end if;
    v_results := v_results || jsonb_build_array(
      jsonb_build_object('id', left(coalesce(v_action ->> 'id', ''), 100)) || v_outcome
    );
  end loop;
  return jsonb_build_object('results', v_results, 'server_time', private.iso(private.now()));
end;
$$;
grant execute on function public.sync_push(jsonb) to authenticated;

-- The specification's procedures over the functions that sync_push uses too (SY-10). With p_action_id they keep SY-9's promise: the
-- same call twice has one effect and two equal answers. A call without an id is written down as well: it counts for the pace.
create function private.call_once(p_kind text, p_payload jsonb, p_action_id uuid) returns jsonb
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
    coalesce(p_action_id, gen_random_uuid()),
    p_kind,
    jsonb_build_array(p_kind, 1, p_payload, null),
    p_payload,
    null,
    null
  );
  if v_outcome ->> 'status' in ('rejected', 'later') then
    return jsonb_build_object('success', false) || (v_outcome -> 'result');
  end if;
  return v_outcome -> 'result';
end;
$$;
