-- Uploads arrive in the private bucket 'incoming', and move to a public bucket once their bytes were checked: hosted Storage believes the
-- type that a client declares, and serves a public bucket at once. A file for 'tracks/<person>/<rest>' arrives as
-- 'incoming/<person>/tracks/<rest>'.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('incoming', 'incoming', false, 52428800, array['audio/mpeg', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

alter policy objects_select_own on storage.objects
  using (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
alter policy objects_insert_own on storage.objects
  with check (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and case bucket_id
      when 'incoming' then (storage.foldername(name))[2] in ('tracks', 'covers', 'avatars')
      else private.may_add_file(bucket_id)
    end
  );
-- An incoming file may be replaced: what was checked before no longer holds for it.
alter policy objects_update_own on storage.objects
  using (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and (bucket_id in ('incoming', 'avatars') or private.may_delete_file(bucket_id, name))
  )
  with check (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and (bucket_id <> 'incoming' or (storage.foldername(name))[2] in ('tracks', 'covers', 'avatars'))
  );
alter policy objects_delete_own on storage.objects
  using (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and private.may_delete_file(bucket_id, name)
  );

-- The name under which a file for this address arrives.
create function private.incoming_name(p_bucket text, p_name text) returns text
language sql immutable set search_path = ''
return split_part(p_name, '/', 1) || '/' || p_bucket || substr(p_name, strpos(p_name, '/'));

-- Whether a file of this kind and size, served with this declared type, belongs in a public bucket. p_mime null: none was declared.
create function private.suits_bucket(p_bucket text, p_kind text, p_bytes bigint, p_mime text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (p_kind = 'mpeg') = (p_bucket = 'tracks') and p_kind <> 'unknown' and exists (
    select 1 from storage.buckets b
    where b.id = p_bucket and coalesce(p_bytes <= b.file_size_limit, true)
      and coalesce(lower(btrim(split_part(p_mime, ';', 1))) = any (b.allowed_mime_types), true)
  );
$$;

-- As before; no row names an incoming file.
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
    else p_bucket <> 'incoming'
  end;
$$;

-- As before, for incoming files too.
create or replace function public.queue_orphan_files() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  c_piece constant integer := 10000;
  v_after uuid;
  v_last uuid;
  v_examined integer;
  v_count integer;
begin
  select s.after_id into strict v_after from private.orphan_sweep s for update;
  with piece as materialized (
    select o.id, o.bucket_id, o.name, greatest(o.created_at, o.updated_at) as changed_at
    from storage.objects o
    where o.id > coalesce(v_after, '00000000-0000-0000-0000-000000000000')
    order by o.id
    limit c_piece
  ), queued as (
    insert into private.file_removals (bucket_id, name)
      select p.bucket_id, p.name from piece p
      where p.bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
        and p.changed_at < private.now() - interval '1 day'
        and not private.is_file_named(p.bucket_id, p.name)
      on conflict do nothing
      returning 1
  )
  select (select count(*) from piece), (select p.id from piece p order by p.id desc limit 1), (select count(*) from queued)
    into v_examined, v_last, v_count;
  update private.orphan_sweep set after_id = case when v_examined = c_piece then v_last end;
  return v_count;
end;
$$;

-- The incoming files of a deleted account; farewell_user queues the others.
create function private.queue_incoming_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id = 'incoming' and starts_with(o.name, old.id::text || '/')
    on conflict do nothing;
  return null;
end;
$$;
create trigger queue_incoming_files after delete on auth.users
  for each row execute function private.queue_incoming_files();

-- As before; an incoming file is one to wait for, because its check is still to come.
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
  if found then
    select f.* into v_facts from private.file_facts f
      where f.bucket_id = p_bucket and f.name = p_name and f.checked_at >= v_updated_at;
  else
    select o.updated_at into v_updated_at from storage.objects o
      where o.bucket_id = 'incoming' and o.name = private.incoming_name(p_bucket, p_name) and o.owner_id = p_user::text;
    if not found then
      perform private.refuse('file_missing', 'The file was not found. Please upload it again.');
    end if;
  end if;
  if v_facts.kind is null then
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

/*
 * As before, and looks for the incoming file first: 'at' is where the file lies. One more state: 'judged' for an incoming file that was
 * read, with whether it `suits` the public bucket: move it there.
 */
create or replace function public.begin_file_check(p_bucket text, p_name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_folder text := split_part(p_name, '/', 1) || '/';
  v_at jsonb;
  v_object storage.objects;
  v_facts private.file_facts;
  v_suits boolean;
  v_wait integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:file_checks:' || v_folder, 0));
  select o.* into v_object from storage.objects o
    where o.bucket_id = 'incoming' and o.name = private.incoming_name(p_bucket, p_name);
  if not found then
    select o.* into v_object from storage.objects o where o.bucket_id = p_bucket and o.name = p_name;
    if not found then
      return jsonb_build_object('state', 'missing');
    end if;
  end if;
  v_at := jsonb_build_object('bucket', v_object.bucket_id, 'name', v_object.name);
  select f.* into v_facts from private.file_facts f
    where f.bucket_id = v_object.bucket_id and f.name = v_object.name and f.checked_at >= v_object.updated_at;
  v_suits := private.suits_bucket(p_bucket, v_facts.kind, v_facts.bytes, v_object.metadata ->> 'mimetype');
  delete from private.file_checks c where starts_with(c.name, v_folder) and c.begun_at < v_now - interval '2 minutes';
  -- One request moves the file: two would each remove the profile picture that the other has just moved.
  if v_object.bucket_id = 'incoming' and v_suits then
    insert into private.file_checks (bucket_id, name, begun_at) values (v_object.bucket_id, v_object.name, v_now) on conflict do nothing;
    if not found then
      return jsonb_build_object('state', 'busy');
    end if;
  end if;
  if v_facts.kind is not null then
    return jsonb_build_object(
      'state', case v_object.bucket_id when 'incoming' then 'judged' else 'checked' end, 'at', v_at,
      'suits', v_suits,
      'kind', v_facts.kind, 'bytes', v_facts.bytes, 'duration_ms', v_facts.duration_ms
    );
  end if;
  if exists (select 1 from private.file_checks c where c.bucket_id = v_object.bucket_id and c.name = v_object.name)
    or (select count(*) from private.file_checks c where starts_with(c.name, v_folder)) >= 4
  then
    return jsonb_build_object('state', 'busy');
  end if;
  v_wait := private.refused_files_wait(private.owner_of_file(p_name));
  if v_wait is not null then
    return jsonb_build_object('state', 'refused', 'wait', v_wait);
  end if;
  insert into private.file_checks (bucket_id, name, begun_at) values (v_object.bucket_id, v_object.name, v_now);
  return jsonb_build_object('state', 'begun', 'at', v_at, 'seen', extract(epoch from v_object.updated_at)::text);
end;
$$;
