insert into private.library_limits (part, most) values ('playlists', 200), ('playlist_tracks', 1000);

-- S-60: a person's playlist. The device makes its id, so that tracks can be added to it before the server knows it.
create table public.playlists (
  id uuid primary key,
  user_id uuid not null references public.user_profiles (id),
  title text not null,
  description text not null default '',
  -- `private`: the owner alone reads it. `link`: whoever knows its id. `public`: it is listed on the owner's profile too.
  visibility text not null default 'private',
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint playlists_title_is_bounded check (char_length(title) between 1 and 60),
  constraint playlists_description_is_bounded check (char_length(description) <= 500),
  constraint playlists_visibility_is_known check (visibility in ('private', 'link', 'public'))
);
create index playlists_sync on public.playlists (user_id, row_xid, id);
create index playlists_tombstones on public.playlists (row_xid) where deleted_at is not null;
create trigger playlists_stamp before insert or update on public.playlists
  for each row execute function private.stamp_sync_row();
create trigger playlists_soft_delete before delete on public.playlists
  for each row execute function private.soft_delete_row();
alter table public.playlists enable row level security;
create policy playlists_select_own on public.playlists for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.playlists to authenticated;

/*
 * A track's place in a playlist. The tracks of a playlist are ordered by (position, id): `position` is a fractional index that a device chose
 * between those of two neighbours, so that devices which change the order without a network need not know of each other. An entry outlives its
 * track, since the playlist says that the track is gone; so `track_id` is no foreign key.
 */
create table public.playlist_tracks (
  id uuid primary key,
  playlist_id uuid not null references public.playlists (id),
  -- The playlist's owner.
  user_id uuid not null references public.user_profiles (id),
  track_id uuid not null,
  position text collate "C" not null,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint playlist_tracks_position_is_an_index check (position ~ '^[0-9A-Za-z]{1,200}$')
);
create index playlist_tracks_sync on public.playlist_tracks (user_id, row_xid, id);
create index playlist_tracks_in_order on public.playlist_tracks (playlist_id, position, id);
create index playlist_tracks_tombstones on public.playlist_tracks (row_xid) where deleted_at is not null;
create trigger playlist_tracks_stamp before insert or update on public.playlist_tracks
  for each row execute function private.stamp_sync_row();
create trigger playlist_tracks_soft_delete before delete on public.playlist_tracks
  for each row execute function private.soft_delete_row();
alter table public.playlist_tracks enable row level security;
create policy playlist_tracks_select_own on public.playlist_tracks for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.playlist_tracks to authenticated;

select private.sync_table(
  'playlists', array['user_id', 'title', 'description', 'visibility', 'created_at'], p_owners => array['user_id']
);
select private.sync_table(
  'playlist_tracks', array['playlist_id', 'user_id', 'track_id', 'position', 'created_at'], p_owners => array['user_id']
);
update private.synced_tables s
  set swept_if = case s.name
    when 'playlists' then 'not exists (select from public.playlist_tracks x where x.playlist_id = r.id)'
    else 'true'
  end
  where s.name in ('playlists', 'playlist_tracks');
-- While a playlist refers to a profile, the profile's tombstone stays.
update private.synced_tables s
  set swept_if = s.swept_if || ' and not exists (select from public.playlists x where x.user_id = r.id)'
    || ' and not exists (select from public.playlist_tracks x where x.user_id = r.id)'
  where s.name = 'user_profiles';

-- The row of a playlist's track comes with the pull, also from beyond the shelf (G-6).
create trigger playlist_tracks_pin after insert on public.playlist_tracks
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();

-- An entry that comes back pins its track again, because the pin may have left, like that of a favourite.
alter function private.pin_favourite_again() rename to pin_track_again;
create trigger playlist_tracks_pin_again after update of deleted_at on public.playlist_tracks
  for each row
  when (old.deleted_at is not null and new.deleted_at is null)
  execute function private.pin_track_again();

