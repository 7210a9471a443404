-- A device that searches on the server has the whole shelf, so the matches beyond the shelf come first: else the best rated 20, which are all on
-- the shelf, would hide the others.

/*
 * The tracks that match a condition over private.track_search x: their number, counted to 1000, and up to 60 of them: those beyond the shelf first,
 * and the best of each first. If there are more than 1000, the best are sought among 1000 of them and among the first 2000 of Explore
 * beyond the shelf, so that a common term costs no more than others.
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
          order by e.average_vote_rating desc, e.created_at desc, e.id limit 60
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
    limit 60
  );
end;
$$;

/*
 * The artists whose names match a condition over private.artist_search x: those beyond the shelf first, and of each those with the most public
 * tracks, out of 200 of each.
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
