-- Uploads arrive in the private bucket 'incoming', and move to a public bucket once their bytes were checked: hosted Storage believes the
-- type that a client declares, and serves a public bucket at once. A file for 'tracks/<person>/<rest>' arrives as
-- 'incoming/<person>/tracks/<rest>'.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('incoming', 'incoming', false, 52428800, array['audio/mpeg', 'image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('tracks', 'tracks', true, 52428800, array['audio/mpeg']),
  ('covers', 'covers', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Whether one more file may come into the own folder: for each free slot one that no track names yet, a few for uploads that are under
-- way or were given up, and so many pictures that no profile names; those go after the sweep's day, or when their owner deletes them. The
-- account is looked for under the lock: what its deletion did not find would stay until the sweep. The folder is named because
-- Storage's only useful index is on names; by the owner alone each upload would read the whole bucket.
create function private.may_add_file(p_bucket text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  perform private.require_user();
  return (
    select count(*) from storage.objects o
    where o.bucket_id = p_bucket and starts_with(o.name, v_user::text || '/') and o.owner_id = v_user::text
      and not private.is_file_named(o.bucket_id, o.name)
  ) < case p_bucket
    when 'tracks' then private.slots_available(v_user) + 3
    when 'covers' then private.slots_available(v_user) + 6
    else 6
  end;
end;
$$;

grant execute on function private.may_add_file(text) to authenticated;

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
grant execute on function private.may_delete_file(text, text) to authenticated;

-- Everyone writes below a folder of their own name and nowhere else. S-6: a token outlives its account, whose folders are cleared once;
-- what was put there afterwards would stay.
create policy objects_select_own on storage.objects for select to authenticated
  using (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
create policy objects_insert_own on storage.objects for insert to authenticated
  with check (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and case bucket_id
      when 'incoming' then (storage.foldername(name))[2] in ('tracks', 'covers', 'avatars')
      else private.may_add_file(bucket_id)
    end
  );
-- A file that a track names stays as it is under its name: its duration and its kind were read from these bytes. Pictures of
-- profiles are replaced in their place. Another file is another name.
-- An incoming file may be replaced: what was checked before no longer holds for it.
create policy objects_update_own on storage.objects for update to authenticated
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
create policy objects_delete_own on storage.objects for delete to authenticated
  using (
    bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and private.may_delete_file(bucket_id, name)
  );
