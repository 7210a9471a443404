-- S-17. The ids never change, or every replica would hold each genre twice.
create table public.genres (
  id uuid primary key,
  name text not null unique,
  position integer not null,
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id()
);
create index genres_sync on public.genres (row_xid, id);
create trigger genres_stamp before insert or update on public.genres
  for each row execute function private.stamp_sync_row();
create trigger genres_soft_delete before delete on public.genres
  for each row execute function private.soft_delete_row();

alter table public.genres enable row level security;
create policy genres_select_visible on public.genres for select to anon, authenticated
  using (deleted_at is null and (select private.may_browse()));
grant select on table public.genres to anon, authenticated;

select private.sync_table('genres', array['name', 'position']);

insert into public.genres (id, name, position) values
  ('00000000-0000-4000-a000-000000000001', 'Hip-Hop', 1),
  ('00000000-0000-4000-a000-000000000002', 'R&B', 2),
  ('00000000-0000-4000-a000-000000000003', 'Soul & Funk', 3),
  ('00000000-0000-4000-a000-000000000004', 'Electronic', 4),
  ('00000000-0000-4000-a000-000000000005', 'House', 5),
  ('00000000-0000-4000-a000-000000000006', 'Techno', 6),
  ('00000000-0000-4000-a000-000000000007', 'Drum & Bass', 7),
  ('00000000-0000-4000-a000-000000000008', 'Dubstep', 8),
  ('00000000-0000-4000-a000-000000000009', 'Lo-Fi', 9),
  ('00000000-0000-4000-a000-000000000010', 'Ambient', 10),
  ('00000000-0000-4000-a000-000000000011', 'Rock', 11),
  ('00000000-0000-4000-a000-000000000012', 'Punk', 12),
  ('00000000-0000-4000-a000-000000000013', 'Metal', 13),
  ('00000000-0000-4000-a000-000000000014', 'Indie', 14),
  ('00000000-0000-4000-a000-000000000015', 'Pop', 15),
  ('00000000-0000-4000-a000-000000000016', 'Jazz', 16),
  ('00000000-0000-4000-a000-000000000017', 'Reggae', 17),
  ('00000000-0000-4000-a000-000000000018', 'Afrobeats', 18),
  ('00000000-0000-4000-a000-000000000019', 'Latin', 19),
  ('00000000-0000-4000-a000-000000000020', 'Experimental', 20);

create table public.tracks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (id),
  title text not null,
  artist_name text not null,
  genre text not null references public.genres (name) on update cascade,
  -- Path in the bucket, or a full https address.
  audio_url text not null,
  cover_url text,
  -- Both measured by the server from the file (S-15), never taken from the client.
  duration_ms integer not null,
  audio_bytes bigint not null,
  radio_opt_in boolean not null default false,
  rights_confirmed boolean not null,
  is_public boolean not null default true,
  sponsored boolean not null default false,
  sponsored_at timestamptz,
  play_count integer not null default 0,
  total_votes integer not null default 0,
  average_vote_rating numeric(3, 2) not null default 0,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  -- The track stands out until then, for everyone; clients compare with the time, nothing changes when it passes.
  highlighted_until timestamptz,
  -- Since when the operator has taken it out of the sight of others. It is private until the operator shows it again, and its owner
  -- sees why; what holds for a private track (Explore, profiles, the radio, the pull of others) holds for it.
  hidden_at timestamptz,
  -- The rev of the counts. A play or a vote changes no row that others have to pull (G-3): counts reach devices by numbered digests (G-4) and
  -- by what a pull adds to its first page.
  counts_rev bigint not null default 1,
  -- Whether the row is on the shelf (G-1). Null: it was never public. False: it left, or is hidden or deleted.
  shelved boolean,
  constraint tracks_one_row_an_audio_file unique (audio_url),
  constraint tracks_title_length check (char_length(title) between 1 and 100),
  constraint tracks_artist_name_length check (char_length(artist_name) between 1 and 50),
  constraint tracks_duration_is_known check (duration_ms > 0),
  constraint tracks_rights_are_confirmed check (rights_confirmed),
  constraint tracks_sponsored_has_a_time check (sponsored = (sponsored_at is not null)),
  constraint tracks_counts_are_not_negative check (audio_bytes >= 0 and play_count >= 0 and total_votes >= 0),
  constraint tracks_hidden_is_private check (hidden_at is null or not is_public)
);
create index tracks_sync on public.tracks (row_xid, id) where shelved is not null;
create index tracks_sync_own on public.tracks (user_id, row_xid, id) where shelved is not true;
create index tracks_newest on public.tracks (created_at desc, id) where is_public and deleted_at is null;
create index tracks_explore_genre on public.tracks (genre, average_vote_rating desc, created_at desc, id)
  where is_public and not sponsored and deleted_at is null;
