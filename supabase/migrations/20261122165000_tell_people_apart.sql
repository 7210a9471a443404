-- SY-18: a row that is gone, and a block, are heard by nobody, for the policies show them to nobody. Both people hear of their own
-- statistics, which nobody else sees: touched, they say that there is something to fetch, and not what.
create function private.touch_people(p_people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.user_stats s where s.user_id = any (p_people) order by s.user_id for no key update;
  update public.user_stats s set user_id = s.user_id where s.user_id = any (p_people);
end;
$$;

create function private.tell_of_ended_connections() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.touch_people(array(
    select unnest(array[now_there.user_id, now_there.connection_id])
    from changed now_there join before was on was.id = now_there.id
    where now_there.deleted_at is not null and was.deleted_at is null
  ));
  return null;
end;
$$;
create trigger connections_tell_of_ended after update on public.connections
  referencing old table as before new table as changed
  for each statement execute function private.tell_of_ended_connections();

create function private.tell_of_blocks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.touch_people(array(select unnest(array[b.user_id, b.blocked_id]) from changed b));
  return null;
end;
$$;
create trigger blocks_tell_of_new after insert on public.blocks
  referencing new table as changed
  for each statement execute function private.tell_of_blocks();
create trigger blocks_tell_of_changed after update on public.blocks
  referencing new table as changed
  for each statement execute function private.tell_of_blocks();

revoke all on function
  private.touch_people(uuid[]),
  private.tell_of_ended_connections(),
  private.tell_of_blocks()
from public, anon, authenticated;
