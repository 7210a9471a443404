-- Upper limits of a person's library. An operator may change them; the next action is checked against the new ones.
create table private.library_limits (
  part text primary key,
  most integer not null,
  constraint library_limits_most_is_positive check (most > 0)
);
alter table private.library_limits enable row level security;
create policy library_limits_all_nobody on private.library_limits for all to anon, authenticated
  using (false) with check (false);
insert into private.library_limits (part, most) values ('favourites', 10000);

-- S-60: tracks that a person wants to find again, seen by nobody else. A favourite outlives its track, since the list says that the track is
-- gone; so `track_id` is no foreign key.
create table public.favourites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (id),
  track_id uuid not null,
  -- When the person pressed the heart, also without a network.
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint favourites_one_a_track unique (user_id, track_id)
);
create index favourites_sync on public.favourites (user_id, row_xid, id);
create index favourites_counted on public.favourites (user_id) where deleted_at is null;
create index favourites_tombstones on public.favourites (row_xid) where deleted_at is not null;
create trigger favourites_stamp before insert or update on public.favourites
  for each row execute function private.stamp_sync_row();
create trigger favourites_soft_delete before delete on public.favourites
  for each row execute function private.soft_delete_row();

alter table public.favourites enable row level security;
create policy favourites_select_own on public.favourites for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.favourites to authenticated;

select private.sync_table('favourites', array['user_id', 'track_id', 'created_at'], p_owners => array['user_id']);
update private.synced_tables s set swept_if = 'true' where s.name = 'favourites';

-- The row of a favourite track comes with the pull, also from beyond the shelf (G-6).
create trigger favourites_pin after insert on public.favourites
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();

-- The pin of a favourite that was removed may have left.
create function private.pin_favourite_again() returns trigger
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
create trigger favourites_pin_again after update of deleted_at on public.favourites
  for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function private.pin_favourite_again();

/*
 * Removes the pins that these people have beyond the most. No device hears of that: a row on the shelf stays held, and the next change of one off
 * the shelf is reported as `left` (SY-35). Of tracks, those that the person neither shares nor has as a favourite leave first.
 */
create or replace function private.remove_surplus_pins(p_users uuid[]) returns void
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
          ) or exists (
            select from public.favourites f where f.user_id = v_user and f.track_id = p.row_id and f.deleted_at is null
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

/*
 * Locks what a batch of actions changes, in one order for all batches. Favourites change no track: their tracks are not locked, so that nobody's
 * hearts make the plays and votes of others wait.
 */
create or replace function private.lock_batch(p_user uuid, p_actions jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_partners uuid[];
  v_changes_profile boolean;
begin
  perform 1 from public.tracks t
    where t.id in (
      select (a.value -> 'payload' ->> 'track_id')::uuid from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'track_id') and a.value ->> 'kind' not like 'favourite.%'
    )
    order by t.id
    for no key update;
  perform private.lock_pair(p_user, o.id)
    from (
      select distinct (a.value -> 'payload' ->> 'partner_id')::uuid as id from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        and (a.value ->> 'kind' like 'connection.%' or a.value ->> 'kind' = 'message.send')
      order by 1
    ) o;
  select
      coalesce(array_agg(case when private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        then (a.value -> 'payload' ->> 'partner_id')::uuid end) filter (where a.value ->> 'kind' like 'connection.%'), '{}'),
      coalesce(bool_or(a.value ->> 'kind' = 'profile.update'), false)
    into v_partners, v_changes_profile
    from jsonb_array_elements(p_actions) a;
  if v_changes_profile or cardinality(v_partners) > 0 then
    perform 1 from public.connections c
      where (c.user_id = p_user and (v_changes_profile or c.connection_id = any (v_partners)))
        or (c.connection_id = p_user and (v_changes_profile or c.user_id = any (v_partners)))
      order by c.id
      for no key update;
    perform 1 from public.user_profiles p
      where p.id = p_user or p.id = any (v_partners)
      order by p.id
      for no key update;
  end if;
end;
$$;

-- The first press that arrives decides the time of a favourite that was added on two devices without a network. A favourite that is added again
-- by Undo names the time of its first press, `favourited_at`.
create function private.handle_favourite_add(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_at timestamptz := p_occurred_at;
  v_most integer := (select l.most from private.library_limits l where l.part = 'favourites');
begin
  if exists (
    select from public.favourites f where f.user_id = p_user and f.track_id = v_track and f.deleted_at is null
  ) then
    return jsonb_build_object('success', true);
  end if;
  if not exists (
    select from public.tracks t where t.id = v_track and t.deleted_at is null and (t.is_public or t.user_id = p_user)
  ) then
    perform private.refuse('track_missing', 'This track is no longer available.');
  end if;
  if p_payload ? 'favourited_at' then
    v_at := private.parse_time(private.text_field(p_payload, 'favourited_at'));
    if v_at is null then
      perform private.refuse('invalid_payload', 'The field favourited_at must be a time.');
    end if;
  end if;
  if (select count(*) from public.favourites f where f.user_id = p_user and f.deleted_at is null) >= v_most then
    perform private.refuse(
      'favourites_full',
      format('You have %s favourites, and that is the most. Remove one, then add this one again.', to_char(v_most, 'FM999,999,999'))
    );
  end if;
  insert into public.favourites as f (user_id, track_id, created_at)
    values (p_user, v_track, least(v_at, private.now()))
    on conflict (user_id, track_id) do update set deleted_at = null, created_at = excluded.created_at;
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_favourite_remove(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update public.favourites f set deleted_at = private.now()
    where f.user_id = p_user and f.track_id = private.uuid_field(p_payload, 'track_id') and f.deleted_at is null;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('favourite.add', 'handle_favourite_add', true),
  ('favourite.remove', 'handle_favourite_remove', true);

-- SY-18: touches the person's statistics, which their other devices are notified of, so that these devices pull the change.
create function private.notify_devices_of_library() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.touch_people(array(select distinct c.user_id from changed c));
  return null;
end;
$$;
create trigger favourites_tell_of_new after insert on public.favourites
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();
create trigger favourites_tell_of_changed after update on public.favourites
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();

-- S-6: favourites are deleted with the account.
create function private.forget_favourites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.favourites f where f.user_id = new.id and f.deleted_at is null order by f.id for no key update;
  update public.favourites f set deleted_at = private.now() where f.user_id = new.id and f.deleted_at is null;
  return null;
end;
$$;
create trigger user_profiles_forget_favourites after update on public.user_profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_favourites();

-- While a favourite refers to a profile, the profile's tombstone stays.
update private.synced_tables s
  set swept_if = s.swept_if || ' and not exists (select from public.favourites x where x.user_id = r.id)'
  where s.name = 'user_profiles';
