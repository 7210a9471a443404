/*
 * G-6: the public rows that a person's own rows refer to come with the pull, whether they are shelved or not. `row_xid` is the transaction that
 * made the pin, or a later one that changed the row while it was not shelved.
 */
create table private.pins (
  user_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (user_id, table_name, row_id)
);
create index pins_sync on private.pins (user_id, table_name, row_xid, row_id);
create index pins_row on private.pins (row_id, user_id);
alter table private.pins enable row level security;
create policy pins_all_nobody on private.pins for all to anon, authenticated
  using (false) with check (false);

-- Statement by statement, because votes are cast together.
create function private.pin_tracks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pins (user_id, table_name, row_id)
    select n.user_id, 'tracks', n.track_id from new_rows n order by n.user_id, n.track_id
    on conflict do nothing;
  return null;
end;
$$;
create trigger track_votes_pin after insert on public.track_votes
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();
create trigger shared_tracks_pin after insert on public.shared_tracks
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();

-- Pins each of two people for the other. Arguments: their columns. In the order of ids, so that two who write to each other at once do not wait
-- for each other in a circle.
create function private.pin_each_other() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_one uuid := to_jsonb(new) ->> tg_argv[0];
  v_other uuid := to_jsonb(new) ->> tg_argv[1];
begin
  insert into private.pins (user_id, table_name, row_id)
    select p.holder, 'user_profiles', p.person from (values (v_one, v_other), (v_other, v_one)) p (holder, person) order by p.holder
    on conflict do nothing;
  return null;
end;
$$;
create trigger messages_pin after insert on public.messages
  for each row execute function private.pin_each_other('sender_id', 'receiver_id');
create trigger connections_pin after insert on public.connections
  for each row execute function private.pin_each_other('user_id', 'connection_id');

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
  update private.pins p set row_xid = pg_current_xact_id() where p.row_id = new.id;
  return null;
end;
$$;
create trigger tracks_touch_pins after update on public.tracks
  for each row
  when (new.shelved is not true and new.rev <> old.rev)
  execute function private.touch_pins();
create trigger user_profiles_touch_pins after update on public.user_profiles
  for each row
  when (new.shelved is not true and new.rev <> old.rev)
  execute function private.touch_pins();

insert into private.pins (user_id, table_name, row_id)
  select v.user_id, 'tracks', v.track_id from public.track_votes v where v.deleted_at is null
  union
  select s.user_id, 'tracks', s.track_id from public.shared_tracks s where s.deleted_at is null
  union
  select p.holder, 'user_profiles', p.person
  from (
    select c.user_id, c.connection_id from public.connections c
    union
    select m.sender_id, m.receiver_id from public.messages m
  ) pairs (one, other), lateral (values (pairs.one, pairs.other), (pairs.other, pairs.one)) p (holder, person);

create function private.is_pinned(p_user uuid, p_table text, p_row uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select 1 from private.pins p where p.user_id = p_user and p.table_name = p_table and p.row_id = p_row);

-- As it was, with the pins.
create or replace function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_epoch text := gen_random_uuid()::text;
begin
  for v_table in select t.name from private.synced_tables t order by t.position loop
    execute format('update public.%I set row_xid = row_xid', v_table);
  end loop;
  update private.pins set row_xid = pg_current_xact_id();
  update public.action_log set row_xid = pg_current_xact_id();
  update public.sync_meta set epoch = v_epoch, min_since = '0'::xid8;
  delete from private.server_runs;
  perform private.note_run();
  return v_epoch;
end;
$$;
