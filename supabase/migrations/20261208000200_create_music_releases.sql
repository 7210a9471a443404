insert into private.library_limits (part, most) values ('releases', 100);

-- S-61: a single, EP or album of one artist. The device makes its id, so that uploads can name it before the server knows it. Others read it
-- through procedures. (private.releases are those of the app.)
create table public.releases (
  id uuid primary key,
  user_id uuid not null references public.user_profiles (id),
  title text not null,
  artist_name text not null,
  -- Null: by the number of its tracks.
  kind text,
  notes text not null default '',
  -- In order: the ids of its tracks, and ids that stand for tracks to come.
  places uuid[] not null default '{}',
  -- Those of `places` whose tracks have not arrived.
  awaited uuid[] not null default '{}',
  -- Null: as soon as no track is awaited.
  publish_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint releases_title_is_bounded check (char_length(title) between 1 and 100),
  constraint releases_artist_name_is_bounded check (char_length(artist_name) between 1 and 50),
  constraint releases_kind_is_known check (kind in ('single', 'ep', 'album')),
  constraint releases_notes_are_bounded check (char_length(notes) <= 500),
  constraint releases_places_are_bounded check (cardinality(places) <= 50),
  constraint releases_awaited_are_places check (awaited <@ places)
);
create index releases_sync on public.releases (user_id, row_xid, id);
create index releases_tombstones on public.releases (row_xid) where deleted_at is not null;
create index releases_due on public.releases (coalesce(publish_at, '-infinity'::timestamptz), id)
  where published_at is null and deleted_at is null and awaited = '{}' and places <> '{}';
create index releases_of_artist on public.releases (user_id, published_at desc, id)
  where published_at is not null and deleted_at is null;
create trigger releases_stamp before insert or update on public.releases
  for each row execute function private.stamp_sync_row();
alter table public.releases enable row level security;
create policy releases_select_own on public.releases for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.releases to authenticated;

alter table public.tracks
  -- A release of the track's owner.
  add column release_id uuid references public.releases (id),
  -- The track is private only because its release is not out. A track that an operator hides when its release comes out goes on waiting, and shows
  -- when it is no longer hidden.
  add column awaits_release boolean not null default false,
  add constraint tracks_awaiting_are_private check (not (awaits_release and is_public)),
  add constraint tracks_awaiting_have_a_release check (not awaits_release or release_id is not null);
create index tracks_of_release on public.tracks (release_id);

create trigger tracks_stamp_release before update of release_id on public.tracks
  for each row
  when (old.release_id is distinct from new.release_id)
  execute function private.stamp_sync_row();
create trigger tracks_note_release after update of release_id on public.tracks
  for each row
  when (new.is_public and old.release_id is distinct from new.release_id)
  execute function private.note_track_change();

select private.sync_table(
  'releases',
  array[
    'user_id', 'title', 'artist_name', 'kind', 'notes', 'places', 'awaited', 'publish_at', 'published_at', 'created_at'
  ],
  p_owners => array['user_id']
);
select private.sync_table(
  'tracks',
  array[
    'user_id', 'title', 'artist_name', 'genre', 'audio_url', 'cover_url', 'duration_ms', 'audio_bytes', 'radio_opt_in', 'is_public',
    'hidden_at', 'sponsored', 'sponsored_at', 'counts_rev', 'play_count', 'total_votes', 'average_vote_rating', 'highlighted_until',
    'created_at', 'loudness_lufs', 'true_peak_dbtp', 'release_id'
  ],
  p_owners => array['user_id'],
  p_seen_if => 'r.is_public or r.user_id = p_viewer',
  p_is_shelved => true
);
update private.synced_tables s
  set swept_if = 'not exists (select from public.tracks x where x.release_id = r.id)'
  where s.name = 'releases';
