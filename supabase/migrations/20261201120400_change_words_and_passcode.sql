-- S-18: the words of a text with one space before, between and after them, and with case and look-alike characters folded.
create function private.spaced_words(p_text text) returns text
language sql immutable set search_path = ''
return ' ' || btrim(regexp_replace(private.fold_look_alikes(p_text), '[^[:alnum:]]+', ' ', 'g')) || ' ';

create or replace function private.has_restricted_words(p_text text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Twice: once with '@', '$', '!' and '|' as the letters they imitate, once as the punctuation they may be.
  v_imitated text := private.spaced_words(translate(p_text, '@$!|', 'asii'));
  v_plain text := private.spaced_words(p_text);
begin
  return exists (
    select 1
    from (select private.spaced_words(w.word) as word from private.restricted_words w) r
    where r.word <> '  ' and (strpos(v_imitated, r.word) > 0 or strpos(v_plain, r.word) > 0)
  );
end;
$$;

-- The hash of a passcode that an operator chose. Without a row, the hash in the server's settings applies.
create table private.beta_passcode (
  is_only boolean primary key default true,
  hash text not null,
  changed_at timestamptz not null default private.now(),
  constraint beta_passcode_is_one check (is_only)
);

alter table private.beta_passcode enable row level security;
create policy beta_passcode_all_nobody on private.beta_passcode for all to anon, authenticated
  using (false) with check (false);

-- Counts an attempt at the gate. Returns the hash to compare with, if an operator chose the passcode.
create or replace function public.beta_begin_attempt(p_address text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_address bytea := private.token_hash(coalesce(p_address, ''));
  v_from_address integer;
  v_overall integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:beta-attempts', 0));
  delete from public.beta_attempts a where a.attempted_at < v_now - interval '10 minutes';
  select count(*) filter (where a.address_hash = v_address), count(*)
    into v_from_address, v_overall
    from public.beta_attempts a
    where a.attempted_at > v_now - interval '1 minute' and a.succeeded is not true;
  if v_from_address >= 10 or v_overall >= 300 then
    perform private.record_abuse(
      null, 'beta_rate_limited', 'warning', jsonb_build_object('address', encode(v_address, 'hex'))
    );
    return jsonb_build_object('allowed', false);
  end if;
  insert into public.beta_attempts (address_hash, attempted_at) values (v_address, v_now);
  return jsonb_build_object('allowed', true, 'passcode_hash', (select b.hash from private.beta_passcode b));
end;
$$;

-- The restricted words, and the change and use of the passcode. The database never has the passcode itself (S-3).
create function public.operator_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_start timestamptz := private.utc_day(private.now())::timestamp at time zone 'UTC';
begin
  perform private.require_operator('operator_settings');
  return jsonb_build_object(
    'words', (select coalesce(jsonb_agg(w.word order by w.word), '[]') from private.restricted_words w),
    'passcode_changed_at', (select b.changed_at from private.beta_passcode b),
    'passcode_uses_today', (select count(*) from public.beta_sessions s where s.created_at >= v_start)
  );
end;
$$;
grant execute on function public.operator_settings() to authenticated;

create function private.handle_operator_set_word(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_word text := lower(regexp_replace(btrim(private.text_field(p_payload, 'word')), '\s+', ' ', 'g'));
  v_is_restricted boolean := private.boolean_field(p_payload, 'is_restricted');
  v_spaced text;
begin
  -- Checked before the folding, whose cost grows with the text.
  if char_length(v_word) > 60 then
    perform private.refuse('word_too_long', 'A word or phrase has at most 60 characters.');
  end if;
  v_spaced := private.spaced_words(v_word);
  -- A single letter would match ordinary names.
  if char_length(replace(v_spaced, ' ', '')) < 2 then
    perform private.refuse('word_too_short', 'A word needs at least two letters or digits.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:restricted-words', 0));
  if v_is_restricted then
    if exists (select 1 from private.restricted_words w where private.spaced_words(w.word) = v_spaced) then
      perform private.refuse('word_known', 'This word is restricted already.');
    end if;
    insert into private.restricted_words (word) values (v_word);
  else
    delete from private.restricted_words w where w.word = p_payload ->> 'word';
    if not found then
      return jsonb_build_object('success', true);
    end if;
  end if;
  perform private.log_moderation(
    p_user, case when v_is_restricted then 'add_word' else 'remove_word' end, null, null, null, '',
    jsonb_build_object('word', v_word)
  );
  return jsonb_build_object('success', true);
end;
$$;

-- Accepts only the known number of rounds: a hash with many more would make each attempt at the gate time out.
create function private.handle_operator_set_passcode(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash text := private.text_field(p_payload, 'hash');
begin
  if v_hash !~ '^pbkdf2-sha256\$100000\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$' then
    perform private.refuse('invalid_payload', 'The passcode was not changed: its hash has another form. Reload the page and try again.');
  end if;
  insert into private.beta_passcode (hash) values (v_hash)
    on conflict (is_only) do update set hash = excluded.hash, changed_at = private.now();
  perform private.log_moderation(p_user, 'change_passcode', null, null, null, '');
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.set_word', 'handle_operator_set_word', false),
  ('operator.set_passcode', 'handle_operator_set_passcode', false);

create function public.operator_set_word(p_word text, p_is_restricted boolean, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_set_word');
  return private.call_once(
    'operator.set_word', jsonb_build_object('word', p_word, 'is_restricted', p_is_restricted), p_action_id
  );
end;
$$;
grant execute on function public.operator_set_word(text, boolean, uuid) to authenticated;

create function public.operator_set_passcode(p_hash text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_set_passcode');
  return private.call_once('operator.set_passcode', jsonb_build_object('hash', p_hash), p_action_id);
end;
$$;
grant execute on function public.operator_set_passcode(text, uuid) to authenticated;
