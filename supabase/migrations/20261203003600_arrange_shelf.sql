-- G-1: how many rows of each kind the shelf holds. An operator may change the sizes; devices follow within two minutes.
create table private.shelf_sizes (
  part text primary key,
  size integer not null,
  constraint shelf_sizes_are_bounded check (size between 0 and 10000000)
);
alter table private.shelf_sizes enable row level security;
create policy shelf_sizes_all_nobody on private.shelf_sizes for all to anon, authenticated
  using (false) with check (false);

-- G-1: a community with up to 12,000 tracks is on each device whole; of a larger one a device holds about 8 MB of tracks.
insert into private.shelf_sizes (part, size) values
  ('best_tracks', 12000),
  ('newest_tracks', 500),
  ('newest_shares', 60),
  ('newest_people', 1000),
  -- Of each of the community's four lists.
  ('artists', 500),
  -- G-6: the most pins that a person has. Beyond it the oldest leave: first those of votes, then of shares, last of partners.
  ('pins', 10000),
  -- SY-37: a new replica gets only the newest messages of each conversation: `recent_messages`, and as many as it takes to include the
  -- oldest unread one, up to `unread_messages`.
  ('recent_messages', 100),
  ('unread_messages', 500);

-- Puts these rows on the shelf, and takes off those that are neither among them nor at the edge. Rows that somebody changes at this moment wait
-- for the next call. Returns how many rows changed. The ids are read first, so that the plan of the
-- update suits their number.
create function private.shelve_only(p_table text, p_visible_if text, p_inside uuid[], p_edge uuid[]) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_entering uuid[];
  v_leaving uuid[];
  v_changed bigint;
begin
  execute format(
    $f$
      select array(select unnest($1) except select r.id from public.%1$I r where r.shelved),
        array(select r.id from public.%1$I r where r.shelved except select unnest($1 || $2))
    $f$,
    p_table
  ) into v_entering, v_leaving using p_inside, p_edge;
  execute format(
    $f$
      with locked as (
        select r.id from public.%1$I r
        where (r.id = any ($1) and r.shelved is not true and (%2$s)) or (r.id = any ($2) and r.shelved)
        order by r.id for no key update of r skip locked
      )
      update public.%1$I r set shelved = r.shelved is not true from locked l where l.id = r.id
    $f$,
    p_table, p_visible_if
  ) using v_entering, v_leaving;
  get diagnostics v_changed = row_count;
  return v_changed;
end;
$$;

/*
 * Arranges the shelf by its sizes, and notes its ends; true if that changed anything. Called each minute. A row at the edge, up to a
 * tenth beyond a size, is left as it is, so that it does not come and go.
 */
create function private.arrange_shelf() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_sizes jsonb := (select jsonb_object_agg(s.part, s.size) from private.shelf_sizes s);
  v_best integer := (v_sizes ->> 'best_tracks')::integer;
  v_newest integer := (v_sizes ->> 'newest_tracks')::integer;
  v_shares integer := (v_sizes ->> 'newest_shares')::integer;
  v_people integer := (v_sizes ->> 'newest_people')::integer;
  v_artists integer := greatest((v_sizes ->> 'artists')::integer, 1);
  v_best_ids uuid[] := array(
    select t.id from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null
    order by t.average_vote_rating desc, t.created_at desc, t.id limit v_best + v_best / 10
  );
  v_newest_ids uuid[] := array(
    select t.id from public.tracks t where t.is_public and t.deleted_at is null
    order by t.created_at desc, t.id limit v_newest + v_newest / 10
  );
  v_sponsored_ids uuid[] := array(select t.id from public.tracks t where t.sponsored and t.is_public and t.deleted_at is null);
  v_share_ids uuid[] := array(
    select s.id from public.shared_tracks s where s.is_shared and s.deleted_at is null
    order by s.created_at desc, s.id limit v_shares + v_shares / 10
  );
  v_person_ids uuid[] := array(
    select p.id from public.user_profiles p where p.privacy_setting <> 'private' and p.deleted_at is null
    order by p.created_at desc, p.id limit v_people + v_people / 10
  );
  v_is_cut boolean := exists (select from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null offset v_best);
  v_artist_ids uuid[] := '{}';
  v_edge_artist_ids uuid[] := '{}';
  v_tracks uuid[];
  v_edge_tracks uuid[];
  v_changed bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:shelf', 0)) then
    return false;
  end if;
  -- If all tracks are on the shelf, so are all artists.
  if v_is_cut then
    perform private.refresh_artist_figures();
    select a.inside, a.edge into strict v_artist_ids, v_edge_artist_ids from private.shelve_artists(v_artists) a;
  else
    update private.artist_shelf_ends e set score = null, created_at = null, id = null where e.id is not null;
  end if;
  v_tracks := v_best_ids[:v_best] || v_newest_ids[:v_newest] || v_sponsored_ids || private.top_tracks(v_artist_ids)
    || array(select s.track_id from public.shared_tracks s where s.id = any (v_share_ids[:v_shares]));
  v_edge_tracks := v_best_ids || v_newest_ids || private.top_tracks(v_edge_artist_ids)
    || array(select s.track_id from public.shared_tracks s where s.id = any (v_share_ids));
  v_changed := private.shelve_only('tracks', 'r.is_public and r.deleted_at is null', v_tracks, v_edge_tracks)
    + private.shelve_only('shared_tracks', 'r.is_shared and r.deleted_at is null', v_share_ids[:v_shares], v_share_ids)
    + private.shelve_only(
      'user_profiles', $sql$r.privacy_setting <> 'private' and r.deleted_at is null$sql$,
      v_person_ids[:v_people] || v_artist_ids
        || array(select t.user_id from public.tracks t where t.id = any (v_tracks))
        || array(select s.user_id from public.shared_tracks s where s.id = any (v_share_ids[:v_shares])),
      v_person_ids || v_edge_artist_ids
        || array(select t.user_id from public.tracks t where t.id = any (v_edge_tracks))
        || array(select s.user_id from public.shared_tracks s where s.id = any (v_share_ids))
    );
  perform private.note_shelf_end(v_best_ids[v_best]);
  return v_changed > 0;
end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('arrange-shelf', '* * * * *', 'select private.arrange_shelf()')$cron$;
  end if;
end;
$$;

-- G-5: the place in Explore's order of the last of the shelf's best tracks. A device asks for what comes after it. All null while all of Explore is
-- on the shelf.
create table private.shelf_end (
  is_only boolean primary key default true,
  average_vote_rating numeric,
  created_at timestamptz,
  id uuid,
  constraint shelf_end_one_row check (is_only)
);
alter table private.shelf_end enable row level security;
create policy shelf_end_all_nobody on private.shelf_end for all to anon, authenticated
  using (false) with check (false);
insert into private.shelf_end default values;

create table private.artist_shelf_ends (
  sort text primary key,
  score bigint,
  created_at timestamptz,
  id uuid
);
alter table private.artist_shelf_ends enable row level security;
create policy artist_shelf_ends_all_nobody on private.artist_shelf_ends for all to anon, authenticated
  using (false) with check (false);
insert into private.artist_shelf_ends (sort) values ('most_active'), ('most_plays'), ('newest'), ('track_count');
