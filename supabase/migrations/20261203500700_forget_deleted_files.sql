-- What was noted about a file leaves with its row, whoever deletes that: its name begins with the id of a person, who may have left.
create function private.forget_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.file_facts f where f.bucket_id = old.bucket_id and f.name = old.name;
  delete from private.file_checks c where c.bucket_id = old.bucket_id and c.name = old.name;
  return null;
end;
$$;
create trigger objects_forget after delete on storage.objects
  for each row execute function private.forget_file();

delete from private.file_facts f
  where not exists (select from storage.objects o where o.bucket_id = f.bucket_id and o.name = f.name);
delete from private.file_checks c
  where not exists (select from storage.objects o where o.bucket_id = c.bucket_id and o.name = c.name);

create or replace function public.finish_file_removals(p_files jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from private.file_removals r
    using jsonb_to_recordset(p_files) f(bucket text, name text)
    where r.bucket_id = f.bucket and r.name = f.name
      and not exists (select from storage.objects o where o.bucket_id = f.bucket and o.name = f.name);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
