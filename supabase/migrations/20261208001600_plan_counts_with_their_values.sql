-- G-7: the same count, in a language whose plans know the values: before PostgreSQL 18 those of an SQL function do not, and starts_with uses an index
-- only for a known beginning. Each upload read the whole bucket.
create or replace function private.count_unused_files(p_user uuid, p_bucket text, p_except uuid) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select count(*) from storage.objects o
    where o.bucket_id = p_bucket and starts_with(o.name, p_user::text || '/') and o.owner_id = p_user::text
      and o.id <> p_except and not private.is_file_named(o.bucket_id, o.name)
  ) + (
    select count(*) from storage.objects o
    where o.bucket_id = 'incoming' and starts_with(o.name, p_user::text || '/' || p_bucket || '/')
      and o.owner_id = p_user::text and o.id <> p_except
  );
end;
$$;
