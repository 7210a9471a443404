-- The specification's procedures over the functions that sync_push uses too (SY-10). With p_action_id they keep SY-9's
-- promise: the same call twice has one effect and two equal answers.
create function private.call_once(p_kind text, p_payload jsonb, p_action_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_outcome jsonb;
begin
  perform private.lock_user(v_user);
  perform private.ensure_user(v_user);
  if p_action_id is null then
    v_outcome := private.attempt(v_user, p_kind, p_payload, null);
  else
    v_outcome := private.apply_once(
      v_user, p_action_id, p_kind, jsonb_build_array(p_kind, 1, p_payload, null), p_payload, null, null
    );
  end if;
  if v_outcome ->> 'status' = 'rejected' then
    return jsonb_build_object('success', false) || (v_outcome -> 'result');
  end if;
  return v_outcome -> 'result';
end;
$$;

create function public.increment_track_play_count(
  track_id_p uuid, progress_ms integer, p_action_id uuid default null, p_is_manual boolean default true
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_result jsonb := private.call_once(
    'play.count',
    jsonb_build_object('track_id', track_id_p, 'progress_ms', progress_ms, 'is_manual', p_is_manual),
    p_action_id
  );
begin
  if v_result ? 'newPlayCount' then
    v_result := v_result
      || jsonb_build_object('new_play_count', v_result -> 'newPlayCount', 'play_count', v_result -> 'newPlayCount');
  end if;
  return v_result;
end;
$$;

create function public.record_zap_action(
  p_action_type text, p_zap_value integer, p_metadata jsonb, p_action_id uuid default null
) returns jsonb
language sql security definer set search_path = ''
as $$
  -- p_zap_value is accepted and ignored (S-7).
  select jsonb_build_object('zaps_earned', 0) || private.call_once(
    'zap.record',
    jsonb_build_object(
      'type', p_action_type,
      'metadata', jsonb_build_object('track_id', left(p_metadata ->> 'track_id', 36))
    ),
    p_action_id
  );
$$;

create function public.backfill_missing_profile() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  perform private.ensure_user(v_user);
  return jsonb_build_object('success', true);
end;
$$;

create function public.check_upload_slot_availability(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_slots integer := private.slots_available(private.require_self(p_user_id));
begin
  return jsonb_build_object(
    'allowed', v_slots > 0,
    'message', case
      when v_slots = 0 then private.no_slots_message()
      when v_slots = 1 then '1 upload slot available'
      else format('%s upload slots available', v_slots)
    end,
    'slots_available', v_slots
  );
end;
$$;

-- A look at the names before the bytes are sent; the bytes are judged when they arrive (S-15).
create function public.validate_file_upload(p_user_id uuid, p_file_name text, p_file_type text, p_file_size bigint)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_type text := lower(coalesce(p_file_type, ''));
  v_name text := lower(coalesce(p_file_name, ''));
  v_reason text;
begin
  perform private.require_self(p_user_id);
  v_reason := case
    when v_name = '' or char_length(v_name) > 255 or coalesce(p_file_size, 0) <= 0
      then 'Invalid file. Please check file type and size.'
    when v_type like 'image/%' then case
      when v_type not in ('image/png', 'image/jpeg', 'image/webp', 'image/gif') then 'Must be an image file'
      when p_file_size > 5242880 then 'Image must be under 5MB'
    end
    when v_type like 'audio/%' or v_name ~ '\.(mp3|m4a|wav)$' then case
      when v_name !~ '\.mp3$' or v_type not in ('', 'audio/mpeg', 'audio/mp3') then
        'MP3 only for uploads! WAV files are reserved for Artist Stores when selling your music. '
          || 'Please upload an MP3 (max 50MB) for Explore and Radio.'
      when p_file_size > 52428800 then 'File size must be under 50MB'
    end
    else 'Invalid file. Please check file type and size.'
  end;
  return jsonb_build_object('valid', v_reason is null, 'reason', v_reason);
end;
$$;

-- The client announces an upload; the count itself is what is owned (S-16), so that announcing changes nothing.
create function public.increment_upload_count(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(p_user_id);
begin
  return jsonb_build_object(
    'success', true,
    'upload_count', (select count(*) from public.tracks t where t.user_id = v_user and t.deleted_at is null)
  );
end;
$$;

revoke all on function
  public.increment_track_play_count(uuid, integer, uuid, boolean),
  public.record_zap_action(text, integer, jsonb, uuid),
  public.backfill_missing_profile(),
  public.check_upload_slot_availability(uuid),
  public.validate_file_upload(uuid, text, text, bigint),
  public.increment_upload_count(uuid)
from public, anon, authenticated;
grant execute on function
  public.increment_track_play_count(uuid, integer, uuid, boolean),
  public.record_zap_action(text, integer, jsonb, uuid),
  public.backfill_missing_profile(),
  public.check_upload_slot_availability(uuid),
  public.validate_file_upload(uuid, text, text, bigint),
  public.increment_upload_count(uuid)
to authenticated;
