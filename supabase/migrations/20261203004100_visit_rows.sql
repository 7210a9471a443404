-- G-5: a device holds the shelf; what lies beyond is read page by page, and kept as visited.

-- A place in a list, to go on after it. In microseconds: tracks of one millisecond have an order too.
create type private.track_position as (average_vote_rating numeric, created_at timestamptz, id uuid);

create function private.position_json(p private.track_position) returns json
language sql stable set search_path = ''
return case when (p).id is not null then json_build_object(
  'average_vote_rating', (p).average_vote_rating,
  'created_at', to_char((p).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'id', (p).id
) end;

-- Null is the place before all tracks.
create function private.read_position(p jsonb) returns private.track_position
language plpgsql stable set search_path = ''
as $$
begin
  if p is null or p = 'null' then
    return ('infinity', 'infinity', '00000000-0000-0000-0000-000000000000')::private.track_position;
  end if;
  if jsonb_typeof(p) <> 'object' or p ->> 'average_vote_rating' is null or p ->> 'created_at' is null or p ->> 'id' is null then
    raise exception 'A position has average_vote_rating, created_at and id' using errcode = '22023';
  end if;
  return (
    (p ->> 'average_vote_rating')::numeric, (p ->> 'created_at')::timestamptz, (p ->> 'id')::uuid
  )::private.track_position;
end;
$$;

-- In three parts, each a range of the index: no index has one range after a position when its columns go in different directions.
create function private.explore_after(p_after private.track_position, p_limit integer) returns uuid[]
language sql stable set search_path = ''
return array(
  select u.id
  from (
    (
      select t.id, t.average_vote_rating, t.created_at from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null
        and t.average_vote_rating = (p_after).average_vote_rating and t.created_at = (p_after).created_at and t.id > (p_after).id
      order by t.average_vote_rating desc, t.created_at desc, t.id limit p_limit
    )
    union all
    (
      select t.id, t.average_vote_rating, t.created_at from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null
        and t.average_vote_rating = (p_after).average_vote_rating and t.created_at < (p_after).created_at
      order by t.average_vote_rating desc, t.created_at desc, t.id limit p_limit
    )
    union all
    (
      select t.id, t.average_vote_rating, t.created_at from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null
        and t.average_vote_rating < (p_after).average_vote_rating
      order by t.average_vote_rating desc, t.created_at desc, t.id limit p_limit
    )
  ) u
  order by u.average_vote_rating desc, u.created_at desc, u.id limit p_limit
);

create function private.explore_genre_after(p_genre text, p_after private.track_position, p_limit integer) returns uuid[]
language sql stable set search_path = ''
return array(
  select u.id
  from (
    (
      select t.id, t.average_vote_rating, t.created_at from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null and t.genre = p_genre
        and t.average_vote_rating = (p_after).average_vote_rating and t.created_at = (p_after).created_at and t.id > (p_after).id
      order by t.average_vote_rating desc, t.created_at desc, t.id limit p_limit
    )
    union all
    (
      select t.id, t.average_vote_rating, t.created_at from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null and t.genre = p_genre
        and t.average_vote_rating = (p_after).average_vote_rating and t.created_at < (p_after).created_at
      order by t.average_vote_rating desc, t.created_at desc, t.id limit p_limit
    )
    union all
    (
      select t.id, t.average_vote_rating, t.created_at from public.tracks t
      where t.is_public and not t.sponsored and t.deleted_at is null and t.genre = p_genre
        and t.average_vote_rating < (p_after).average_vote_rating
      order by t.average_vote_rating desc, t.created_at desc, t.id limit p_limit
    )
  ) u
  order by u.average_vote_rating desc, u.created_at desc, u.id limit p_limit
);

create function private.tracks_of_after(p_user uuid, p_after private.track_position, p_limit integer) returns uuid[]
language sql stable set search_path = ''
return array(
  select u.id
  from (
    (
      select t.id, t.created_at from public.tracks t
      where t.is_public and t.deleted_at is null and t.user_id = p_user and t.created_at = (p_after).created_at and t.id > (p_after).id
      order by t.created_at desc, t.id limit p_limit
    )
    union all
    (
      select t.id, t.created_at from public.tracks t
      where t.is_public and t.deleted_at is null and t.user_id = p_user and t.created_at < (p_after).created_at
      order by t.created_at desc, t.id limit p_limit
    )
  ) u
  order by u.created_at desc, u.id limit p_limit
);

-- Those of these rows that are public or the viewer's, the tracks of the shares, and the artists of all tracks.
create function private.visible_rows(p_viewer uuid, p_tracks uuid[], p_profiles uuid[], p_shares uuid[]) returns json
language sql stable set search_path = ''
return (
  with shares as (
    select s, s.track_id, s.created_at
    from public.shared_tracks s
    where s.id = any (p_shares) and s.deleted_at is null and private.can_see_share(s.user_id, s.track_id, s.is_shared, null)
  ), tracks as (
    select t, t.user_id, w.place
    from (
      select u.id, u.place from unnest(p_tracks) with ordinality u (id, place)
      union
      select s.track_id, 0 from shares s
    ) w
    join public.tracks t on t.id = w.id and t.deleted_at is null and (t.is_public or t.user_id = p_viewer)
  )
  select coalesce(json_agg(json_build_object('t', r.t, 'row', r."row") order by r.t, r.place), '[]')
  from (
    select 'tracks' as t, private.row_json(s.t) as "row", s.place from tracks s
    union all
    select 'shared_tracks', private.row_json(s.s), row_number() over (order by s.created_at desc) from shares s
    union all
    select 'user_profiles', private.row_json(p), 0
    from public.user_profiles p
    where p.id in (select s.user_id from tracks s union select unnest(p_profiles))
      and p.deleted_at is null and (p.id = p_viewer or private.can_see_profile(p.id, p.privacy_setting, null))
  ) r
);

-- The rows to send, the position after which the list continues, and what a search found.
create function private.visit(
  p_what jsonb, out tracks uuid[], out profiles uuid[], out shares uuid[], out next json, out next_artist json, out search json
)
language plpgsql stable set search_path = ''
as $$
declare
  v_page constant integer := 60;
  v_kind text := p_what ->> 'kind';
  v_genre text := p_what ->> 'genre';
  v_after private.track_position;
  v_artists private.artist_position[];
  v_is_list boolean := v_kind in ('explore', 'tracks_of');
begin
  if v_is_list then
    v_after := private.read_position(p_what -> 'after');
  end if;
  if v_kind = 'rows' then
    tracks := private.text_array(p_what -> 'tracks', 101)::uuid[];
    profiles := private.text_array(p_what -> 'profiles', 101)::uuid[];
    if cardinality(tracks) + cardinality(profiles) > 100 then
      raise exception 'At most 100 rows are visited together' using errcode = '22023';
    end if;
  elsif v_kind = 'explore' and v_genre is null then
    tracks := private.explore_after(v_after, v_page + 1);
  elsif v_kind = 'explore' then
    tracks := private.explore_genre_after(v_genre, v_after, v_page + 1);
  elsif v_kind = 'tracks_of' then
    if p_what ->> 'user_id' is null then
      raise exception 'user_id is missing' using errcode = '22023';
    end if;
    tracks := private.tracks_of_after((p_what ->> 'user_id')::uuid, v_after, v_page + 1);
  elsif v_kind = 'shares_of' then
    if p_what ->> 'user_id' is null then
      raise exception 'user_id is missing' using errcode = '22023';
    end if;
    shares := array(
      select s.id from public.shared_tracks s
      where s.user_id = (p_what ->> 'user_id')::uuid and s.is_shared and s.deleted_at is null
      order by s.created_at desc, s.id limit v_page
    );
  elsif v_kind = 'artists' then
    v_artists := private.artists_after(p_what ->> 'sort', private.read_artist_position(p_what -> 'after'), v_page + 1);
    if cardinality(v_artists) > v_page then
      v_artists := v_artists[:v_page];
      next_artist := private.artist_position_json(v_artists[v_page]);
    end if;
    profiles := array(select a.id from unnest(v_artists) a);
    tracks := private.top_tracks(profiles);
  elsif v_kind = 'search_artists' then
    search := private.search(p_what -> 'terms', null, 20, p_with_tracks => false);
    profiles := array(select (f.person ->> 'id')::uuid from json_array_elements(search -> 'people') f (person));
    tracks := private.top_tracks(profiles);
  elsif v_kind = 'search' then
    search := private.search(p_what -> 'terms', v_genre, 5);
    tracks := array(select f.id::uuid from json_array_elements_text(search -> 'tracks') with ordinality f (id, place) order by f.place);
    profiles := array(select (f.person ->> 'id')::uuid from json_array_elements(search -> 'people') f (person));
  else
    raise exception 'Unknown kind of rows' using errcode = '22023';
  end if;
  if v_is_list and cardinality(tracks) > v_page then
    tracks := tracks[:v_page];
    select private.position_json((t.average_vote_rating, t.created_at, t.id)::private.track_position) into next
      from public.tracks t where t.id = tracks[v_page];
  end if;
end;
$$;

create function public.visit_rows(p jsonb) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_meta public.sync_meta;
  v_reset text;
  v_visit record;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select m.* into strict v_meta from public.sync_meta m;
  v_reset := case
    when coalesce((p ->> 'v')::integer, 0) < v_meta.min_client_v then 'update'
    when p ->> 'epoch' <> v_meta.epoch then 'epoch'
  end;
  if v_reset = 'epoch' and pg_is_in_recovery() then
    raise exception 'This standby is behind' using errcode = '57P03';
  end if;
  if v_reset is not null then
    return json_build_object(
      'epoch', v_meta.epoch, 'floor', '0', 'mark', null, 'server_time', private.iso(private.now()), 'rows', '[]'::json, 'next', null, 'reset', v_reset
    );
  end if;
  select v.* into strict v_visit from private.visit(p -> 'what') v;
  return jsonb_build_object(
    'epoch', v_meta.epoch,
    'floor', private.floor_xid()::text,
    'mark', private.current_mark(),
    'server_time', private.iso(private.now()),
    'rows', private.visible_rows(auth.uid(), v_visit.tracks, v_visit.profiles, v_visit.shares),
    'next', v_visit.next,
    'next_artist', v_visit.next_artist
  ) || case when v_visit.search is null then '{}' else jsonb_build_object('found', v_visit.search) end;
end;
$$;
grant execute on function public.visit_rows(jsonb) to anon, authenticated;

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
