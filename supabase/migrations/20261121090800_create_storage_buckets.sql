insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('tracks', 'tracks', true, 52428800, array['audio/mpeg']),
  ('covers', 'covers', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('avatars', 'avatars', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- Everyone writes below a folder of their own name and nowhere else.
create policy objects_select_own on storage.objects for select to authenticated
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );
create policy objects_insert_own on storage.objects for insert to authenticated
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );
create policy objects_update_own on storage.objects for update to authenticated
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  )
  with check (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );
create policy objects_delete_own on storage.objects for delete to authenticated
  using (
    bucket_id in ('tracks', 'covers', 'avatars')
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );
