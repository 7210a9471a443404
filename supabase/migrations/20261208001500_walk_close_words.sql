-- G-5: the words close to a misspelt term are found letter by letter in the order of the words' bytes. The index of three letters read all words
-- with the beginning of a term whose end is misspelt.

drop index private.search_words_letters;
alter table private.search_words alter column word type text collate "C";

-- The letters that follow this beginning in the list of words, up to 1000 of them. No word has a byte above that of '~'. By the index, also while
-- the list is a thousand times longer than when it was analyzed.
create function private.next_letters(p_beginning text) returns text[]
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  v_after text := p_beginning;
  v_rest text;
  v_letter text;
  v_letters text[] := '{}';
begin
  while cardinality(v_letters) < 1000 loop
    select substr(w.word, char_length(p_beginning) + 1) into v_rest
      from private.search_words w where w.word > v_after and w.word < p_beginning || '~' order by w.word limit 1;
    exit when not found;
    v_letter := left(v_rest, case when v_rest ~ '^[A-Z]' then 5 else 1 end);
    v_letters := v_letters || v_letter;
    v_after := p_beginning || v_letter || '~';
  end loop;
  return v_letters;
end;
$$;

-- Patterns of the words that differ from a term of 4 letters or more by one: another one, one too many, one missing, or two exchanged. If there
-- are none, and the term has 6 letters or more, of those that begin with such a word. At most 50.
create or replace function private.close_patterns(p_letters text[]) returns text[]
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  v_length constant integer := cardinality(p_letters);
  v_beginning text := '';
  v_rest text;
  v_next text[];
  v_edited text[] := '{}';
  v_words text[];
begin
  for i in 1..v_length loop
    v_rest := array_to_string(p_letters[i + 1:], '');
    v_edited := v_edited || (v_beginning || v_rest)
      || (v_beginning || concat(p_letters[i + 1], p_letters[i]) || array_to_string(p_letters[i + 2:], ''));
    v_next := private.next_letters(v_beginning);
    exit when cardinality(v_next) = 0;
    v_edited := v_edited
      || array(select v_beginning || n.letter || e.ending from unnest(v_next) n (letter), (values (v_rest), (p_letters[i] || v_rest)) e (ending));
    v_beginning := v_beginning || p_letters[i];
  end loop;
  v_words := array(select w.word from private.search_words w where w.word = any (v_edited) limit 50);
  if cardinality(v_words) > 0 or v_length < 6 then
    return array(select '% ' || w.word || ' %' from unnest(v_words) w (word));
  end if;
  return array(
    select distinct '% ' || e.edited || '%' from unnest(v_edited) e (edited)
    where exists (select from private.search_words w where w.word > e.edited and w.word < e.edited || '~')
    limit 50
  );
end;
$$;

drop function private.words_like(text[], text[]);
drop function private.typo_patterns(text[]);
drop function private.wide_typo_patterns(text[]);
