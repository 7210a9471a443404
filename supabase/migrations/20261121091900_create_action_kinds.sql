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
revoke all on table private.action_kinds from public, anon, authenticated, service_role;

create function private.handle_play_record(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_play(
    p_user,
    private.uuid_field(p_payload, 'track_id'),
    private.milliseconds_field(p_payload, 'progress_ms'),
    private.boolean_field(p_payload, 'is_manual'),
    p_occurred_at,
    true
  );
$$;

-- A play whose ZAP is asked for apart, with record_zap_action.
create function private.handle_play_count(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_play(
    p_user,
    private.uuid_field(p_payload, 'track_id'),
    private.milliseconds_field(p_payload, 'progress_ms'),
    private.boolean_field(p_payload, 'is_manual'),
    p_occurred_at,
    false
  );
$$;

create function private.handle_track_create(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.create_track(p_user, p_payload);
$$;

create function private.handle_profile_update(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.update_profile(p_user, p_payload);
$$;

create function private.handle_zap_record(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_zap(p_user, private.text_field(p_payload, 'type'), p_payload -> 'metadata');
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('play.record', 'handle_play_record', true),
  ('play.count', 'handle_play_count', false),
  ('track.create', 'handle_track_create', true),
  ('profile.update', 'handle_profile_update', true),
  ('zap.record', 'handle_zap_record', false);

create or replace function private.dispatch(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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

create or replace function private.malformed_action(p_action jsonb) returns jsonb
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

-- Batches of different people touch the same tracks and the same pairs. Taken in one order, tracks first, they wait for
-- each other and never deadlock.
create function private.lock_batch(p_user uuid, p_actions jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
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
      where private.is_uuid(a.value -> 'payload' ->> 'partner_id') and a.value ->> 'kind' like 'connection.%'
      order by 1
    ) o;
end;
$$;

create or replace function public.sync_push(p_actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_action jsonb;
  v_refusal jsonb;
  v_outcome jsonb;
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
    v_results := v_results || jsonb_build_array(
      jsonb_build_object('id', left(coalesce(v_action ->> 'id', ''), 100)) || v_outcome
    );
  end loop;
  return jsonb_build_object('results', v_results, 'server_time', private.iso(private.now()));
end;
$$;

revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function private.may_browse(), private.can_see_profile(uuid, text, uuid) to anon, authenticated, service_role;
