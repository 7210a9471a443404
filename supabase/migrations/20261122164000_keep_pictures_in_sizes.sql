-- A picture that is kept in several sizes is named by its largest, '..._large.jpg' or '..._medium.jpg'; the smaller ones lie
-- beside it (pictureFiles in sync/media/picture-sizes.ts). Any other name is one file.
create function private.picture_files(p_name text) returns text[]
language sql immutable set search_path = ''
return case
  when p_name ~ '_large\.[a-z]+$' then array[
    p_name, regexp_replace(p_name, '_large(\.[a-z]+)$', '_medium\1'), regexp_replace(p_name, '_large(\.[a-z]+)$', '_small\1')
  ]
  when p_name ~ '_medium\.[a-z]+$' then array[p_name, regexp_replace(p_name, '_medium(\.[a-z]+)$', '_small\1')]
  else array[p_name]
end;

-- The names under which a row may name this file: its own, and those of larger sizes.
create function private.names_of_picture(p_name text) returns text[]
language sql immutable set search_path = ''
return case
  when p_name ~ '_(medium|small)\.[a-z]+$' then array[
    p_name,
    regexp_replace(p_name, '_(medium|small)(\.[a-z]+)$', '_large\2'),
    regexp_replace(p_name, '_small(\.[a-z]+)$', '_medium\1')
  ]
  else array[p_name]
end;
revoke all on function private.picture_files(text), private.names_of_picture(text) from public, anon, authenticated;

-- As before, and a size of a picture is named with the picture.
create or replace function private.is_file_named(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_uuid(split_part(p_name, '/', 1)) then true
    when p_bucket = 'tracks' then exists (
      select 1 from public.tracks t where private.storage_path('tracks', t.audio_url) = p_name and t.deleted_at is null
    )
    when p_bucket = 'covers' then exists (
      select 1 from public.tracks t
      where private.storage_path('covers', t.cover_url) = any (private.names_of_picture(p_name)) and t.deleted_at is null
    )
    when p_bucket = 'avatars' then exists (
      select 1 from public.user_profiles p
      where private.storage_path('avatars', p.avatar_url) = any (private.names_of_picture(p_name)) and p.deleted_at is null
    )
    else true
  end;
$$;

-- As before, and a picture goes in all of its sizes.
create or replace function private.queue_file(p_owner uuid, p_bucket text, p_address text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id = p_bucket
      and o.name = any (private.picture_files(private.storage_path(p_bucket, p_address)))
      and starts_with(o.name, p_owner::text || '/')
  on conflict do nothing;
$$;

-- As before, and every size of the cover must be there and be a picture: the name promises it to every device.
create or replace function private.admit_track(p_user uuid, p_track public.tracks) returns public.tracks
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
