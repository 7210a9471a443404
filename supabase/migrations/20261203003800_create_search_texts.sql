-- G-5: what a search looks at, for the tracks and people that everybody who may browse can see.

-- Hosted projects have their extensions in this schema too.
create extension if not exists pg_trgm with schema extensions;

-- Writes each character but a to z, 0 to 9 and the space as five capitals: pg_trgm takes those beyond ASCII for letters in some locales only, signs
-- never, and a pattern of LIKE has signs of its own. The first capital is one of A to M, the others of N to Z, so that a text contains a term if and
-- only if its code contains the term's.
create function private.search_code(p_folded text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if p_folded !~ '[^a-z0-9 ]' then
    return p_folded;
  end if;
  return (
    select string_agg(
      case when l.letter ~ '[a-z0-9 ]' then l.letter
        else chr(65 + n.at / 28561 % 13) || chr(78 + n.at / 2197 % 13) || chr(78 + n.at / 169 % 13) || chr(78 + n.at / 13 % 13) || chr(78 + n.at % 13)
      end, '' order by l.place)
    from string_to_table(p_folded, null) with ordinality l (letter, place), lateral (select ascii(l.letter)) n (at)
  );
end;
$$;

-- The searchable lines of one field: its folded words, the same without spaces, and other spellings that the device knows too
-- (sync/overlay/search-words.ts). Each line has a space at both ends, so that a pattern can name the beginning and the end of a word.
create function private.search_lines(p_field text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_folded text := private.fold_text(p_field);
  v_code text := private.search_code(v_folded);
begin
  if v_folded is null or v_folded = '' then
    return '';
  end if;
  return concat(
    ' ' || v_code || E' \n',
    ' ' || nullif(replace(v_code, ' ', ''), v_code) || E' \n',
    -- Single letters as one word: 'N. W. A.'.
    ' ' || replace(substring(v_folded from '(?:^| )([a-z0-9](?: [a-z0-9])+)(?:$| )'), ' ', '') || E' \n',
    case when v_folded ~ '(^| )(r ?(and|n) ?b|rhythm ?and ?blues)($| )' then E' randb rnb rhythmandblues \n' end,
    case when v_folded ~ '(^| )(drum ?(and|n) ?bass|d ?(and|n) ?b)($| )' then E' drumandbass drumnbass dandb dnb \n' end
  );
end;
$$;

-- `own`: title, genre and credited name; `name`: the artist's present name (S-43), apart, so that a new name folds no titles.
create table private.track_search (
  track_id uuid primary key references public.tracks (id) on delete cascade,
  user_id uuid not null,
  genre text not null,
  own text not null,
  name text not null
);
alter table private.track_search enable row level security;
create policy track_search_all_nobody on private.track_search for all to anon, authenticated
  using (false) with check (false);

-- The names that everybody may read.
create table private.artist_search (
  user_id uuid primary key references public.user_profiles (id) on delete cascade,
  name text not null
);
alter table private.artist_search enable row level security;
create policy artist_search_all_nobody on private.artist_search for all to anon, authenticated
  using (false) with check (false);

-- The name that everybody may read; '' if there is none.
create function private.public_name(p_user uuid) returns text
language sql stable set search_path = ''
return coalesce((
  select private.search_lines(p.artist_name) from public.user_profiles p
  where p.id = p_user and p.deleted_at is null and private.can_see_profile(p.id, p.privacy_setting, null)
), '');

create function private.note_track_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_own text;
  v_name text;
begin
  if not new.is_public or new.deleted_at is not null then
    delete from private.track_search s where s.track_id = new.id;
    return null;
  end if;
  v_own := concat(private.search_lines(new.title), private.search_lines(new.genre), private.search_lines(new.artist_name));
  update private.track_search s set own = v_own, genre = new.genre where s.track_id = new.id;
  if not found then
    -- A new name that is being written waits for this track, or this track for the name.
    perform 1 from public.user_profiles p where p.id = new.user_id for share;
    v_name := private.public_name(new.user_id);
    insert into private.track_search (track_id, user_id, genre, own, name) values (new.id, new.user_id, new.genre, v_own, v_name);
  end if;
  return null;
end;
$$;
create trigger tracks_note_search_new after insert on public.tracks
  for each row
  when (new.is_public and new.deleted_at is null)
  execute function private.note_track_search();
create trigger tracks_note_search after update of title, artist_name, genre, is_public, deleted_at on public.tracks
  for each row
  when (
    (old.title, old.artist_name, old.genre, old.is_public, old.deleted_at)
      is distinct from (new.title, new.artist_name, new.genre, new.is_public, new.deleted_at)
  )
  execute function private.note_track_search();

create function private.note_artist_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text := private.public_name(new.id);
begin
  update private.track_search s set name = v_name where s.user_id = new.id and s.name <> v_name;
  if v_name = '' then
    delete from private.artist_search a where a.user_id = new.id;
  else
    insert into private.artist_search (user_id, name) values (new.id, v_name)
      on conflict (user_id) do update set name = excluded.name;
  end if;
  return null;
end;
$$;
create trigger user_profiles_note_search_new after insert on public.user_profiles
  for each row
  when (new.artist_name is not null)
  execute function private.note_artist_search();
create trigger user_profiles_note_search after update of artist_name, privacy_setting, deleted_at on public.user_profiles
  for each row
  when (
    (old.artist_name, old.privacy_setting, old.deleted_at) is distinct from (new.artist_name, new.privacy_setting, new.deleted_at)
  )
  execute function private.note_artist_search();

create index track_search_artist on private.track_search (user_id);
create index track_search_words on private.track_search using gin ((own || name) extensions.gin_trgm_ops);
create index artist_search_words on private.artist_search using gin (name extensions.gin_trgm_ops);

-- At most 8 terms of at most 64 characters; shorter than two would match nearly everything. Folded again, since any client calls.
create function private.search_terms(p_terms jsonb) returns text[]
language sql immutable set search_path = ''
return array(
  select private.search_code(f.folded)
  from unnest(private.text_array(p_terms, 8)) with ordinality t (term, place),
    lateral (select private.fold_text(left(t.term, 64))) f (folded)
  where char_length(f.folded) >= 2
  order by t.place
);

-- The letters of a term; a code of private.search_code is one.
create function private.search_letters(p_term text) returns text[]
language sql immutable set search_path = ''
return array(select m[1] from regexp_matches(p_term, '[A-M][N-Z]{4}|.', 'g') m);

-- Patterns of the words that differ from a term of 4 letters or more by one: another one, one too many, one missing, or two exchanged. A longer
-- term may be the beginning of a word.
create function private.typo_patterns(p_letters text[]) returns text[]
language sql immutable set search_path = ''
return array(
  select distinct
    '% ' || array_to_string(p_letters[:i - 1] || v.middle || p_letters[v.next:], '') || case when cardinality(p_letters) < 6 then ' %' else '%' end
  from generate_series(1, cardinality(p_letters)) i,
    lateral (select repeat('_', char_length(p_letters[i]))) a (letter),
    lateral (values
      (array[a.letter], i + 1),
      ('{}'::text[], i + 1),
      (array[a.letter], i),
      (array[p_letters[i + 1], p_letters[i]], i + 2)
    ) v (middle, next)
  where i < cardinality(p_letters) or v.next < i + 2
);

-- The same words and others, in fewer patterns, which is cheaper for the index: two neighbouring letters may be anything.
create function private.wide_typo_patterns(p_letters text[]) returns text[]
language sql immutable set search_path = ''
return array(
  select '% ' || array_to_string(p_letters[:i - 1], '') || '%' || array_to_string(p_letters[i + 2:], '') || '%'
  from generate_series(1, cardinality(p_letters) - 1) i
);

-- As SQL: whether an expression has a term or, with p_is_close, a word that differs from it by a letter, of those in the list of words. Two
-- letters are sought at the beginnings of words only, because an index of three letters does not have them elsewhere.
create function private.search_condition(p_expression text, p_term text, p_is_close boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_letters text[] := private.search_letters(p_term);
begin
  if not p_is_close or cardinality(v_letters) < 4 then
    return format('%s like %L', p_expression, case when char_length(p_term) < 3 then '% ' else '%' end || p_term || '%');
  end if;
  return coalesce(
    (
      select '(' || string_agg(format('%s like %L', p_expression, c.pattern), ' or ') || ')'
      from unnest(private.close_patterns(v_letters)) c (pattern)
    ),
    'false'
  );
end;
$$;

-- How well a title matches; 0 is best.
create function private.search_rank(p_own text, p_terms text[]) returns integer
language plpgsql immutable set search_path = ''
as $$
declare
  v_title text := split_part(p_own, E' \n', 1);
  v_phrase text := array_to_string(p_terms, ' ');
begin
  return case
    when replace(v_title, ' ', '') = replace(v_phrase, ' ', '') then 0
    when starts_with(v_title, ' ' || v_phrase) then 1
    when not exists (select from unnest(p_terms) t (term) where position(' ' || t.term in v_title) = 0) then 2
    when not exists (select from unnest(p_terms) t (term) where position(t.term in v_title) = 0) then 3
    else 4
  end;
end;
$$;

create function private.search_conditions(p_expression text, p_terms text[], p_close boolean[]) returns text
language sql stable set search_path = ''
return (
  select string_agg(private.search_condition(p_expression, t.term, t.is_close), ' and ')
  from unnest(p_terms, p_close) t (term, is_close)
);

-- Which of the terms, of those that can be misspelled, no track has, or no artist's name.
create function private.missing_terms(p_terms text[], p_in_tracks boolean) returns boolean[]
language plpgsql stable set search_path = ''
as $$
declare
  v_missing boolean[] := '{}';
  v_term text;
  v_is_missing boolean;
begin
  foreach v_term in array p_terms loop
    v_is_missing := cardinality(private.search_letters(v_term)) between 4 and 24;
    if v_is_missing then
      execute case when p_in_tracks
        then 'select not exists (select from private.track_search x where ' || private.search_condition('(x.own || x.name)', v_term, false) || ')'
        else 'select not exists (select from private.artist_search x where ' || private.search_condition('x.name', v_term, false) || ')'
      end into v_is_missing;
    end if;
    v_missing := v_missing || v_is_missing;
  end loop;
  return v_missing;
end;
$$;

/*
 * The tracks that match a condition over private.track_search s: their number, counted to 1000, and the 20 best. When there are more, the best
 * are sought among 1000 of them and among the first of Explore, so that a common term costs no more than others.
 */
create function private.search_tracks(p_condition text, p_genre text, p_terms text[], out total integer, out ids uuid[])
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
            where x.is_public and not x.sponsored and x.deleted_at is null and %s
            order by x.average_vote_rating desc, x.created_at desc, x.id limit 2000
          ) e
          cross join lateral (select from private.track_search x where x.track_id = e.id and %s offset 0) m
          order by e.average_vote_rating desc, e.created_at desc, e.id limit 20
        )
      $q$, v_genre, p_condition
    ) into v_best;
  end if;
  ids := array(
    select t.id
    from (select unnest(v_found) union select unnest(v_best)) f (id)
    join public.tracks t on t.id = f.id and t.is_public and t.deleted_at is null
    join private.track_search s on s.track_id = t.id
    order by private.search_rank(s.own, p_terms), t.average_vote_rating desc, t.created_at desc, t.id
    limit 20
  );