/*
 * Removes the pins that these people have beyond the most. No device hears of that: a row on the shelf stays held, and the next change of one off
 * the shelf is reported as `left` (SY-35). Of tracks, those that the person neither shares nor has in the library leave first.
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
    with in_use as materialized (
      select s.track_id from public.shared_tracks s where s.user_id = v_user and s.is_shared
      union
      select f.track_id from public.favourites f where f.user_id = v_user and f.deleted_at is null
      union
      select t.track_id from public.playlist_tracks t where t.user_id = v_user and t.deleted_at is null
    ), surplus as materialized (
      select p.table_name, p.row_id from private.pins p
      where p.user_id = v_user
      order by
        case
          when p.table_name <> 'tracks' then 3
          when p.row_id in (select u.track_id from in_use u) then 2
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

-- S-6: what is left of an account has no library.
create function private.forget_playlists() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.playlists p where p.user_id = new.id and p.deleted_at is null order by p.id for no key update;
  perform 1 from public.playlist_tracks t where t.user_id = new.id and t.deleted_at is null order by t.id for no key update;
  update public.playlist_tracks t set deleted_at = private.now() where t.user_id = new.id and t.deleted_at is null;
  -- What the person wrote leaves with them.
  update public.playlists p set deleted_at = coalesce(p.deleted_at, private.now()), title = '-', description = '' where p.user_id = new.id;
  return null;
end;
$$;
create trigger user_profiles_forget_playlists after update on public.user_profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_playlists();

create trigger playlists_tell_of_new after insert on public.playlists
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();
create trigger playlists_tell_of_changed after update on public.playlists
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();
create trigger playlist_tracks_tell_of_new after insert on public.playlist_tracks
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();
create trigger playlist_tracks_tell_of_changed after update on public.playlist_tracks
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();

-- Silenced people cannot show others a playlist, nor change what others read of it.
create trigger playlists_require_voice before insert on public.playlists
  for each row when (new.visibility <> 'private') execute function private.require_voice('user_id');
create trigger playlists_require_voice_to_change before update of title, description, visibility on public.playlists
  for each row when (new.visibility <> 'private' and new.deleted_at is null) execute function private.require_voice('user_id');

-- The person's own playlist. Deleted ones count as missing, unless the caller wants to restore one.
create function private.own_playlist(p_user uuid, p_payload jsonb, p_is_deleted boolean default false) returns public.playlists
language plpgsql security definer set search_path = ''
as $$
declare
  v_playlist public.playlists;
begin
  select p.* into v_playlist from public.playlists p
    where p.id = private.uuid_field(p_payload, 'playlist_id') and p.user_id = p_user and (p_is_deleted or p.deleted_at is null)
    for no key update;
  if not found then
    perform private.refuse('playlist_missing', 'This playlist was deleted.');
  end if;
  return v_playlist;
end;
$$;

-- What the person may write, in place of what the playlist has. A field that the payload lacks stays as it is.
create function private.with_playlist_fields(p_playlist public.playlists, p_payload jsonb) returns public.playlists
language plpgsql stable set search_path = ''
as $$
declare
  v public.playlists := p_playlist;
begin
  if p_payload ? 'title' then
    v.title := btrim(private.text_field(p_payload, 'title'));
  end if;
  if p_payload ? 'description' then
    v.description := btrim(private.text_field(p_payload, 'description'));
  end if;
  if p_payload ? 'visibility' then
    v.visibility := private.text_field(p_payload, 'visibility');
  end if;
  if coalesce(v.title, '') = '' then
    perform private.refuse('title_missing', 'A playlist needs a name.');
  elsif char_length(v.title) > 60 then
    perform private.refuse('title_too_long', 'The name of a playlist must be 60 characters or less.');
  elsif char_length(v.description) > 500 then
    perform private.refuse('description_too_long', 'The description of a playlist must be 500 characters or less.');
  elsif v.visibility not in ('private', 'link', 'public') then
    perform private.refuse('invalid_payload', 'The field visibility must be private, link or public.');
  end if;
  if v.visibility <> 'private' then
    perform private.check_words(v.title);
    perform private.check_words(v.description);
  end if;
  return v;
end;
$$;

-- Refuses one playlist more than the most.
create function private.require_room_for_playlist(p_user uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_most integer := (select l.most from private.library_limits l where l.part = 'playlists');
begin
  if (select count(*) from public.playlists p where p.user_id = p_user and p.deleted_at is null) >= v_most then
    perform private.refuse(
      'too_many_playlists', format('You have %s playlists, and that is the most. Delete one, then try again.', v_most)
    );
  end if;
end;
$$;

create function private.handle_playlist_create(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.playlists;
begin
  v.id := private.uuid_field(p_payload, 'playlist_id');
  if exists (select from public.playlists p where p.id = v.id) then
    perform private.refuse('playlist_exists', 'This playlist was made before.');
  end if;
  perform private.require_room_for_playlist(p_user);
  v.description := '';
  v.visibility := 'private';
  v := private.with_playlist_fields(v, p_payload);
  insert into public.playlists (id, user_id, title, description, visibility, created_at)
    values (v.id, p_user, v.title, v.description, v.visibility, least(p_occurred_at, private.now()));
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_playlist_update(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.playlists := private.with_playlist_fields(private.own_playlist(p_user, p_payload), p_payload);
begin
  update public.playlists p set title = v.title, description = v.description, visibility = v.visibility where p.id = v.id;
  return jsonb_build_object('success', true);
end;
$$;

-- The entries leave at a time that no entry left before, so that the playlist can be restored whole, until the tombstones are swept.
create function private.handle_playlist_delete(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_playlist uuid := private.uuid_field(p_payload, 'playlist_id');
  v_at timestamptz := greatest(
    private.now(),
    (select max(t.deleted_at) + interval '1 microsecond' from public.playlist_tracks t where t.playlist_id = v_playlist)
  );
begin
  update public.playlists p set deleted_at = v_at where p.id = v_playlist and p.user_id = p_user and p.deleted_at is null;
  if found then
    update public.playlist_tracks t set deleted_at = v_at where t.playlist_id = v_playlist and t.deleted_at is null;
  end if;
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_playlist_restore(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.playlists := private.own_playlist(p_user, p_payload, p_is_deleted => true);
begin
  if v.deleted_at is not null then
    perform private.require_room_for_playlist(p_user);
    update public.playlists p set deleted_at = null where p.id = v.id;
    update public.playlist_tracks t set deleted_at = null where t.playlist_id = v.id and t.deleted_at = v.deleted_at;
  end if;
  return jsonb_build_object('success', true);
end;
$$;

-- The elements of a list of the payload: at least one, at most 100, each an object.
create function private.objects_field(p_payload jsonb, p_key text) returns setof jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  v_list jsonb := p_payload -> p_key;
begin
  if jsonb_typeof(v_list) is distinct from 'array' or jsonb_array_length(v_list) not between 1 and 100
    or exists (select from jsonb_array_elements(v_list) e (value) where jsonb_typeof(e.value) <> 'object') then
    perform private.refuse('invalid_payload', format('The field %s must be a list of 1 to 100 objects.', p_key));
  end if;
  return query select e.value from jsonb_array_elements(v_list) e (value);
end;
$$;

create function private.position_field(p_payload jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_position text := private.text_field(p_payload, 'position');
begin
  if v_position !~ '^[0-9A-Za-z]{1,200}$' then
    perform private.refuse('invalid_payload', 'The field position must be 1 to 200 letters and digits.');
  end if;
  return v_position;
end;
$$;

/*
 * Adds tracks, all or none. An entry that is there already stays as it is; one that was removed comes back. A track that the person may not see
 * is added too: it may have been hidden since the person added it without a network, and a playlist shows such an entry as gone.
 */
