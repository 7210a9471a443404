-- A file that a track names stays as it is under its name: its duration and its kind were read from these bytes. Pictures of
-- profiles are replaced in their place. Another file is another name.
alter policy objects_update_own on storage.objects
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
revoke all on function private.may_add_file(text) from public, anon, authenticated;
grant execute on function private.may_add_file(text) to authenticated;

alter policy objects_insert_own on storage.objects
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
    and private.may_add_file(bucket_id)
  );
