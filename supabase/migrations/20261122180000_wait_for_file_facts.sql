-- What can be done only in a while: neither done nor remembered, so that the same action may come again (SY-9).
create function private.put_off(p_code text, p_message text, p_seconds integer, p_more jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'UC001', message = p_message, detail = p_code,
    hint = (p_more || jsonb_build_object('retry_after', p_seconds))::text;
end;
$$;

-- As before, and what was put off is 'later'.
create or replace function private.attempt(p_user uuid, p_kind text, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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

-- As before, but an attempt that was put off leaves no line.
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
  if v_outcome ->> 'status' <> 'later' then
    insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
      values (p_user, p_action, v_kind, v_hash, v_outcome ->> 'status', v_outcome -> 'result');
  end if;
  return v_outcome;
end;
$$;

-- As before, but only a pace holds for all of a kind: another track's file may have been checked already.
create or replace function public.sync_push(p_actions jsonb) returns jsonb
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

-- As before, but a file that is there and was not judged yet is one to wait for, not a missing one. The longer it takes, the
-- less often it is asked for.
create or replace function private.own_file(p_user uuid, p_bucket text, p_name text, p_kinds text[]) returns private.file_facts
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_updated_at timestamptz;
  v_facts private.file_facts;
begin
  if p_name not like p_user::text || '/%' or p_name like '%..%' or char_length(p_name) > 500 then
    perform private.refuse('file_not_yours', 'This file is not in your own folder.');
  end if;
  select o.updated_at into v_updated_at from storage.objects o
    where o.bucket_id = p_bucket and o.name = p_name and o.owner_id = p_user::text
      and not exists (
        select 1 from private.file_removals r
        where r.bucket_id = o.bucket_id and r.name = o.name and r.taken_at > private.now() - interval '5 minutes'
      );
  if not found then
    perform private.refuse('file_missing', 'The file was not found. Please upload it again.');
  end if;
  select f.* into v_facts from private.file_facts f
    where f.bucket_id = p_bucket and f.name = p_name and f.checked_at >= v_updated_at;
  if not found then
    perform private.put_off(
      'not_checked',
      'The server has not checked this file yet. It goes on by itself.',
      least(greatest(ceil(extract(epoch from private.now() - v_updated_at) / 4), 2), 60)::integer,
      jsonb_build_object('file', jsonb_build_object('bucket', p_bucket, 'name', p_name))
    );
  end if;
  if v_facts.kind <> all (p_kinds) then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  return v_facts;
end;
$$;

-- Files that are being read by the function check-upload: each by one at a time, and few of a person.
create table private.file_checks (
  bucket_id text not null,
  name text not null,
  -- One that takes longer than two minutes was given up.
  begun_at timestamptz not null,
  primary key (bucket_id, name)
);
alter table private.file_checks enable row level security;
revoke all on table private.file_checks from public, anon, authenticated, service_role;
create policy file_checks_all_nobody on private.file_checks for all to anon, authenticated using (false) with check (false);

/*
 * Whether a file has to be read. state 'missing', 'checked' with what was found, 'busy' while it is read or the person's other files
 * are, or 'begun': read it and call finish_file_check with `seen`, which tells these bytes from later ones under the name.
 */
create function public.begin_file_check(p_bucket text, p_name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_folder text := split_part(p_name, '/', 1) || '/';
  v_updated_at timestamptz;
  v_facts private.file_facts;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:file_checks:' || v_folder, 0));
  select o.updated_at into v_updated_at from storage.objects o where o.bucket_id = p_bucket and o.name = p_name;
  if not found then
    return jsonb_build_object('state', 'missing');
  end if;
  select f.* into v_facts from private.file_facts f
    where f.bucket_id = p_bucket and f.name = p_name and f.checked_at >= v_updated_at;
  if found then
    return jsonb_build_object(
      'state', 'checked', 'kind', v_facts.kind, 'bytes', v_facts.bytes, 'duration_ms', v_facts.duration_ms
    );
  end if;
  delete from private.file_checks c where starts_with(c.name, v_folder) and c.begun_at < v_now - interval '2 minutes';
  if exists (select 1 from private.file_checks c where c.bucket_id = p_bucket and c.name = p_name)
    or (select count(*) from private.file_checks c where starts_with(c.name, v_folder)) >= 4
  then
    return jsonb_build_object('state', 'busy');
  end if;
  insert into private.file_checks (bucket_id, name, begun_at) values (p_bucket, p_name, v_now);
  return jsonb_build_object('state', 'begun', 'seen', extract(epoch from v_updated_at)::text);
end;
$$;

-- Keeps what was found, unless the file was replaced while it was read. p_kind null: it could not be read.
create function public.finish_file_check(
  p_bucket text, p_name text, p_seen text, p_kind text, p_mime text, p_bytes bigint, p_duration_ms integer
) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.file_checks c where c.bucket_id = p_bucket and c.name = p_name;
  perform 1 from storage.objects o
    where o.bucket_id = p_bucket and o.name = p_name and extract(epoch from o.updated_at)::text = p_seen
    for share;
  if not found or p_kind is null then
    return false;
  end if;
  perform public.record_file_facts(p_bucket, p_name, p_kind, p_mime, p_bytes, p_duration_ms);
  return true;
end;
$$;

revoke all on function
  private.put_off(text, text, integer, jsonb),
  public.begin_file_check(text, text),
  public.finish_file_check(text, text, text, text, text, bigint, integer)
from public, anon, authenticated;
grant execute on function
  public.begin_file_check(text, text),
  public.finish_file_check(text, text, text, text, text, bigint, integer)
to service_role;
