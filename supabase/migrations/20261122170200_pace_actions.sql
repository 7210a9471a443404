-- How many actions of a kind a person may do in an hour; '*' stands for each kind without a line of its own, 'all' for all
-- together. An operator changes the numbers with an update; the next action goes by them.
create table private.action_paces (
  kind text primary key,
  most_per_hour integer not null,
  constraint action_paces_most_is_positive check (most_per_hour > 0)
);
alter table private.action_paces enable row level security;
revoke all on table private.action_paces from public, anon, authenticated;
create policy action_paces_all_nobody on private.action_paces for all to anon, authenticated using (false) with check (false);
-- A thousand votes or plays that waited for a network arrive in one go; nobody asks a hundred strangers in an hour.
insert into private.action_paces (kind, most_per_hour) values
  ('*', 1200),
  ('all', 3000),
  ('connection.request', 60),
  ('track.create', 60),
  ('report.send', 60);

create index action_log_pace on public.action_log (user_id, created_at);
create index action_log_pace_of_kind on public.action_log (user_id, kind, created_at);

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

-- As before, but what comes faster than the pace is neither done nor remembered: it is 'later', and may come again as it is.
create or replace function private.apply_once(
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
  insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
    values (p_user, p_action, v_kind, v_hash, v_outcome ->> 'status', v_outcome -> 'result');
  return v_outcome;
end;
$$;

-- As before, but a call without an id is written down as well: it counts.
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

-- As before, but once an action is 'later', nothing behind it is done, so that no lane loses its order (SY-15). Those behind it
-- that would be 'later' as well are told so; of the others nothing is said, and they come again at once.
create or replace function public.sync_push(p_actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_action jsonb;
  v_refusal jsonb;
  v_outcome jsonb;
  -- The first that came too fast, and its kind.
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
      v_later_kind := v_action ->> 'kind';
    end if;
    v_results := v_results || jsonb_build_array(
      jsonb_build_object('id', left(coalesce(v_action ->> 'id', ''), 100)) || v_outcome
    );
  end loop;
  return jsonb_build_object('results', v_results, 'server_time', private.iso(private.now()));
end;
$$;

-- The same pace at the door of the table.
create function private.require_connection_pace() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_most integer;
begin
  select p.most_per_hour into v_most from private.action_paces p
    where p.kind in ('connection.request', '*') order by p.kind = '*' limit 1;
  if (
    select count(*) from public.connections c
    where c.user_id = new.user_id and c.created_at > private.now() - interval '1 hour'
  ) >= v_most then
    perform private.refuse('too_fast', 'Too fast. Please wait a while and try again.');
  end if;
  return new;
end;
$$;
create trigger connections_require_pace before insert on public.connections
  for each row when (current_user in ('anon', 'authenticated')) execute function private.require_connection_pace();

revoke all on function private.pace_wait(uuid, text), private.require_connection_pace() from public, anon, authenticated;

-- How long each log is kept. An operator changes the spans with an update.
create table private.retentions (
  log text primary key,
  kept interval not null,
  constraint retentions_kept_is_positive check (kept > interval '0')
);
alter table private.retentions enable row level security;
revoke all on table private.retentions from public, anon, authenticated;
create policy retentions_all_nobody on private.retentions for all to anon, authenticated using (false) with check (false);
-- An action that was answered from the log no more would take effect again (SY-9): no device waits that long.
insert into private.retentions (log, kept) values
  ('action_log', interval '180 days'),
  ('security_events', interval '90 days'),
  ('beta_attempts', interval '10 minutes'),
  ('beta_sessions', interval '1 day');

-- Throws out what is older. Called every hour, by pg_cron where there is one, else by the process that serves the database.
create function private.sweep_logs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
begin
  delete from public.action_log l using private.retentions r
    where r.log = 'action_log' and l.created_at < v_now - r.kept and l.created_at < v_now - interval '1 day';
  delete from public.security_events e using private.retentions r
    where r.log = 'security_events' and e.created_at < v_now - r.kept;
  delete from public.beta_attempts a using private.retentions r
    where r.log = 'beta_attempts' and a.attempted_at < v_now - r.kept and a.attempted_at < v_now - interval '1 minute';
  delete from public.beta_sessions s using private.retentions r
    where r.log = 'beta_sessions' and s.expires_at < v_now - r.kept;
end;
$$;
create index action_log_created_at on public.action_log (created_at);
create index security_events_created_at on public.security_events (created_at);
revoke all on function private.sweep_logs() from public, anon, authenticated;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('sweep-logs', '17 * * * *', 'select private.sweep_logs()')$cron$;
  end if;
end;
$$;
