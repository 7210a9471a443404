-- G-6: the most pins that a person has. Beyond it the oldest leave: first those of votes, then of shares, last of partners.
insert into private.shelf_sizes (part, size) values ('pins', 10000);
alter table private.pins add column pinned_at timestamptz not null default private.now();

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

-- As they were, with the bound.
create or replace function private.pin_tracks() returns trigger
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

create or replace function private.pin_each_other() returns trigger
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
create trigger shared_tracks_pin_again after update of is_shared on public.shared_tracks
  for each row
  when (new.is_shared and not old.is_shared)
  execute function private.pin_shared_track();
