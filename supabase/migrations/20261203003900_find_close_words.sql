-- G-5: misspelt terms are sought among the words of tracks and artists, not in their texts: the few letters of a short term that are in their
-- place, such as ' mi', are in every tenth text.
create table private.search_words (word text primary key);
alter table private.search_words enable row level security;
create policy search_words_all_nobody on private.search_words for all to anon, authenticated
  using (false) with check (false);

-- The words of search texts. Shorter ones are close to no term that can be misspelt.
create function private.words_of(p_texts text) returns setof text
language sql immutable set search_path = ''
as $$
  select w.word from regexp_split_to_table(p_texts, '\s+') w (word) where char_length(w.word) > 2
$$;

-- Adds words to the list. It holds those that are there: else they could be deleted before this transaction's texts are visible. In one order,
-- so that two writers of the same words do not deadlock. By the index, also while the list is a thousand times longer than when it was analyzed.
create function private.list_words(p_words text[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  if cardinality(p_words) = 0 then
    return;
  end if;
  perform from private.search_words s where s.word = any (p_words) order by s.word for key share;
  insert into private.search_words (word)
    select distinct w.word from unnest(p_words) w (word)
    where not exists (select from private.search_words s where s.word = w.word) order by w.word
    on conflict do nothing;
end;
$$;

-- Those of the words that are in no search text. The first texts have most of the common words, whose index entries are many.
create function private.unused_words(p_words text[]) returns text[]
language sql stable set search_path = ''
return array(
  select w.word from unnest(p_words) w (word)
  where not exists (
      select from (select t.own || t.name as words from private.track_search t limit 500) c where c.words like '% ' || w.word || ' %'
    )
    and not exists (select from private.track_search t where (t.own || t.name) like '% ' || w.word || ' %')
    and not exists (select from private.artist_search a where a.name like '% ' || w.word || ' %')
);

-- Deletes the words that are in no search text any more: they may be of people who have left. Words that a transaction holds stay, until the sweep.
create function private.forget_words(p_words text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_unused text[] := private.unused_words(p_words);
begin
  if cardinality(v_unused) > 0 then
    v_unused := array(
      select s.word from private.search_words s where s.word = any (v_unused) order by s.word for update skip locked
    );
    -- Again, because texts may have become visible until the words were locked.
    delete from private.search_words s where s.word = any (private.unused_words(v_unused));
  end if;
end;
$$;

create function private.note_words_of_tracks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.forget_words(array(select distinct w.word from replaced t, private.words_of(t.own || t.name) w (word)));
    return null;
  end if;
  perform private.list_words(array(select distinct w.word from written t, private.words_of(t.own || t.name) w (word)));
  if tg_op = 'UPDATE' then
    perform private.forget_words(array(
      select w.word from replaced t, private.words_of(t.own || t.name) w (word)
      except
      select w.word from written t, private.words_of(t.own || t.name) w (word)
    ));
  end if;
  return null;
end;
$$;
create trigger track_search_note_new_words after insert on private.track_search
  referencing new table as written for each statement execute function private.note_words_of_tracks();
create trigger track_search_note_words after update on private.track_search
  referencing old table as replaced new table as written for each statement execute function private.note_words_of_tracks();
create trigger track_search_forget_words after delete on private.track_search
  referencing old table as replaced for each statement execute function private.note_words_of_tracks();

create function private.note_words_of_artists() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'DELETE' then
    perform private.list_words(array(select distinct w.word from written a, private.words_of(a.name) w (word)));
  end if;
  if tg_op <> 'INSERT' then
    perform private.forget_words(array(select distinct w.word from replaced a, private.words_of(a.name) w (word)));
  end if;
  return null;
end;
$$;
create trigger artist_search_note_new_words after insert on private.artist_search
  referencing new table as written for each statement execute function private.note_words_of_artists();
create trigger artist_search_note_words after update on private.artist_search
  referencing old table as replaced new table as written for each statement execute function private.note_words_of_artists();
create trigger artist_search_forget_words after delete on private.artist_search
  referencing old table as replaced for each statement execute function private.note_words_of_artists();
create index search_words_letters on private.search_words using gin ((' ' || word || ' ') extensions.gin_trgm_ops);

-- The words of the list that match one of these patterns, up to 50. p_wide: the same in fewer patterns, for the index.
create function private.words_like(p_wide text[], p_patterns text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  v_words text[];
begin
  execute format(
    $q$select array(select w.word from private.search_words w where (%s) and (' ' || w.word || ' ') like any (%L) limit 50)$q$,
    (select string_agg(format($c$(' ' || w.word || ' ') like %L$c$, p.pattern), ' or ') from unnest(p_wide) p (pattern)),
    p_patterns
  ) into v_words;
  return v_words;
end;
$$;

-- Patterns of the words that differ from a term of 4 letters or more by one. If there are none, and the term has 6 letters or more, of those that
-- begin with such a word.
create function private.close_patterns(p_letters text[]) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  v_length constant integer := cardinality(p_letters);
  v_typos constant text[] := array(select rtrim(substr(p.pattern, 2), ' %') from unnest(private.typo_patterns(p_letters)) p (pattern));
  v_wide constant text[] := case when v_length < 6 then v_typos
    else array(select left(substr(p.pattern, 2), -1) from unnest(private.wide_typo_patterns(p_letters)) p (pattern)) end;
  v_words text[] := private.words_like(
    array(select p.pattern || ' ' from unnest(v_wide) p (pattern)), array(select p.pattern || ' ' from unnest(v_typos) p (pattern)));
begin
  if cardinality(v_words) > 0 or v_length < 6 then
    return array(select '% ' || w.word || ' %' from unnest(v_words) w (word));
  end if;
  v_words := private.words_like(
    array(select p.pattern || '%' from unnest(v_wide) p (pattern)), array(select p.pattern || '%' from unnest(v_typos) p (pattern)));
  return array(
    select distinct '% ' || b.beginning || '%'
    from unnest(v_words) w (word), lateral (select private.search_letters(w.word)) l (letters),
      lateral (
        select array_to_string(l.letters[:n.size], '') as beginning from generate_series(v_length - 1, v_length + 1) n (size)
        where ' ' || array_to_string(l.letters[:n.size], '') like any (v_typos) order by n.size limit 1
      ) b
  );
end;
$$;

-- G-5: words that were held when their last text left leave the list of search words later.
create table private.search_words_sweep (
  is_only boolean primary key default true,
  -- The last word that was examined; '' at the beginning of the list.
  up_to text not null default '',
  constraint search_words_sweep_one_row check (is_only)
);
alter table private.search_words_sweep enable row level security;
create policy search_words_sweep_all_nobody on private.search_words_sweep for all to anon, authenticated
  using (false) with check (false);
insert into private.search_words_sweep default values;

-- Examines the next 1000 words.
create function private.sweep_search_words() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_words text[] := array(
    select w.word from private.search_words w, private.search_words_sweep s where w.word > s.up_to order by w.word limit 1000
  );
begin
  update private.search_words_sweep s set up_to = coalesce(v_words[1000], '') where s.up_to <> coalesce(v_words[1000], '');
  perform private.forget_words(v_words);
end;
$$;
