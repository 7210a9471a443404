create function private.upload_slots(p_level integer) returns integer
language sql immutable set search_path = ''
return case when p_level <= 3 then 3 when p_level = 4 then 5 when p_level = 5 then 7 else 10 end;

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
language sql immutable set search_path = ''
return 'All your upload slots are in use. Delete a track or reach a higher level to free one.';

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
grant execute on function public.check_upload_slot_availability(uuid) to authenticated;

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
grant execute on function public.validate_file_upload(uuid, text, text, bigint) to authenticated;

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
grant execute on function public.increment_upload_count(uuid) to authenticated;

-- Restricted words are said before the files are sent; create_track judges them again (S-18). The description stays on the
-- device (S-15) and is judged all the same, as specified.
create function public.check_upload_words(p_user_id uuid, p_title text, p_artist_name text, p_description text)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_has_words boolean;
begin
  perform private.require_self(p_user_id);
  -- No longer than the form allows: nobody makes the server read a book.
  v_has_words := private.has_restricted_words(left(p_title, 100))
    or private.has_restricted_words(left(p_artist_name, 50))
    or private.has_restricted_words(left(p_description, 1000));
  return jsonb_build_object(
    'valid', not coalesce(v_has_words, false),
    'reason', case when v_has_words then 'Your submission contains restricted words. Please edit and try again.' end
  );
end;
$$;
grant execute on function public.check_upload_words(uuid, text, text, text) to authenticated;

