-- The app searches on the server only once it has the whole shelf. The best rated matches are on the shelf and would hide the others, so those
-- beyond the shelf come first.

/*
 * The tracks that match a condition over private.track_search x: their number, counted to 1000, and the ids of up to 300, first of those beyond the
 * shelf, then of the others, each part with its best first. If 1000 or more match, they are sought among 1000 of them and among the first
 * 2000 of Explore beyond the shelf, so that a common term costs no more than others.
 */
create or replace function private.search_tracks(p_condition text, p_genre text, p_terms text[], out total integer, out ids uuid[])
language plpgsql stable set search_path = ''
as $$
declare
  v_genre text := case when p_genre is null then 'true' else format('x.genre = %L', p_genre) end;
  v_found uuid[];
  v_best uuid[];
begin
  execute format('select array(select x.track_id from private.track_search x where %s and %s limit 1000)', p_condition, v_genre) into v_found;
  total := cardinality(v_found);
  if total = 1000 then
    execute format(
      $q$
        select array(
          select e.id
          from (
            select x.id, x.average_vote_rating, x.created_at from public.tracks x
            where x.is_public and not x.sponsored and x.deleted_at is null and x.shelved is not true and %s
            order by x.average_vote_rating desc, x.created_at desc, x.id limit 2000
          ) e
          cross join lateral (select from private.track_search x where x.track_id = e.id and %s offset 0) m
          order by e.average_vote_rating desc, e.created_at desc, e.id limit 300
        )
      $q$, v_genre, p_condition
    ) into v_best;
  end if;
  ids := array(
    select t.id
    from (select unnest(v_found) union select unnest(v_best)) f (id)
    join public.tracks t on t.id = f.id and t.is_public and t.deleted_at is null
    join private.track_search s on s.track_id = t.id
    order by t.shelved is true, private.search_rank(s.own, p_terms), t.average_vote_rating desc, t.created_at desc, t.id
    limit 300
  );
end;
$$;

/*
 * The artists whose names match a condition over private.artist_search x: first those beyond the shelf, then the others, each part with the most
 * public tracks first, out of 200 of each part.
 */
create or replace function private.search_artists(p_condition text, p_limit integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  v_people json;
begin
  execute format(
    $q$
      select coalesce(json_agg(json_build_object('id', p.user_id, 'tracks', p.tracks)), '[]')
      from (
        select a.user_id, n.tracks
        from (
          (
            select x.user_id, false as shelved from private.artist_search x join public.user_profiles u on u.id = x.user_id
            where %1$s and u.shelved is not true and exists (select from private.track_search s where s.user_id = x.user_id) limit 200
          )
          union all
          (
            select x.user_id, true from private.artist_search x join public.user_profiles u on u.id = x.user_id
            where %1$s and u.shelved and exists (select from private.track_search s where s.user_id = x.user_id) limit 200
          )
        ) a
        cross join lateral (select count(*) from private.track_search s where s.user_id = a.user_id) n (tracks)
        order by a.shelved, n.tracks desc, a.user_id limit $1
      ) p
    $q$, p_condition
  ) into v_people using p_limit;
  return v_people;
end;
$$;

-- The rows to send, the position after which the list continues, and what a search found.
create or replace function private.visit(
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
    search := private.search(p_what -> 'terms', null, v_page, p_with_tracks => false);
    profiles := array(select (f.person ->> 'id')::uuid from json_array_elements(search -> 'people') f (person));
    tracks := private.top_tracks(profiles);
  elsif v_kind = 'search' then
    search := private.search(p_what -> 'terms', v_genre, 20);
    -- The device visits the rows of the others by their ids, as the list is scrolled.
    tracks := array(
      select f.id::uuid from json_array_elements_text(search -> 'tracks') with ordinality f (id, place) where f.place <= v_page order by f.place
    );
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
