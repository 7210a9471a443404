/*
 * G-6: the public rows that a person's own rows refer to come with the pull, whether they are shelved or not. `row_xid` is the transaction that
 * made the pin, or a later one that changed the row while it was not shelved.
 */
create table private.pins (
  user_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  row_xid xid8 not null default private.current_xid(),
  pinned_at timestamptz not null default private.now(),
  primary key (user_id, table_name, row_id)
);
create index pins_sync on private.pins (user_id, table_name, row_xid, row_id);
create index pins_row on private.pins (row_id, user_id);
alter table private.pins enable row level security;
create policy pins_all_nobody on private.pins for all to anon, authenticated
  using (false) with check (false);

-- Statement by statement, because votes are cast together. A person has a bounded number of pins (private.shelf_sizes).
create function private.pin_tracks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_users uuid[];
begin
  with pinned as (
    insert into private.pins (user_id, table_name, row_id)
      select n.user_id, 'tracks', n.track_id from new_rows n order by n.user_id, n.track_id
      on conflict do nothing
      returning user_id
  )
  select coalesce(array_agg(distinct p.user_id), '{}') into v_users from pinned p;
  perform private.remove_surplus_pins(v_users);
  return null;
end;
$$;

-- Pins each of two people for the other. Arguments: their columns. In the order of ids, so that two who write to each other at once do not wait
-- for each other in a circle.
create function private.pin_each_other() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_one uuid := to_jsonb(new) ->> tg_argv[0];
  v_other uuid := to_jsonb(new) ->> tg_argv[1];
  v_users uuid[];
begin
  with pinned as (
    insert into private.pins (user_id, table_name, row_id)
      select p.holder, 'user_profiles', p.person from (values (v_one, v_other), (v_other, v_one)) p (holder, person) order by p.holder
      on conflict do nothing
      returning user_id
  )
  select coalesce(array_agg(p.user_id), '{}') into v_users from pinned p;
  perform private.remove_surplus_pins(v_users);
  return null;
end;
$$;

create function private.drop_pins_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.pins p where p.user_id = old.id;
  return null;
end;
$$;
create trigger drop_pins after delete on auth.users
  for each row execute function private.drop_pins_of_account();

-- While a row is shelved, its changes reach everybody; else the people who have it pinned. A pin is never earlier than the row's last change, so
-- that it makes no difference to them when others hear of the row no more.
create function private.touch_pins() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from private.pins p where p.row_id = new.id order by p.user_id for update;
  if new.deleted_at is not null then
    delete from private.pins p where p.row_id = new.id;
    return null;
  end if;
  update private.pins p set row_xid = private.current_xid() where p.row_id = new.id;
  return null;
end;
$$;

create function private.is_pinned(p_user uuid, p_table text, p_row uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select 1 from private.pins p where p.user_id = p_user and p.table_name = p_table and p.row_id = p_row);

/*
 * Removes the pins that these people have beyond the most. No device hears of that: a row on the shelf stays held, and the next change of one off
 * the shelf is reported as `left` (SY-35).
 */
create function private.remove_surplus_pins(p_users uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_most integer := (select s.size from private.shelf_sizes s where s.part = 'pins');
  v_user uuid;
  v_count bigint;
begin
  foreach v_user in array p_users loop
    select count(*) into v_count from private.pins p where p.user_id = v_user;
    continue when v_count <= v_most;
    -- Pins that somebody touches at this moment stay: waiting for them could end in a deadlock.
    with surplus as materialized (
      select p.table_name, p.row_id from private.pins p
      where p.user_id = v_user
      order by
        case
          when p.table_name <> 'tracks' then 3
          when exists (
            select from public.shared_tracks s where s.user_id = v_user and s.track_id = p.row_id and s.is_shared
          ) then 2
          else 1
        end,
        p.pinned_at, p.row_id
      -- A hundredth more than necessary, so that not every new pin sorts them all.
      limit v_count - v_most + v_most / 100
      for update of p skip locked
    )
    delete from private.pins p using surplus s
      where p.user_id = v_user and p.table_name = s.table_name and p.row_id = s.row_id;
  end loop;
end;
$$;

-- The pin of a share that was withdrawn may have left.
create function private.pin_shared_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pins (user_id, table_name, row_id) values (new.user_id, 'tracks', new.track_id) on conflict do nothing;
  if found then
    perform private.remove_surplus_pins(array[new.user_id]);
  end if;
  return null;
end;
$$;
