-- A person deletes files of the own folder as long as no track and no profile names them. A file that a row names goes when the
-- row does, through the queue of removals. The person's lock comes first: a track that is being made names its file
-- already, though nobody sees it yet.
create function private.may_delete_file(p_bucket text, p_name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.lock_user(private.require_user());
  return not private.is_file_named(p_bucket, p_name);
end;
$$;
revoke all on function private.may_delete_file(text, text) from public, anon, authenticated;
grant execute on function private.may_delete_file(text, text) to authenticated;

alter policy objects_delete_own on storage.objects
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and private.may_delete_file(bucket_id, name)
  );

-- A row must not begin to name a file that is being deleted: after five minutes that was given up, and the next look at the
-- queue finds the name and lets the file be.
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
    where f.bucket_id = p_bucket and f.name = p_name and o.owner_id = p_user::text and f.checked_at >= o.updated_at
      and not exists (
        select 1 from private.file_removals r
        where r.bucket_id = f.bucket_id and r.name = f.name and r.taken_at > private.now() - interval '5 minutes'
      );
  if not found then
    perform private.refuse('file_missing', 'The file was not found. Please upload it again.');
  end if;
  if v_facts.kind <> all (p_kinds) then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  return v_facts;
end;
$$;

-- As before, but a track that is there already is told as that also to a person whose last slot it took, and whatever else
-- has changed since.
create or replace function private.admit_track(p_user uuid, p_track public.tracks) returns public.tracks
language plpgsql stable security definer set search_path = ''
as $$
declare
  v public.tracks := p_track;
  v_audio private.file_facts;
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
    perform private.own_file(p_user, 'covers', v.cover_url, array['png', 'jpeg', 'webp', 'gif']);
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
