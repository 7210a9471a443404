-- G-1: of the rows that everybody may see, a device holds those on the shelf and those that its person's own rows refer to (pins). A row that
-- leaves the shelf is reported by its id and rev: a device that has it may keep it, and gets its later content no more. Null: the row was never
-- public. False: it left, or is hidden or deleted.
alter table public.tracks add column shelved boolean;
alter table public.user_profiles add column shelved boolean;
alter table public.shared_tracks add column shelved boolean;

-- What `shelved` becomes when a row is created, shown, hidden or deleted. A row that others may see is shelved at once, because a new one is
-- among the newest; private.arrange_shelf takes off what is too much.
create function private.shelve(p_is_insert boolean, p_is_visible boolean) returns boolean
language sql immutable set search_path = ''
return case when p_is_visible then true when not p_is_insert then false end;

create function private.shelve_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.is_public and new.deleted_at is null);
  return new;
end;
$$;
create trigger tracks_shelve_new before insert on public.tracks
  for each row execute function private.shelve_track();
create trigger tracks_shelve before update of is_public, deleted_at on public.tracks
  for each row
  when ((old.is_public, old.deleted_at is null) is distinct from (new.is_public, new.deleted_at is null))
  execute function private.shelve_track();

create function private.shelve_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.privacy_setting <> 'private' and new.deleted_at is null);
  return new;
end;
$$;
create trigger user_profiles_shelve_new before insert on public.user_profiles
  for each row execute function private.shelve_profile();
create trigger user_profiles_shelve before update of privacy_setting, deleted_at on public.user_profiles
  for each row
  when ((old.privacy_setting <> 'private', old.deleted_at is null) is distinct from (new.privacy_setting <> 'private', new.deleted_at is null))
  execute function private.shelve_profile();

create function private.shelve_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.is_shared and new.deleted_at is null);
  return new;
end;
$$;
create trigger shared_tracks_shelve_new before insert on public.shared_tracks
  for each row execute function private.shelve_share();
create trigger shared_tracks_shelve before update of is_shared, deleted_at on public.shared_tracks
  for each row
  when ((old.is_shared, old.deleted_at is null) is distinct from (new.is_shared, new.deleted_at is null))
  execute function private.shelve_share();

-- As it was, and with `shelved`, whose changes devices hear of.
drop trigger tracks_stamp on public.tracks;
create trigger tracks_stamp before insert or update of
    id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed, is_public,
    sponsored, sponsored_at, created_at, deleted_at, rev, row_xid, highlighted_until, hidden_at, shelved
  on public.tracks
  for each row execute function private.stamp_sync_row();

-- Without their triggers, the rows keep rev and row_xid, so that no device pulls them again.
alter table public.tracks disable trigger user;
alter table public.user_profiles disable trigger user;
alter table public.shared_tracks disable trigger user;
update public.tracks set shelved = is_public and deleted_at is null;
update public.user_profiles set shelved = privacy_setting <> 'private' and deleted_at is null;
update public.shared_tracks set shelved = is_shared and deleted_at is null;
alter table public.tracks enable trigger user;
alter table public.user_profiles enable trigger user;
alter table public.shared_tracks enable trigger user;

drop index public.tracks_sync;
create index tracks_sync on public.tracks (row_xid, id) where shelved is not null;
create index tracks_sync_own on public.tracks (user_id, row_xid, id) where shelved is not true;
drop index public.user_profiles_sync;
create index user_profiles_sync on public.user_profiles (row_xid, id) where shelved is not null;
drop index public.shared_tracks_sync;
create index shared_tracks_sync on public.shared_tracks (row_xid, id) where shelved is not null;
create index shared_tracks_sync_own on public.shared_tracks (user_id, row_xid, id) where shelved is not true;

/*
 * { rows, gone }: of these tracks, what a pull would tell somebody for whom nothing is pinned and who owns none of them. A track off the
 * shelf is in neither: who has pinned it learns of its change with the next pull. `gone` names the owner, who may still see the track.
 */
create function private.public_changes(p_tracks uuid[]) returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object(
    'rows', coalesce(jsonb_agg(jsonb_build_object('t', 'tracks', 'row', private.row_json(t)) order by t.id) filter (where c.is_seen and t.shelved), '[]'),
    'gone', coalesce(
      jsonb_agg(jsonb_build_object('t', 'tracks', 'id', t.id, 'rev', t.rev, 'user_id', t.user_id) order by t.id) filter (where not c.is_seen), '[]'
    )
  )
  from public.tracks t
  cross join lateral (values (t.is_public and t.deleted_at is null)) c (is_seen)
  -- Null: nobody but the owner has ever seen it.
  where t.id = any (p_tracks) and t.shelved is not null
);
