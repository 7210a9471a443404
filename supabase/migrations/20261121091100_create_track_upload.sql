-- S-16: what the level allows, minus the tracks now owned.
create function private.slots_available(p_user uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select greatest(
    0,
    private.upload_slots(coalesce((select s.fan_level from public.user_stats s where s.user_id = p_user), 1))
      - (select count(*)::integer from public.tracks t where t.user_id = p_user and t.deleted_at is null)
  );
$$;

create function private.no_slots_message() returns text
language sql immutable
return 'All your upload slots are in use. Delete a track or reach a higher level to free one.';

-- The facts of a file that this user put below their own folder; refuses anything else.
create function private.own_file(p_user uuid, p_bucket text, p_name text, p_kinds text[]) returns private.file_facts
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_facts private.file_facts;
begin
  if p_name not like p_user::text || '/%' or p_name like '%..%' or char_length(p_name) > 500 then
    perform private.refuse('file_not_yours', 'This file is not in your own folder.');
  end if;
  select f.* into v_facts
    from private.file_facts f
    join storage.objects o on o.bucket_id = f.bucket_id and o.name = f.name
    where f.bucket_id = p_bucket and f.name = p_name and o.owner_id = p_user::text;
  if not found then
    perform private.refuse('file_missing', 'The file was not found. Please upload it again.');
  end if;
  if v_facts.kind <> all (p_kinds) then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  return v_facts;
end;
$$;

-- The caller holds the user's lock, so that two uploads cannot share the last slot.
create function private.create_track(p_user uuid, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := private.uuid_field(p_payload, 'track_id');
  v_title text := btrim(private.text_field(p_payload, 'title'));
  v_artist text := btrim(private.text_field(p_payload, 'artist_name'));
  v_genre text := private.text_field(p_payload, 'genre');
  v_audio_path text := private.text_field(p_payload, 'audio_path');
  v_cover_path text;
  v_radio boolean := private.boolean_field(p_payload, 'radio_opt_in');
  v_audio private.file_facts;
begin
  if not private.boolean_field(p_payload, 'rights_confirmed') then
    perform private.refuse('rights_missing', 'Please confirm that you hold the rights to this track.');
  end if;
  if v_title = '' then
    perform private.refuse('title_missing', 'Track title cannot be empty');
  elsif char_length(v_title) > 100 then
    perform private.refuse('title_too_long', 'Track title must be 100 characters or less');
  end if;
  if v_artist = '' then
    perform private.refuse('artist_missing', 'Artist name is required');
  elsif char_length(v_artist) > 50 then
    perform private.refuse('artist_too_long', 'Artist name too long');
  end if;
  perform private.check_words(v_title);
  perform private.check_words(v_artist);
  if not exists (select 1 from public.genres g where g.name = v_genre and g.deleted_at is null) then
    perform private.refuse('genre_unknown', 'Please choose one of the genres.');
  end if;
  v_audio := private.own_file(p_user, 'tracks', v_audio_path, array['mpeg']);
  if coalesce(v_audio.duration_ms, 0) <= 0 then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  if coalesce(jsonb_typeof(p_payload -> 'cover_path'), 'null') <> 'null' then
    v_cover_path := private.text_field(p_payload, 'cover_path');
    perform private.own_file(p_user, 'covers', v_cover_path, array['png', 'jpeg', 'webp', 'gif']);
  end if;
  if private.slots_available(p_user) = 0 then
    perform private.refuse('no_slots', private.no_slots_message());
  end if;
  if exists (select 1 from public.tracks t where t.id = v_id or t.audio_url = v_audio_path) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  insert into public.tracks
      (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed)
    values
      (v_id, p_user, v_title, v_artist, v_genre, v_audio_path, v_cover_path, v_audio.duration_ms, v_audio.bytes, v_radio, true);
  return jsonb_build_object('success', true, 'track_id', v_id, 'slots_available', private.slots_available(p_user));
end;
$$;
