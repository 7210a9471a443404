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
