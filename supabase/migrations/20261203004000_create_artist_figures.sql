-- What the figures include: digests up to this number, and tracks changed by transactions before this one. Null: nothing yet.
create table private.artist_figures_state (
  is_only boolean primary key default true,
  digest bigint,
  before_xid xid8,
  constraint artist_figures_state_one_row check (is_only)
);
alter table private.artist_figures_state enable row level security;
create policy artist_figures_state_all_nobody on private.artist_figures_state for all to anon, authenticated
  using (false) with check (false);
insert into private.artist_figures_state default values;

/*
 * Counts the tracks and plays of the artists whose tracks have changed since the last call. A profile changes only if its number of tracks does,
 * or its plays by a twentieth: each change reaches the devices that hold the profile.
 */
create function private.refresh_artist_figures() returns void
language plpgsql set search_path = ''
as $$
declare
  v_state private.artist_figures_state;
  v_digest bigint := (select d.number from private.digest d);
  v_before_xid xid8 := private.floor_xid();
  v_artists uuid[];
  v_is_whole boolean;
begin
  select s.* into strict v_state from private.artist_figures_state s;
  if v_state.before_xid is null then
    v_artists := array(select distinct t.user_id from public.tracks t where t.is_public and t.deleted_at is null);
  else
    v_artists := array(
      select t.user_id from private.digested_counts d join public.tracks t on t.id = d.track_id where d.number > v_state.digest
      union
      select t.user_id from public.tracks t where t.row_xid >= v_state.before_xid and t.shelved is not null
    );
  end if;
  with figures as (
    select a.id, f.tracks, f.plays
    from unnest(v_artists) a (id)
    cross join lateral (
      select count(*) as tracks, coalesce(sum(t.play_count), 0) as plays
      from public.tracks t where t.user_id = a.id and t.is_public and t.deleted_at is null
    ) f
  ), outdated as (
    select f.id, f.tracks, f.plays
    from figures f join public.user_profiles p on p.id = f.id
    where p.deleted_at is null and (p.track_count <> f.tracks or abs(p.total_plays - f.plays) * 20 > p.total_plays)
  ), locked as (
    select o.id, o.tracks, o.plays from outdated o join public.user_profiles p on p.id = o.id order by o.id for no key update of p skip locked
  ), written as (
    update public.user_profiles p set track_count = l.tracks, total_plays = l.plays from locked l where p.id = l.id returning p.id
  )
  select (select count(*) from outdated) = (select count(*) from written) into v_is_whole;
  -- Else the profiles that somebody changes at this moment are refreshed by the next call.
  if v_is_whole then
    update private.artist_figures_state set digest = v_digest, before_xid = v_before_xid;
  end if;
end;
$$;

-- A position in one of the community's lists, in microseconds.
create type private.artist_position as (score bigint, created_at timestamptz, id uuid);

create function private.artist_position_json(p private.artist_position) returns json
language sql stable set search_path = ''
return case when (p).id is not null then json_build_object(
  'score', (p).score, 'created_at', to_char((p).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'id', (p).id
) end;

-- Null is the position before all artists.
create function private.read_artist_position(p jsonb) returns private.artist_position
language plpgsql stable set search_path = ''
as $$
begin
  if p is null or p = 'null' then
    return (9223372036854775807, 'infinity', '00000000-0000-0000-0000-000000000000')::private.artist_position;
  end if;
  if jsonb_typeof(p) <> 'object' or p ->> 'score' is null or p ->> 'created_at' is null or p ->> 'id' is null then
    raise exception 'A position has score, created_at and id' using errcode = '22023';
  end if;
  return ((p ->> 'score')::bigint, (p ->> 'created_at')::timestamptz, (p ->> 'id')::uuid)::private.artist_position;
end;
$$;

-- By what each list is sorted, as SQL over a profile p. Equal scores are sorted by the newest member.
create function private.artist_score(p_sort text) returns text
language sql immutable set search_path = ''
return case p_sort
  when 'most_active' then '(p.track_count * 10 + p.total_plays)'
  when 'most_plays' then 'p.total_plays'
  when 'track_count' then 'p.track_count::bigint'
  when 'newest' then '0::bigint'
end;

-- In three parts, each a range of the list's index.
create function private.artists_after(p_sort text, p_after private.artist_position, p_limit integer) returns private.artist_position[]
language plpgsql stable set search_path = ''
as $$
declare
  v_score text := private.artist_score(p_sort);
  v_part text := format(
    $q$
      select %1$s as score, p.created_at, p.id from public.user_profiles p
      where p.artist_name is not null and p.avatar_url is not null and p.privacy_setting = 'public' and p.deleted_at is null and p.track_count > 0
        and %%s
      order by %1$s desc, p.created_at desc, p.id limit $2
    $q$, v_score);
  v_positions private.artist_position[];
begin
  if v_score is null then
    raise exception 'Unknown order of artists' using errcode = '22023';
  end if;
  execute format(
    $q$
      select array(
        select (u.score, u.created_at, u.id)::private.artist_position
        from ((%s) union all (%s) union all (%s)) u
        order by u.score desc, u.created_at desc, u.id limit $2
      )
    $q$,
    format(v_part, v_score || ' = ($1).score and p.created_at = ($1).created_at and p.id > ($1).id'),
    format(v_part, v_score || ' = ($1).score and p.created_at < ($1).created_at'),
    format(v_part, v_score || ' < ($1).score')
  ) into v_positions using p_after, p_limit;
  return v_positions;
end;
$$;

-- The three public tracks with the most plays of each of these artists.
create function private.top_tracks(p_artists uuid[]) returns uuid[]
language sql stable set search_path = ''
return array(
  select t.id
  from unnest(p_artists) with ordinality a (id, place)
  cross join lateral (
    select t.id, t.play_count from public.tracks t
    where t.user_id = a.id and t.is_public and t.deleted_at is null
    order by t.play_count desc, t.id limit 3
  ) t
  order by a.place, t.play_count desc, t.id
);

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
