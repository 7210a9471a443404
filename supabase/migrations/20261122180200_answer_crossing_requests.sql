-- As before, but each insert that is accepted answers a row. One of the pair that was there already, pending from the other side,
-- declined by this person or ended, is taken up and put in the place of the inserted one, under its own id.
create or replace function private.admit_connection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(new.user_id);
  v_found text;
begin
  if new.status is distinct from 'pending' then
    raise exception 'new row violates row-level security policy for table "connections"' using errcode = '42501';
  end if;
  perform private.lock_user(v_user);
  v_found := private.take_up_connection(v_user, new.connection_id);
  if v_found = 'asked' then
    -- An insert can only answer what it inserts.
    perform set_config('undercurrent.replaces_connection', 'on', true);
    delete from public.connections c
      where least(c.user_id, c.connection_id) = least(v_user, new.connection_id)
        and greatest(c.user_id, c.connection_id) = greatest(v_user, new.connection_id)
      returning c.* into new;
    perform set_config('undercurrent.replaces_connection', '', true);
    return new;
  end if;
  -- What is 'there' is left to the unique index, whose 23505 the specification's clients read.
  new.created_at := private.now();
  new.updated_at := private.now();
  return new;
end;
$$;

-- After the stamp, since what is taken up goes on with its own rev.
drop trigger connections_admit on public.connections;
create trigger connections_take_up before insert on public.connections
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_connection();

drop trigger connections_soft_delete on public.connections;
create trigger connections_soft_delete before delete on public.connections
  for each row when (current_setting('undercurrent.replaces_connection', true) is distinct from 'on')
  execute function private.soft_delete_row();

-- The trigger has said who may ask; a row that was taken up may be of the other side.
alter policy connections_insert_own on public.connections
  with check (
    (user_id = (select auth.uid()) and status = 'pending')
    or (connection_id = (select auth.uid()) and status = 'accepted')
  );
