insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('tracks', 'tracks', true, 52428800, array['audio/mpeg']),
  ('covers', 'covers', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Whether one more file may come into the own folder: for each free slot one that no track names yet, and a few for uploads that
-- are under way or were given up; those go after a day, or when their owner deletes them.
create function private.may_add_file(p_bucket text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if p_bucket not in ('tracks', 'covers') then
    return true;
  end if;
  perform private.lock_user(v_user);
  return (
    select count(*) from storage.objects o
    where o.bucket_id = p_bucket and o.owner_id = v_user::text and not private.is_file_named(o.bucket_id, o.name)
  ) < private.slots_available(v_user) + case p_bucket when 'tracks' then 3 else 6 end;
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
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
create policy objects_insert_own on storage.objects for insert to authenticated
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and private.may_add_file(bucket_id)
  );
-- A file that a track names stays as it is under its name: its duration and its kind were read from these bytes. Pictures of
-- profiles are replaced in their place. Another file is another name.
create policy objects_update_own on storage.objects for update to authenticated
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and (bucket_id = 'avatars' or private.may_delete_file(bucket_id, name))
  )
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
create policy objects_delete_own on storage.objects for delete to authenticated
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and private.may_delete_file(bucket_id, name)
  );
