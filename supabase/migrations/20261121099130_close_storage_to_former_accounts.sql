-- S-6: a token outlives its account, whose folders are cleared once. What was put there afterwards would stay.
alter policy objects_select_own on storage.objects
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
alter policy objects_insert_own on storage.objects
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
alter policy objects_update_own on storage.objects
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  )
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
alter policy objects_delete_own on storage.objects
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_account())
  );