end;
$$;

-- The artists with the most public tracks of up to 200 whose names match a condition over private.artist_search x.
create function private.search_artists(p_condition text, p_limit integer) returns json
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
          select x.user_id from private.artist_search x
          where %s and exists (select from private.track_search s where s.user_id = x.user_id) limit 200
        ) a
        cross join lateral (select count(*) from private.track_search s where s.user_id = a.user_id) n (tracks)
        order by n.tracks desc, a.user_id limit $1
      ) p
    $q$, p_condition
  ) into v_people using p_limit;
  return v_people;
end;
$$;

-- p_artists: at most so many. Without tracks, the artists alone decide whether words are misspelled.
create function private.search(p_terms jsonb, p_genre text, p_artists integer, p_with_tracks boolean default true) returns json
language plpgsql stable set search_path = ''
as $$
declare
  v_terms text[] := private.search_terms(p_terms);
  v_close boolean[] := array_fill(false, array[cardinality(v_terms)]);
  v_total integer := 0;
  v_tracks uuid[] := '{}';
  v_people json := '[]';
  v_match text := 'exact';
begin
  -- Twice at most: the terms as they are, then with close words in place of those that no track has.
  while cardinality(v_terms) > 0 loop
    if p_with_tracks then
      select s.total, s.ids into v_total, v_tracks
        from private.search_tracks(private.search_conditions('(x.own || x.name)', v_terms, v_close), p_genre, v_terms) s;
    end if;
    v_people := private.search_artists(private.search_conditions('x.name', v_terms, v_close), p_artists);
    exit when v_total > 0 or json_array_length(v_people) > 0 or v_match = 'close';
    v_match := 'close';
    v_close := private.missing_terms(v_terms, p_with_tracks);
    -- More than two wrong words are too many for the index to be quick, and hardly a slip.
    exit when cardinality(array_positions(v_close, true)) not in (1, 2);
  end loop;
  return json_build_object('match', v_match, 'tracks', to_json(v_tracks), 'people', v_people, 'total', v_total);
end;
$$;
