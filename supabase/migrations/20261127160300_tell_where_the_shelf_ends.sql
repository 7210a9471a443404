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

create function private.note_shelf_end(p_last uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_end private.track_position;
begin
  -- Tracks at the edge, and the newest, may be on the shelf beyond its end.
  if exists (
    select from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null and t.shelved is not true
  ) then
    select t.average_vote_rating, t.created_at, t.id into v_end from public.tracks t where t.id = p_last;
  end if;
  update private.shelf_end e
    set average_vote_rating = v_end.average_vote_rating, created_at = v_end.created_at, id = v_end.id
    where (e.average_vote_rating, e.created_at, e.id) is distinct from (v_end.average_vote_rating, v_end.created_at, v_end.id);
end;
$$;

-- G-5: the position in each of the community's lists of the last artist on the shelf. All null while all artists are on it.
insert into private.shelf_sizes (part, size) values ('artists', 1000000);
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

-- The first artists of each list, and with a tenth more those at the edge. Notes where the lists end on the shelf.
create function private.shelve_artists(p_size integer, out inside uuid[], out edge uuid[])
language plpgsql set search_path = ''
as $$
declare
  v_sort text;
  v_artists private.artist_position[];
  v_end private.artist_position;
begin
  inside := '{}';
  edge := '{}';
  for v_sort in select e.sort from private.artist_shelf_ends e order by e.sort loop
    v_artists := private.artists_after(v_sort, private.read_artist_position(null), p_size + p_size / 10 + 1);
    v_end := case when cardinality(v_artists) > p_size then v_artists[p_size] end;
    inside := inside || array(select a.id from unnest(v_artists[:p_size]) a);
    edge := edge || array(select a.id from unnest(v_artists) a);
    update private.artist_shelf_ends e set score = v_end.score, created_at = v_end.created_at, id = v_end.id
      where e.sort = v_sort and (e.score, e.created_at, e.id) is distinct from (v_end.score, v_end.created_at, v_end.id);
  end loop;
end;
$$;

-- As it was, with the shelf's ends.
create or replace function private.arrange_shelf() returns boolean
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

-- As it was, with the shelf's ends.
create or replace function public.sync_pull(p jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_meta public.sync_meta;
  v_tables text[] := private.text_array(p -> 'tables', 50);
  v_pending uuid[] := private.text_array(p -> 'pending', 200)::uuid[];
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 1000), 1), 1000);
  -- By way of a number, since PostgreSQL 15 takes any text for an xid8.
  v_since xid8 := coalesce(p ->> 'since', '0')::bigint::text::xid8;
  v_after_xid xid8 := (p -> 'after' ->> 'xid')::bigint::text::xid8;
  v_after_id uuid := (p -> 'after' ->> 'id')::uuid;
  v_epoch text := p ->> 'epoch';
  -- A request without the field wants all that is gone; one with null comes from an empty replica, which lacks nothing.
  v_gone_since xid8 := case when p ? 'filled_from' then coalesce(p ->> 'filled_from', '9223372036854775807')::bigint::text::xid8 end;
  v_reset text;
  v_rows json;
  v_gone json;
  v_left json;
  v_xids xid8[];
  v_ids uuid[];
  v_next json;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select m.* into strict v_meta from public.sync_meta m;
  v_reset := case
    when coalesce((p ->> 'v')::integer, 0) < v_meta.min_client_v then 'update'
    when v_epoch <> v_meta.epoch or private.refutes(private.text_array(p -> 'marks', 10)) then 'epoch'
    -- Without an epoch the replica is being filled from 0, and lacks what was gone since its first rows; while it is empty, it lacks nothing.
    when case when v_epoch is not null then v_since else (p ->> 'filled_from')::bigint::text::xid8 end < v_meta.min_since then 'floor'
  end;
  if v_reset = 'epoch' and pg_is_in_recovery() then
    raise exception 'This standby is behind' using errcode = '57P03';
  end if;
  if v_reset is not null then
    return jsonb_build_object(
      'epoch', v_meta.epoch, 'floor', '0', 'rows', '[]'::jsonb, 'gone', '[]'::jsonb, 'acks', '[]'::jsonb,
      'next', null, 'server_time', private.iso(private.now()), 'mark', null, 'reset', v_reset
    );
  end if;

  -- No row has the nil id, so that '> (since, nil)' is '>= since'.
  if v_after_xid is null or v_after_id is null or v_after_xid < v_since then
    v_after_xid := null;
    v_after_id := null;
  end if;
  -- One order for all, so that the rows are sorted once.
  select
    coalesce(json_agg(json_build_object('t', c.t, 'row', c."row") order by c.row_xid, c.id) filter (where c."row" is not null), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c."row" is null and not c.has_left), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c.has_left), '[]'),
    array_agg(c.row_xid order by c.row_xid, c.id),
    array_agg(c.id order by c.row_xid, c.id)
    into v_rows, v_gone, v_left, v_xids, v_ids
    from private.changes(
      v_viewer,
      v_tables,
      coalesce(v_after_xid, v_since),
      coalesce(v_after_id, '00000000-0000-0000-0000-000000000000'),
      v_limit,
      v_gone_since
    ) c;
  if cardinality(v_ids) >= v_limit then
    v_next := json_build_object('xid', v_xids[cardinality(v_ids)]::text, 'id', v_ids[cardinality(v_ids)]);
  end if;
  return json_build_object(
    'epoch', v_meta.epoch,
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'rows', v_rows,
    'gone', v_gone,
    'left', v_left,
    'acks', private.acknowledgements(v_viewer, v_pending, v_next is null, v_after_xid),
    'next', v_next,
    'server_time', private.iso(private.now()),
    'mark', private.current_mark(),
    'counts', case when p ? 'counts_after' then private.counts_since(v_viewer, (p ->> 'counts_after')::bigint) end,
    'digest', private.digest_topic(),
    'shelf_end', (
      select private.position_json((e.average_vote_rating, e.created_at, e.id)::private.track_position) from private.shelf_end e
    ),
    'artist_shelf_ends', (
      select json_object_agg(e.sort, private.artist_position_json((e.score, e.created_at, e.id)::private.artist_position) order by e.sort)
      from private.artist_shelf_ends e where e.id is not null
    )
  )::jsonb;
end;
$$;
