-- S-18: the words of a text with one space before, between and after them, and with case and look-alike characters folded.
create function private.spaced_words(p_text text) returns text
language sql immutable set search_path = ''
return ' ' || btrim(regexp_replace(private.fold_look_alikes(p_text), '[^[:alnum:]]+', ' ', 'g')) || ' ';

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
    'passcode_uses_today', (select count(*) from public.beta_sessions s where s.created_at >= v_start and not s.is_invited)
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

-- SY-18: devices learn at once of a changed price.
create trigger store_items_note_change after insert or update of name, description, zap_cost, is_active, stock, deleted_at
  on public.store_items
  for each row execute function private.note_catalogue_change();

-- The fields of a rule that an operator may change: those that mean something for it.
create function private.changeable_fields(p_rule public.zap_rules) returns text[]
language sql immutable set search_path = ''
return case
  when (p_rule).action_type = 'sponsor' then array['zap_value', 'min_level', 'lasts_days']
  when (p_rule).action_type in ('vote', 'share') then array['zap_value', 'min_level']
  when (p_rule).is_recordable then array['zap_value', 'daily_cap']
  when (p_rule).zap_value is not null then array['zap_value']
  else array[]::text[]
end;

-- Lets through whole numbers within the bounds, true and false, and null where the field may be without a value.
create function private.check_new_value(p_field text, p_value jsonb, p_is_price boolean) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_least integer := case p_field when 'zap_value' then case when p_is_price then -1000 else 0 end when 'stock' then 0 else 1 end;
  v_most integer := case p_field
    when 'zap_value' then case when p_is_price then -1 else 100 end
    when 'min_level' then 50 when 'daily_cap' then 1000 when 'lasts_days' then 365 when 'zap_cost' then 10000 else 1000000
  end;
begin
  if p_field = 'is_active' then
    if jsonb_typeof(p_value) <> 'boolean' then
      perform private.refuse('invalid_payload', 'An item is sold or not.');
    end if;
  elsif jsonb_typeof(p_value) = 'null' and p_field in ('lasts_days', 'stock') then
    return;
  elsif jsonb_typeof(p_value) <> 'number' or (p_value #>> '{}') !~ '^-?[0-9]{1,7}$'
    or (p_value #>> '{}')::integer not between v_least and v_most
  then
    perform private.refuse('out_of_range', case
      when p_is_price and p_field = 'zap_value' then 'A price is a whole number from 1 to 1,000.'
      else format('Enter a whole number from %s to %s.', v_least, to_char(v_most, 'FM9,999,999'))
    end);
  end if;
end;
$$;

/*
 * Changes fields of a rule or of an item of the store from the values that the operator saw. If another value is there meanwhile, nothing
 * changes, and the operator reads who changed it, when and why.
 */
create function private.handle_operator_change(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_subject text := private.text_field(p_payload, 'subject');
  v_id uuid := private.uuid_field(p_payload, 'id');
  v_from jsonb := p_payload -> 'from';
  v_to jsonb := p_payload -> 'to';
  v_reason text := private.reason_field(p_payload);
  v_rule public.zap_rules;
  v_item public.store_items;
  v_now jsonb;
  v_fields text[] := array['zap_cost', 'stock', 'is_active'];
  v_field text;
  v_log private.moderation_log;
begin
  if v_subject not in ('rule', 'item') then
    perform private.refuse('invalid_payload', 'This subject is not known.');
  elsif v_subject = 'rule' then
    select r.* into v_rule from public.zap_rules r where r.id = v_id for no key update;
    v_fields := private.changeable_fields(v_rule);
    v_now := to_jsonb(v_rule);
  else
    select i.* into v_item from public.store_items i where i.id = v_id and i.deleted_at is null for no key update;
    v_now := to_jsonb(v_item);
  end if;
  if v_now ->> 'id' is null then
    perform private.refuse('subject_missing', 'This is no longer there. Reload the page.');
  elsif jsonb_typeof(v_from) is distinct from 'object' or jsonb_typeof(v_to) is distinct from 'object'
    or not v_from ?& array(select jsonb_object_keys(v_to)) or v_to = '{}' or not v_fields @> array(select jsonb_object_keys(v_to))
  then
    perform private.refuse('invalid_payload', 'These fields cannot be changed.');
  end if;
  for v_field in select jsonb_object_keys(v_to) loop
    perform private.check_new_value(v_field, v_to -> v_field, v_rule.action_type in ('vote', 'share', 'sponsor'));
    if v_now -> v_field is distinct from v_from -> v_field then
      select l.* into v_log from private.moderation_log l
        where l.subject_id = v_id and l.act in ('change_rule', 'change_item') order by l.created_at desc limit 1;
      perform private.refuse('changed_meanwhile', format(
        'It is now %s, not %s. Nothing was changed. %s', v_now ->> v_field, v_from ->> v_field,
        case when v_log.id is null then '' else private.describe_act(v_log) end
      ));
    end if;
  end loop;
  if v_subject = 'rule' then
    v_rule := jsonb_populate_record(v_rule, v_to);
    update public.zap_rules r
      set zap_value = v_rule.zap_value, min_level = v_rule.min_level, daily_cap = v_rule.daily_cap, lasts_days = v_rule.lasts_days
      where r.id = v_id;
  else
    v_item := jsonb_populate_record(v_item, v_to);
    update public.store_items i set zap_cost = v_item.zap_cost, stock = v_item.stock, is_active = v_item.is_active where i.id = v_id;
  end if;
  perform private.log_moderation(
    p_user, case v_subject when 'rule' then 'change_rule' else 'change_item' end, v_subject, v_id, null, v_reason,
    jsonb_build_object(
      'name', coalesce(v_rule.action_type, v_item.name), 'to', v_to,
      'from', (select jsonb_object_agg(k, v_now -> k) from jsonb_object_keys(v_to) k)
    )
  );
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.change', 'handle_operator_change', false);

create function public.operator_change(
  p_subject text, p_id uuid, p_from jsonb, p_to jsonb, p_reason text, p_action_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_change');
  return private.call_once(
    'operator.change',
    jsonb_build_object('subject', p_subject, 'id', p_id, 'from', p_from, 'to', p_to, 'reason', p_reason),
    p_action_id
  );
end;
$$;
grant execute on function public.operator_change(text, uuid, jsonb, jsonb, text, uuid) to authenticated;

-- The rules and items with the fields that can be changed, and the latest changes.
create function public.operator_rules() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_rules');
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'subject', s.subject, 'id', s.id, 'name', s.name,
          'fields', (select jsonb_object_agg(f, s.row -> f) from unnest(s.fields) f)
        ) order by s.subject, s.is_earning, s.name), '[]')
      from (
        select 'item' as subject, i.id, i.name, false as is_earning, to_jsonb(i) as row, array['zap_cost', 'stock', 'is_active'] as fields
          from public.store_items i where i.deleted_at is null
        union all
        select 'rule', r.id, r.action_type, r.zap_value >= 0, to_jsonb(r), private.changeable_fields(r)
          from public.zap_rules r where private.changeable_fields(r) <> '{}'
      ) s
    ),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', l.id, 'at', l.created_at, 'by', private.operator_name(l.operator_id), 'reason', l.reason, 'name', l.details ->> 'name',
          'from', l.details -> 'from', 'to', l.details -> 'to'
        ) order by l.created_at desc), '[]')
      from (
        select x.* from private.moderation_log x where x.act in ('change_rule', 'change_item') order by x.created_at desc limit 10
      ) l
    )
  );
end;
$$;
grant execute on function public.operator_rules() to authenticated;
