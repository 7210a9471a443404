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