create index tracks_of_artist on public.tracks (user_id, created_at desc, id) where is_public and deleted_at is null;
create index tracks_tombstones on public.tracks (row_xid) where deleted_at is not null;
-- SY-35: filling a replica reads the shelf alone.
create index tracks_shelf_sync on public.tracks (row_xid, id) where shelved;
create index tracks_owner on public.tracks (user_id, created_at desc);
create index tracks_genre on public.tracks (genre);
-- The order of Explore; first_screen reads its first rows and nothing else.
create index tracks_explore on public.tracks (average_vote_rating desc, created_at desc, id)
  where is_public and not sponsored and deleted_at is null;
create index tracks_audio_file on public.tracks (private.storage_path('tracks', audio_url)) where deleted_at is null;
create index tracks_cover_file on public.tracks (private.storage_path('covers', cover_url)) where deleted_at is null;
create index tracks_sponsored on public.tracks (sponsored_at) where sponsored;

alter table public.tracks enable row level security;
create policy tracks_select_visible on public.tracks for select to anon, authenticated
  using (
    deleted_at is null
    and ((is_public and (select private.may_browse())) or user_id = (select auth.uid()))
  );
create policy tracks_insert_own on public.tracks for insert to authenticated
  with check (user_id = (select auth.uid()) and deleted_at is null);
create policy tracks_update_own on public.tracks for update to authenticated
  using (user_id = (select auth.uid()) and deleted_at is null)
  with check (user_id = (select auth.uid()));
create policy tracks_delete_own on public.tracks for delete to authenticated
  using (user_id = (select auth.uid()) and deleted_at is null);
grant select on table public.tracks to anon, authenticated;
grant
  insert (id, title, artist_name, genre, audio_url, cover_url, user_id, radio_opt_in, rights_confirmed),
  update (title, is_public),
  delete
on table public.tracks to authenticated;

-- What a link shows of its page to whoever is sent it, a robot without a beta session too (S-1): of a public track its title, artist
-- and cover, of a public profile its name and picture, and nothing else. Null for anything else: what is private, what is for
-- friends and what is not there look the same.
create function public.get_link_preview(p_page text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_page = 'track' then
    return (
      -- S-43: the name of the profile, where everybody may read it.
      select jsonb_build_object(
        'title', t.title, 'artist', coalesce(p.artist_name, t.artist_name), 'picture', t.cover_url
      )
      from public.tracks t
      left join public.user_profiles p on p.id = t.user_id and p.privacy_setting = 'public' and p.deleted_at is null
      where t.id = p_id and t.is_public and t.deleted_at is null
    );
  elsif p_page = 'profile' then
    return (
      select jsonb_build_object('title', null, 'artist', p.artist_name, 'picture', p.avatar_url)
      from public.user_profiles p
      where p.id = p_id and p.privacy_setting = 'public' and p.artist_name is not null and p.deleted_at is null
    );
  end if;
  return null;
end;
$$;
grant execute on function public.get_link_preview(text, uuid) to anon;

-- The queue is read before each song and by each station (S-19); without sponsorships it is the newest of the tracks that opted in.
create index tracks_radio on public.tracks (sponsored, created_at desc, id desc)
  where radio_opt_in and is_public and deleted_at is null;

create trigger tracks_touch_pins after update on public.tracks
  for each row
  when (new.shelved is not true and new.rev <> old.rev)
  execute function private.touch_pins();
create trigger tracks_shelve_new before insert on public.tracks
  for each row execute function private.shelve_track();
create trigger tracks_shelve before update of is_public, deleted_at on public.tracks
  for each row
  when ((old.is_public, old.deleted_at is null) is distinct from (new.is_public, new.deleted_at is null))
  execute function private.shelve_track();
-- Every column but the counts and their rev: a change of counts alone must not stamp the row (SY-4).
create trigger tracks_stamp before insert or update of
    id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed, is_public,
    sponsored, sponsored_at, created_at, deleted_at, rev, row_xid, highlighted_until, hidden_at, shelved
  on public.tracks
  for each row execute function private.stamp_sync_row();

select private.sync_table(
  'tracks',
  array[
    'user_id', 'title', 'artist_name', 'genre', 'audio_url', 'cover_url', 'duration_ms', 'audio_bytes', 'radio_opt_in', 'is_public',
    'hidden_at', 'sponsored', 'sponsored_at', 'counts_rev', 'play_count', 'total_votes', 'average_vote_rating', 'highlighted_until',
    'created_at'
  ],
  p_owners => array['user_id'],
  p_seen_if => 'r.is_public or r.user_id = p_viewer',
  p_is_shelved => true
);

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