create function private.clean_track_title(p_title text, p_limit integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_title text := btrim(coalesce(p_title, ''));
begin
  if v_title = '' then
    perform private.refuse('title_missing', 'Track title cannot be empty');
  elsif char_length(v_title) > p_limit then
    perform private.refuse('title_too_long', format('Track title must be %s characters or less', p_limit));
  end if;
  perform private.check_words(v_title);
  return v_title;
end;
$$;

/*
 * A new track as it will be kept, with what the server measured in its file; refuses what may not be, such as one that lasts too long. The caller
 * holds the user's lock, so that two uploads cannot share the last slot. A track that is there already is told as that also to a person whose
 * last slot it took, and whatever else has changed since. Every size of the cover must be there and be a picture: the name promises it to every
 * device.
 */
create function private.admit_track(p_user uuid, p_track public.tracks) returns public.tracks
language plpgsql stable security definer set search_path = ''
as $$
declare
  v public.tracks := p_track;
  v_audio private.file_facts;
  v_picture text;
begin
  v.audio_url := coalesce(private.storage_path('tracks', v.audio_url), '');
  if exists (
    select 1 from public.tracks t where t.user_id = p_user and (t.id = v.id or t.audio_url = v.audio_url)
  ) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  if v.rights_confirmed is not true then
    perform private.refuse('rights_missing', 'Please confirm that you hold the rights to this track.');
  end if;
  v.title := private.clean_track_title(v.title, 100);
  v.artist_name := btrim(coalesce(v.artist_name, ''));
  if v.artist_name = '' then
    perform private.refuse('artist_missing', 'Artist name is required');
  elsif char_length(v.artist_name) > 50 then
    perform private.refuse('artist_too_long', 'Artist name too long');
  end if;
  perform private.check_words(v.artist_name);
  if not exists (select 1 from public.genres g where g.name = v.genre and g.deleted_at is null) then
    perform private.refuse('genre_unknown', 'Please choose one of the genres.');
  end if;
  v_audio := private.own_file(p_user, 'tracks', v.audio_url, array['mpeg']);
  if coalesce(v_audio.duration_ms, 0) <= 0 then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  if v_audio.duration_ms > private.media_rule('longest_track_ms') then
    perform private.refuse(
      'track_too_long',
      format('A track may last %s at most. Choose a shorter one.', private.length_words(private.media_rule('longest_track_ms')))
    );
  end if;
  if v.cover_url is not null then
    v.cover_url := coalesce(private.storage_path('covers', v.cover_url), '');
    foreach v_picture in array private.picture_files(v.cover_url) loop
      perform private.own_file(p_user, 'covers', v_picture, array['png', 'jpeg', 'webp', 'gif']);
    end loop;
  end if;
  if private.slots_available(p_user) = 0 then
    perform private.refuse('no_slots', private.no_slots_message());
  end if;
  -- Another's, whose id was taken by chance or on purpose.
  if exists (select 1 from public.tracks t where t.id = v.id or t.audio_url = v.audio_url) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  v.duration_ms := v_audio.duration_ms;
  v.audio_bytes := v_audio.bytes;
  v.radio_opt_in := coalesce(v.radio_opt_in, false);
  return v;
end;
$$;

create function private.create_track(p_user uuid, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.tracks;
begin
  v.id := private.uuid_field(p_payload, 'track_id');
  v.title := private.text_field(p_payload, 'title');
  v.artist_name := private.text_field(p_payload, 'artist_name');
  v.genre := private.text_field(p_payload, 'genre');
  v.audio_url := private.text_field(p_payload, 'audio_path');
  if coalesce(jsonb_typeof(p_payload -> 'cover_path'), 'null') <> 'null' then
    v.cover_url := private.text_field(p_payload, 'cover_path');
  end if;
  v.radio_opt_in := private.boolean_field(p_payload, 'radio_opt_in');
  v.rights_confirmed := private.boolean_field(p_payload, 'rights_confirmed');
  v := private.admit_track(p_user, v);
  insert into public.tracks
      (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed)
    values
      (v.id, p_user, v.title, v.artist_name, v.genre, v.audio_url, v.cover_url, v.duration_ms, v.audio_bytes, v.radio_opt_in, true);
  return jsonb_build_object('success', true, 'track_id', v.id, 'slots_available', private.slots_available(p_user));
end;
$$;

create function private.handle_track_create(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.create_track(p_user, p_payload);
$$;

create function private.require_own_track(p_user uuid, p_track uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.tracks t
    where t.id = p_track and t.user_id = p_user and t.deleted_at is null
    for no key update;
  if not found then
    perform private.refuse('track_missing', 'This track is no longer available.');
  end if;
end;
$$;

create function private.handle_track_update(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_title text;
  v_is_public boolean;
begin
  if not (p_payload ?| array['title', 'is_public']) then
    perform private.refuse('invalid_payload', 'There is nothing to change.');
  end if;
  if p_payload ? 'is_public' then
    v_is_public := private.boolean_field(p_payload, 'is_public');
  end if;
  if p_payload ? 'title' then
    v_title := private.clean_track_title(private.text_field(p_payload, 'title'), 60);
  end if;
  perform private.require_own_track(p_user, v_track);
  update public.tracks t
    set title = coalesce(v_title, t.title), is_public = coalesce(v_is_public, t.is_public)
    where t.id = v_track;
  return jsonb_build_object('success', true);
end;
$$;

-- S-42: the artist opens a track to sponsorship, or closes it, while it is not sponsored. Told twice is told once.
create function private.handle_track_radio(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_is_open boolean := private.boolean_field(p_payload, 'radio_opt_in');
begin
  perform private.require_own_track(p_user, v_track);
  if exists (select 1 from public.tracks t where t.id = v_track and t.sponsored and t.radio_opt_in <> v_is_open) then
    perform private.refuse('track_sponsored', 'This track is on the radio now. It can be changed when its time there is over.');
  end if;
  update public.tracks t set radio_opt_in = v_is_open where t.id = v_track and t.radio_opt_in <> v_is_open;
  return jsonb_build_object('success', true);
end;
$$;

-- Leaves a tombstone that says nothing of the person, and tombstones of its shares and votes. The files' names go too, so
-- that the files can.
create function private.remove_track(p_track uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.shared_tracks s where s.track_id = p_track order by s.id for no key update;
  update public.shared_tracks s set deleted_at = private.now() where s.track_id = p_track and s.deleted_at is null;
  update public.track_votes v set deleted_at = private.now() where v.track_id = p_track and v.deleted_at is null;
  update public.tracks t
    set deleted_at = private.now(), is_public = false, radio_opt_in = false, sponsored = false, sponsored_at = null,
      title = 'Deleted track', artist_name = 'Unknown Artist', audio_url = 'deleted/' || t.id, cover_url = null
    where t.id = p_track and t.deleted_at is null;
end;
$$;

create function private.handle_track_delete(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
begin
  perform private.require_own_track(p_user, v_track);
  perform private.remove_track(v_track);
  return jsonb_build_object('success', true, 'slots_available', private.slots_available(p_user));
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('track.create', 'handle_track_create', true),
  ('track.update', 'handle_track_update', true),
  ('track.radio', 'handle_track_radio', true),
  ('track.delete', 'handle_track_delete', true);

-- The doors of REST. The person's lock comes before the row that the statement itself locks.
create function private.begin_own_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_user(private.require_user());
  return null;
end;
$$;
create trigger tracks_begin_edit before insert or update or delete on public.tracks
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.begin_own_edit();

create function private.admit_track_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  return private.admit_track(private.require_self(new.user_id), new);
end;
$$;
create trigger tracks_admit before insert on public.tracks
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_track_row();

create function private.admit_track_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.title is distinct from old.title then
    new.title := private.clean_track_title(new.title, 60);
  end if;
  return new;
end;
$$;
create trigger tracks_admit_edit before update on public.tracks
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_track_edit();

create function private.remove_track_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.deleted_at is not null and current_setting('undercurrent.sweeps_tombstones', true) = 'on' then
    return old;
  end if;
  perform private.remove_track(old.id);
  return null;
end;
$$;

create trigger tracks_soft_delete before delete on public.tracks
  for each row execute function private.remove_track_row();

-- How many files that no row names a person may have for a public bucket: one for each free slot, and a few for uploads that are under way
-- or were given up.
create function private.most_unused_files(p_user uuid, p_bucket text) returns integer
language sql stable security definer set search_path = ''
as $$
  select case p_bucket
    when 'tracks' then private.slots_available(p_user) + 3
    when 'covers' then private.slots_available(p_user) + 6
    else 6
  end;
$$;
