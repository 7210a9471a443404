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
  v_kind private.action_kinds;
  v_what text;
begin
  select k.* into v_kind from private.action_kinds k where k.kind = p_action ->> 'kind' and k.is_queueable;
  v_what := case
    when octet_length(p_action::text) > 16384 then 'It is too large.'
    when jsonb_typeof(p_action -> 'kind') is distinct from 'string' then 'Its kind is missing.'
    when not exists (
      select from generate_series(1, coalesce(v_kind.v, 1)) n (v) where to_jsonb(n.v) = p_action -> 'v'
    ) then 'Its version is not known.'
    when jsonb_typeof(p_action -> 'payload') is distinct from 'object' then 'Its payload is missing.'
    when jsonb_typeof(p_action -> 'occurred_at') is distinct from 'string' then 'Its time is missing.'
    when private.parse_time(p_action ->> 'occurred_at') is null then 'Its time cannot be read.'
  end;
  if v_what is not null then
    return jsonb_build_object('code', 'invalid_action', 'message', 'This action cannot be understood. ' || v_what);
  end if;
  if v_kind.kind is null then
    return jsonb_build_object('code', 'unknown_kind', 'message', 'This kind of action is not known.');
  end if;
  if private.version_of(p_action) < v_kind.min_v then
    return jsonb_build_object(
      'code', 'old_version', 'message', 'An older version of the app wrote this. Reload the app, then try again.'
    );
  end if;
  return null;
end;
$$;

create function private.dispatch(p_user uuid, p_kind text, p_v integer, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_kind private.action_kinds;
  v_result jsonb;
begin
  select k.* into v_kind from private.action_kinds k where k.kind = p_kind;
  if not found then
    perform private.refuse('unknown_kind', 'This kind of action is not known.');
  end if;
  if v_kind.v = 1 then
    execute format('select private.%I($1, $2, $3)', v_kind.handler) into v_result using p_user, p_payload, p_occurred_at;
  else
    execute format('select private.%I($1, $2, $3, $4)', v_kind.handler) into v_result using p_user, p_v, p_payload, p_occurred_at;
  end if;
  perform private.mark_action(p_user, private.accepted_time(p_user, p_occurred_at));
  return v_result;
end;
$$;

/*
 * Applies one action in its own exception block: { status, result }. What a later try may cure is raised again, and so is trouble of the
 * server itself: resources that run out (53), a server that is shut down (57), a disk or a file that fails (58), and errors within
 * PostgreSQL (XX). Stored as a refusal it would be final. What was put off is 'later'.
 */
create function private.attempt(p_user uuid, p_kind text, p_v integer, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_code text;
  v_message text;
  v_hint text;
begin
  begin
    return jsonb_build_object('status', 'applied', 'result', private.dispatch(p_user, p_kind, p_v, p_payload, p_occurred_at));
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
-- neither done nor remembered: it is 'later', and may come again as it is. The caller holds the user's lock, and says whether it has
-- checked the pace.
create function private.apply_once(
  p_user uuid, p_action uuid, p_kind text, p_v integer, p_request jsonb, p_payload jsonb, p_occurred_at timestamptz, p_refusal jsonb,
  p_is_within_pace boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash bytea := private.request_hash(p_request);
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
  if not p_is_within_pace then
    v_wait := private.pace_wait(p_user, v_kind);
  end if;
  if v_wait is not null then
    return jsonb_build_object('status', 'later', 'result', jsonb_build_object(
      'code', 'too_fast', 'message', 'Too fast. Please wait a while and try again.', 'retry_after', v_wait
    ));
  end if;
  if p_refusal is not null then
    v_outcome := jsonb_build_object('status', 'rejected', 'result', p_refusal);
  else
    v_outcome := private.attempt(p_user, p_kind, p_v, p_payload, p_occurred_at);
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

-- By what an action is the same as before (SY-9).
create function private.request_hash(p_request jsonb) returns bytea
language plpgsql immutable set search_path = ''
as $$
begin
  return sha256(convert_to(p_request::text, 'UTF8'));
end;
$$;

create function private.request_of(p_action jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_array(p_action -> 'kind', p_action -> 'v', p_action -> 'payload', p_action -> 'occurred_at');
end;
$$;

/*
 * Applies as many of these actions as can be done together, all of one kind, well-formed and never seen before: their outcomes, in
 * order. None when something stood in the way, which is for each of them alone to find out. What a later try may cure is raised again,
 * as in private.attempt.
 */
create function private.attempt_together(p_user uuid, p_handler text, p_payloads jsonb[]) returns jsonb[]
language plpgsql security definer set search_path = ''
as $$
declare
  v_outcomes jsonb[];
begin
  execute format('select private.%I($1, $2)', p_handler) into v_outcomes using p_user, p_payloads;
  return coalesce(v_outcomes, '{}');
exception
  when serialization_failure or deadlock_detected or lock_not_available or query_canceled then
    raise;
  when others then
    if left(sqlstate, 2) in ('53', '57', '58', 'XX') then
      raise;
    end if;
    raise log '% of % failed together: % %', p_handler, p_user, sqlstate, sqlerrm;
    return '{}';
end;
$$;

-- The same as applying and remembering each of them, one after the other (private.apply_once). The caller holds the user's lock, and
-- knows them to be new, well-formed, of one kind, and within its pace.
create function private.apply_together(p_user uuid, p_kind text, p_actions jsonb[]) returns jsonb[]
language plpgsql security definer set search_path = ''
as $$
declare
  v_handler text;
  v_outcomes jsonb[];
  v_times timestamptz[];
  v_code text;
begin
  select k.together into strict v_handler from private.action_kinds k where k.kind = p_kind;
  v_outcomes := private.attempt_together(
    p_user, v_handler, (select array_agg(a.action -> 'payload' order by a.place) from unnest(p_actions) with ordinality a (action, place))
  );
  if v_outcomes = '{}' then
    return v_outcomes;
  end if;
  insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
    select p_user, (a.action ->> 'id')::uuid, p_kind, private.request_hash(private.request_of(a.action)), o.outcome ->> 'status',
      o.outcome -> 'result'
    from unnest(p_actions) with ordinality a (action, place)
    join unnest(v_outcomes) with ordinality o (outcome, place) using (place)
    order by a.place;
  select array_agg(private.parse_time(a.action ->> 'occurred_at') order by a.place) into v_times
    from unnest(p_actions) with ordinality a (action, place)
    join unnest(v_outcomes) with ordinality o (outcome, place) using (place)
    where o.outcome ->> 'status' = 'applied';
  if v_times is not null then
    -- Each time that is not accepted becomes now, and so does every one behind it: the marks of all are that of the last.
    perform private.mark_action(p_user, case
      when v_times = (select array_agg(t.at order by t.at) from unnest(v_times) t (at))
        and private.accepted_time(p_user, v_times[1]) = v_times[1]
      then private.accepted_time(p_user, v_times[cardinality(v_times)])
      else private.now()
    end);
  end if;
  for v_code in
    select o.outcome -> 'result' ->> 'code' from unnest(v_outcomes) o (outcome) where o.outcome ->> 'status' = 'rejected'
  loop
    perform private.note_refusal(p_user, p_kind, v_code);
  end loop;
  return v_outcomes;
end;
$$;

-- The version of a well-formed action's payload.
create function private.version_of(p_action jsonb) returns integer
language sql immutable set search_path = ''
return (p_action ->> 'v')::numeric::integer;
