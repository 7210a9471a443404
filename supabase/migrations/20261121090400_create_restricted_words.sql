-- S-18: whole words, with case and look-alike characters folded.
create table private.restricted_words (
  word text primary key
);
alter table private.restricted_words enable row level security;
revoke all on table private.restricted_words from public, anon, authenticated;

-- Lower case, no accents, no invisible characters, letters of other scripts by their look. 'l' falls on 'i' because '1',
-- '|' and '!' stand for both.
create function private.fold_look_alikes(p_text text) returns text
language sql immutable
return translate(
  regexp_replace(
    lower(normalize(p_text, nfkd)),
    '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'
  ),
  'l0134578авекмнорстухѕіјԁһԛԝɡαβεικνορτυχıøđłæ',
  'ioieastbabekmhopctyxsijdhqwgabeikvoptuxiodia'
);

create function private.has_restricted_words(p_text text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Twice: once with '@', '$', '!' and '|' as the letters they imitate, once as the punctuation they may be.
  return exists (
    select 1
    from private.restricted_words w
    join (
      select regexp_split_to_table(private.fold_look_alikes(translate(p_text, '@$!|', 'asii')), '[^[:alnum:]]+') as word
      union all
      select regexp_split_to_table(private.fold_look_alikes(p_text), '[^[:alnum:]]+')
    ) said on said.word = private.fold_look_alikes(w.word)
  );
end;
$$;

create function private.check_words(p_text text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.has_restricted_words(p_text) then
    perform private.refuse(
      'restricted_words',
      'Your submission contains restricted words. Please edit and try again.'
    );
  end if;
end;
$$;

insert into private.restricted_words (word) values
  ('chink'), ('chinks'), ('coon'), ('coons'), ('dyke'), ('dykes'), ('fag'), ('fags'), ('faggot'), ('faggots'),
  ('gook'), ('gooks'), ('hitler'), ('kike'), ('kikes'), ('nazi'), ('nazis'), ('nigga'), ('niggas'), ('nigger'),
  ('niggers'), ('paki'), ('pakis'), ('pedo'), ('pedophile'), ('rape'), ('raped'), ('rapist'), ('retard'), ('retarded'),
  ('spic'), ('spics'), ('tranny'), ('trannies'), ('wetback'), ('wetbacks');