-- While a release or a text refers to a profile, the profile's tombstone stays.
update private.synced_tables s
  set swept_if = s.swept_if || ' and not exists (select from public.releases x where x.user_id = r.id)'
    || ' and not exists (select from private.track_texts x where x.user_id = r.id)'
  where s.name = 'user_profiles';

create trigger releases_tell_of_new after insert on public.releases
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();
create trigger releases_tell_of_changed after update on public.releases
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();

-- Silenced people can neither announce a release nor change what others read of it.
create trigger releases_require_voice before insert on public.releases
  for each row execute function private.require_voice('user_id');
create trigger releases_require_voice_to_change before update of title, artist_name, kind, notes on public.releases
  for each row when (
    new.published_at is not null and new.deleted_at is null
    and (old.title, old.artist_name, old.kind, old.notes) is distinct from (new.title, new.artist_name, new.kind, new.notes)
  ) execute function private.require_voice('user_id');

-- What the person wrote leaves with the release.
create function private.empty_release(p_release uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.releases r
    set deleted_at = coalesce(r.deleted_at, private.now()), title = '-', artist_name = '-', kind = null, notes = '', places = '{}', awaited = '{}',
      publish_at = null
    where r.id = p_release;
$$;

-- A deleted release deletes no track: those that waited for it stay private.
create function private.remove_release(p_release uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.tracks t where t.release_id = p_release order by t.id for no key update;
  update public.tracks t set release_id = null, awaits_release = false where t.release_id = p_release;
  perform private.empty_release(p_release);
end;
$$;

create function private.remove_release_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.deleted_at is not null and current_setting('undercurrent.sweeps_tombstones', true) = 'on' then
    return old;
  end if;
  perform private.remove_release(old.id);
  return null;
end;
$$;
create trigger releases_soft_delete before delete on public.releases
  for each row execute function private.remove_release_row();

-- The ids of swept releases that were out: others know them, and a new release under such an id would stand behind the links to the old one.
create table private.swept_releases (
  id uuid primary key
);
alter table private.swept_releases enable row level security;
create policy swept_releases_all_nobody on private.swept_releases for all to anon, authenticated
  using (false) with check (false);
create function private.note_swept_release() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.swept_releases (id) values (old.id) on conflict do nothing;
  return null;
end;
$$;
create trigger releases_note_swept after delete on public.releases
  for each row when (old.published_at is not null) execute function private.note_swept_release();

-- S-6: releases are deleted with the account, after its tracks.
create function private.forget_releases() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.empty_release(r.id)
    from (select x.id from public.releases x where x.user_id = new.id order by x.id for no key update) r;
  delete from private.track_texts x where x.user_id = new.id;
  return null;
end;
$$;
create trigger user_profiles_forget_releases after update on public.user_profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_releases();

-- Leaves a tombstone that says nothing of the person, and tombstones of its shares and votes. The files' names go too, so
-- that the files can. Its place in a release goes after the track is locked: that is the order of all who lock both.
create or replace function private.remove_track(p_track uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := (select t.user_id from public.tracks t where t.id = p_track);
begin
  perform 1 from public.shared_tracks s where s.track_id = p_track order by s.id for no key update;
  update public.shared_tracks s set deleted_at = private.now() where s.track_id = p_track and s.deleted_at is null;
  update public.track_votes v set deleted_at = private.now() where v.track_id = p_track and v.deleted_at is null;
  update public.tracks t
    set deleted_at = private.now(), is_public = false, radio_opt_in = false, sponsored = false, sponsored_at = null,
      title = 'Deleted track', artist_name = 'Unknown Artist', audio_url = 'deleted/' || t.id, cover_url = null,
      release_id = null, awaits_release = false
    where t.id = p_track and t.deleted_at is null;
  delete from private.track_texts x where x.track_id = p_track;
  update public.releases r
    set places = array_remove(r.places, p_track), awaited = array_remove(r.awaited, p_track)
    where r.user_id = v_user and p_track = any (r.places) and r.deleted_at is null;
end;
$$;
