-- Whether one more file may come into the own folder: for each free slot one that no track names yet, a few for uploads that are under
-- way or were given up, and so many pictures that no profile names; those go after the sweep's day, or when their owner deletes them. The
-- account is looked for under the lock: what its deletion did not find would stay until the sweep. The folder is named because
-- Storage's only useful index is on names; by the owner alone each upload would read the whole bucket.
create or replace function private.may_add_file(p_bucket text) returns boolean
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
