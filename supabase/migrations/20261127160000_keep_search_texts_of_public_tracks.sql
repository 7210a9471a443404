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

insert into private.track_search (track_id, user_id, genre, own, name)
  select t.id, t.user_id, t.genre,
    concat(private.search_lines(t.title), private.search_lines(t.genre), private.search_lines(t.artist_name)), n.name
  from (select distinct t.user_id from public.tracks t where t.is_public and t.deleted_at is null) a
  cross join lateral (select private.public_name(a.user_id) offset 0) n (name)
  join public.tracks t on t.user_id = a.user_id and t.is_public and t.deleted_at is null;
insert into private.artist_search (user_id, name)
  select n.user_id, n.name
  from (select p.id, private.public_name(p.id) from public.user_profiles p where p.artist_name is not null offset 0) n (user_id, name)
  where n.name <> '';

create index track_search_artist on private.track_search (user_id);
create index track_search_words on private.track_search using gin ((own || name) extensions.gin_trgm_ops);
create index artist_search_words on private.artist_search using gin (name extensions.gin_trgm_ops);
analyze private.track_search, private.artist_search;
