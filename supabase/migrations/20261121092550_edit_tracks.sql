alter table public.tracks alter column id set default gen_random_uuid();

-- As before, and what was found must be of the bytes that are there now: a file may be replaced after it was looked at.
create or replace function private.own_file(p_user uuid, p_bucket text, p_name text, p_kinds text[]) returns private.file_facts
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
    where f.bucket_id = p_bucket and f.name = p_name and o.owner_id = p_user::text and f.checked_at >= o.updated_at;
  if not found then
    perform private.refuse('file_missing', 'The file was not found. Please upload it again.');
  end if;
  if v_facts.kind <> all (p_kinds) then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  return v_facts;
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

create function private.remove_track_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_track(old.id);
  return null;
end;
$$;
drop trigger tracks_soft_delete on public.tracks;
create trigger tracks_soft_delete before delete on public.tracks
  for each row execute function private.remove_track_row();

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

-- A new track as it will be kept, with what the server measured in its file; refuses what may not be. The caller holds the
-- user's lock, so that two uploads cannot share the last slot.
create function private.admit_track(p_user uuid, p_track public.tracks) returns public.tracks
language plpgsql stable security definer set search_path = ''
as $$
declare
  v public.tracks := p_track;
  v_audio private.file_facts;
begin
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
  v.audio_url := coalesce(private.storage_path('tracks', v.audio_url), '');
  v_audio := private.own_file(p_user, 'tracks', v.audio_url, array['mpeg']);
  if coalesce(v_audio.duration_ms, 0) <= 0 then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  if v.cover_url is not null then
    v.cover_url := coalesce(private.storage_path('covers', v.cover_url), '');
    perform private.own_file(p_user, 'covers', v.cover_url, array['png', 'jpeg', 'webp', 'gif']);
  end if;
  if private.slots_available(p_user) = 0 then
    perform private.refuse('no_slots', private.no_slots_message());
  end if;
  if exists (select 1 from public.tracks t where t.id = v.id or t.audio_url = v.audio_url) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  v.duration_ms := v_audio.duration_ms;
  v.audio_bytes := v_audio.bytes;
  v.radio_opt_in := coalesce(v.radio_opt_in, false);
  return v;
end;
$$;

create or replace function private.create_track(p_user uuid, p_payload jsonb) returns jsonb
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
  ('track.update', 'handle_track_update', true),
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

create policy tracks_insert_own on public.tracks for insert to authenticated
  with check (user_id = (select auth.uid()) and deleted_at is null);
create policy tracks_update_own on public.tracks for update to authenticated
  using (user_id = (select auth.uid()) and deleted_at is null)
  with check (user_id = (select auth.uid()));
create policy tracks_delete_own on public.tracks for delete to authenticated
  using (user_id = (select auth.uid()) and deleted_at is null);
grant
  insert (id, title, artist_name, genre, audio_url, cover_url, user_id, radio_opt_in, rights_confirmed),
  update (title, is_public),
  delete
on table public.tracks to authenticated;

revoke all on function
  private.remove_track(uuid),
  private.remove_track_row(),
  private.clean_track_title(text, integer),
  private.admit_track(uuid, public.tracks),
  private.require_own_track(uuid, uuid),
  private.handle_track_update(uuid, jsonb, timestamptz),
  private.handle_track_delete(uuid, jsonb, timestamptz),
  private.begin_own_edit(),
  private.admit_track_row(),
  private.admit_track_edit()
from public, anon, authenticated;