create function private.handle_playlist_add(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_playlist public.playlists := private.own_playlist(p_user, p_payload);
  v_most integer := (select l.most from private.library_limits l where l.part = 'playlist_tracks');
begin
  insert into public.playlist_tracks as t (id, playlist_id, user_id, track_id, position, created_at)
    select distinct on (1) private.uuid_field(e.entry, 'id'), v_playlist.id, p_user, private.uuid_field(e.entry, 'track_id'),
      private.position_field(e.entry), least(p_occurred_at, private.now())
    from private.objects_field(p_payload, 'entries') e (entry)
    on conflict (id) do update set deleted_at = null, position = excluded.position
      where t.playlist_id = excluded.playlist_id and t.deleted_at is not null;
  if (select count(*) from public.playlist_tracks t where t.playlist_id = v_playlist.id and t.deleted_at is null) > v_most then
    perform private.refuse(
      'playlist_full',
      format('A playlist holds %s tracks. Remove some, or add these to another one.', to_char(v_most, 'FM999,999'))
    );
  end if;
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_playlist_remove(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_playlist public.playlists := private.own_playlist(p_user, p_payload);
  v_ids uuid[] := array(select private.uuid_field(e.entry, 'id') from private.objects_field(p_payload, 'entries') e (entry));
begin
  update public.playlist_tracks t set deleted_at = private.now()
    where t.id = any (v_ids) and t.playlist_id = v_playlist.id and t.deleted_at is null;
  return jsonb_build_object('success', true);
end;
$$;

-- An entry that another device removed meanwhile stays removed.
create function private.handle_playlist_move(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_playlist public.playlists := private.own_playlist(p_user, p_payload);
begin
  update public.playlist_tracks t set position = m.position
    from (
      select private.uuid_field(e.entry, 'id') as id, private.position_field(e.entry) as position
      from private.objects_field(p_payload, 'entries') e (entry)
    ) m
    where t.id = m.id and t.playlist_id = v_playlist.id and t.deleted_at is null and t.position <> m.position;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('playlist.create', 'handle_playlist_create', true),
  ('playlist.update', 'handle_playlist_update', true),
  ('playlist.delete', 'handle_playlist_delete', true),
  ('playlist.restore', 'handle_playlist_restore', true),
  ('playlist.add', 'handle_playlist_add', true),
  ('playlist.remove', 'handle_playlist_remove', true),
  ('playlist.move', 'handle_playlist_move', true);
