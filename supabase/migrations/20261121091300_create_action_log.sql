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
alter table public.action_log enable row level security;
revoke all on table public.action_log from public, anon, authenticated;
grant select on table public.action_log to service_role;

-- A play that was counted without its ZAP (increment_track_play_count) is paid here, once.
create function private.record_zap(p_user uuid, p_type text, p_metadata jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_rule public.zap_rules;
  v_today date := private.utc_day(private.now());
  v_track_text text := p_metadata ->> 'track_id';
  v_play public.track_plays;
  v_count integer;
  v_earned integer;
begin
  select r.* into v_rule from public.zap_rules r where r.action_type = p_type and r.is_recordable;
  if not found then
    perform private.refuse('unknown_type', 'Unknown action type.');
  end if;
  if p_type <> 'play' then
    select count(*) into v_count from public.zap_actions a
      where a.user_id = p_user and a.credited_on = v_today and a.action_type = p_type;
    if v_count >= v_rule.daily_cap then
      perform private.refuse('daily_limit', 'Daily limit reached for this action.');
    end if;
    perform private.grant_zaps(
      p_user,
      p_type,
      v_rule.zap_value,
      case when private.is_uuid(v_track_text) then jsonb_build_object('track_id', v_track_text::uuid) else '{}' end,
      v_today
    );
    return jsonb_build_object('success', true, 'zaps_earned', v_rule.zap_value, 'message', 'Recorded.');
  end if;

  if v_track_text is null or not private.is_uuid(v_track_text) then
    perform private.refuse('invalid_payload', 'A play needs the id of its track.');
  end if;
  select p.* into v_play from public.track_plays p
    where p.user_id = p_user and p.track_id = v_track_text::uuid and p.played_on = v_today and p.deleted_at is null;
  if not found or not v_play.is_manual or v_play.is_self_play then
    perform private.refuse('no_play', 'No play of this track earns a ZAP today.');
  end if;
  if exists (
    select 1 from public.zap_actions a
    where a.user_id = p_user and a.action_type = 'play' and a.credited_on = v_today
      and a.metadata ->> 'track_id' = v_play.track_id::text
  ) then
    perform private.refuse('already_awarded', 'You already earned the ZAP for this track today.');
  end if;
  v_earned := private.award_play(p_user, v_play.track_id, v_today);
  if v_earned = 0 then
    perform private.refuse('daily_limit', 'Daily ZAP limit for plays reached. Extra plays count for your streak.');
  end if;
  update public.track_plays p set zaps_earned = p.zaps_earned + v_earned where p.id = v_play.id;
  return jsonb_build_object('success', true, 'zaps_earned', v_earned, 'message', format('+%s ZAP', v_earned));
end;
$$;

create function private.dispatch(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_result jsonb;
begin
  if p_kind in ('play.record', 'play.count') then
    return private.record_play(
      p_user,
      private.uuid_field(p_payload, 'track_id'),
      private.milliseconds_field(p_payload, 'progress_ms'),
      private.boolean_field(p_payload, 'is_manual'),
      p_occurred_at,
      p_kind = 'play.record'
    );
  end if;
  case p_kind
    when 'track.create' then v_result := private.create_track(p_user, p_payload);
    when 'profile.update' then v_result := private.update_profile(p_user, p_payload);
    when 'zap.record' then
      v_result := private.record_zap(p_user, private.text_field(p_payload, 'type'), p_payload -> 'metadata');
    else perform private.refuse('unknown_kind', 'This kind of action is not known.');
  end case;
  perform private.mark_action(p_user, private.accepted_time(p_user, p_occurred_at));
  return v_result;
end;
$$;

-- Applies one action in its own exception block: { status, result }. What a later try may cure is raised again.
create function private.attempt(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_code text;
  v_message text;
begin
  return jsonb_build_object('status', 'applied', 'result', private.dispatch(p_user, p_kind, p_payload, p_occurred_at));
exception
  when serialization_failure or deadlock_detected or lock_not_available or query_canceled then
    raise;
  when sqlstate 'UC000' then
    get stacked diagnostics v_code = pg_exception_detail, v_message = message_text;
    return jsonb_build_object('status', 'rejected', 'result', jsonb_build_object('code', v_code, 'message', v_message));
  when others then
    -- The words of an unforeseen error are for the log, not for a person.
    raise log 'action % of % failed: % %', p_kind, p_user, sqlstate, sqlerrm;
    return jsonb_build_object(
      'status', 'rejected',
      'result', jsonb_build_object('code', 'failed', 'message', 'This could not be done. Please try again.')
    );
end;
$$;

-- Applies an action once: the answer of the first time is kept and given again. The caller holds the user's lock.
create function private.apply_once(
  p_user uuid, p_action uuid, p_kind text, p_request jsonb, p_payload jsonb, p_occurred_at timestamptz, p_refusal jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash bytea := sha256(convert_to(p_request::text, 'UTF8'));
  v_log public.action_log;
  v_outcome jsonb;
begin
  select l.* into v_log from public.action_log l where l.user_id = p_user and l.action_id = p_action;
  if found then
    if v_log.req_hash <> v_hash then
      return jsonb_build_object('status', 'rejected', 'result', jsonb_build_object(
        'code', 'id_reuse', 'message', 'This id belongs to another action.'
      ));
    end if;
    return jsonb_build_object('status', v_log.status, 'result', v_log.result);
  end if;
  if p_refusal is not null then
    v_outcome := jsonb_build_object('status', 'rejected', 'result', p_refusal);
  else
    v_outcome := private.attempt(p_user, p_kind, p_payload, p_occurred_at);
  end if;
  insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
    values (p_user, p_action, left(coalesce(p_kind, ''), 64), v_hash, v_outcome ->> 'status', v_outcome -> 'result');
  return v_outcome;
end;
$$;

-- An instant with its zone, as JSON clients write it; null for anything else ('infinity' and 'now' are times to Postgres).
create function private.parse_time(p_text text) returns timestamptz
language plpgsql immutable set search_path = ''
as $$
begin
  if p_text !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$' then
    return null;
  end if;
  return p_text::timestamptz;
exception
  when data_exception then
    return null;
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
  if p_action ->> 'kind' not in ('play.record', 'track.create', 'profile.update') then
    return jsonb_build_object('code', 'unknown_kind', 'message', 'This kind of action is not known.');
  end if;
  return null;
end;
$$;

create function public.sync_push(p_actions jsonb) returns jsonb
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
  -- Batches of different people raise the same tracks' counts: taken in one order, they wait for each other and never deadlock.
  perform 1 from public.tracks t
    where t.id in (
      select (a.value -> 'payload' ->> 'track_id')::uuid from jsonb_array_elements(p_actions) a
      where a.value ->> 'kind' = 'play.record' and private.is_uuid(a.value -> 'payload' ->> 'track_id')
    )
    order by t.id
    for no key update;

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
revoke all on function public.sync_push(jsonb) from public, anon, authenticated;
grant execute on function public.sync_push(jsonb) to authenticated;
