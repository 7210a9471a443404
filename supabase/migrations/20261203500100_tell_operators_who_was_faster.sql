alter table private.moderation_log drop constraint moderation_log_act_is_known;
alter table private.moderation_log add constraint moderation_log_act_is_known check (act in (
  'hide', 'silence', 'dismiss', 'undo', 'show', 'unsilence', 'keep', 'grant', 'revoke', 'add_word', 'remove_word', 'change_passcode',
  'invite', 'end_invitation', 'change_rule', 'change_item', 'skip', 'take_off', 'put_back', 'stop_station', 'start_station'
));

create or replace function private.describe_act(p_log private.moderation_log) returns text
language sql stable set search_path = ''
return private.operator_name(p_log.operator_id) || case p_log.act
    when 'hide' then ' hid it'
    when 'silence' then case when p_log.details ? 'days' then format(
      ' silenced the account for %s %s', p_log.details ->> 'days', case p_log.details ->> 'days' when '1' then 'day' else 'days' end
    ) else ' silenced the account' end
    when 'dismiss' then ' dismissed it'
    when 'keep' then ' kept the decision'
    when 'add_word' then ' added it'
    when 'remove_word' then ' removed it'
    when 'change_passcode' then ' changed it'
    when 'change_rule' then ' changed it'
    when 'change_item' then ' changed it'
    when 'end_invitation' then ' ended it'
    when 'skip' then ' skipped it'
    when 'take_off' then ' took it off the radio'
    when 'put_back' then ' put it back'
    when 'stop_station' then ' stopped it'
    when 'start_station' then ' started it'
    else ' undid it'
  end
  || to_char(p_log.created_at at time zone 'UTC', '" on "FMDD FMMonth" at "HH24:MI" UTC"')
  || case when p_log.reason = '' then '.' else '. Reason: ' || p_log.reason end;

-- The latest addition or removal of a restricted word.
create function private.last_act_on_word(p_word text) returns private.moderation_log
language sql stable security definer set search_path = ''
as $$
  select l.* from private.moderation_log l
    where l.act in ('add_word', 'remove_word') and l.details ->> 'word' = p_word
    order by l.created_at desc limit 1;
$$;

create or replace function private.handle_operator_set_word(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_word text := lower(regexp_replace(btrim(private.text_field(p_payload, 'word')), '\s+', ' ', 'g'));
  v_is_restricted boolean := private.boolean_field(p_payload, 'is_restricted');
  v_spaced text;
  v_known text;
  v_log private.moderation_log;
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
    select w.word into v_known from private.restricted_words w where private.spaced_words(w.word) = v_spaced limit 1;
    if found then
      v_log := private.last_act_on_word(v_known);
      perform private.refuse(
        'word_known',
        -- Nobody added the words of the migrations, and SQL leaves no log.
        case when v_log.act = 'add_word' then 'Already restricted: ' || private.describe_act(v_log)
          else 'This word is restricted already.' end
      );
    end if;
    insert into private.restricted_words (word) values (v_word);
  else
    delete from private.restricted_words w where w.word = p_payload ->> 'word';
    if not found then
      v_log := private.last_act_on_word(v_word);
      perform private.refuse(
        'already_removed',
        case when v_log.act = 'remove_word' then 'Already removed: ' || private.describe_act(v_log)
          else 'This word is not restricted. Nothing was changed.' end
      );
    end if;
  end if;
  perform private.log_moderation(
    p_user, case when v_is_restricted then 'add_word' else 'remove_word' end, null, null, null, '',
    jsonb_build_object('word', v_word)
  );
  return jsonb_build_object('success', true);
end;
$$;

/*
 * Replaces the passcode that the operator saw, known by the time of its change; null: that of the server's settings. If it was changed
 * since, nothing changes. Accepts only the known number of rounds: a hash with many more would make each attempt at the gate time out.
 */
create or replace function private.handle_operator_set_passcode(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash text := private.text_field(p_payload, 'hash');
  v_seen timestamptz := private.parse_time(p_payload ->> 'seen_changed_at');
  v_passcode private.beta_passcode;
  v_log private.moderation_log;
begin
  if v_hash !~ '^pbkdf2-sha256\$100000\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$' then
    perform private.refuse('invalid_payload', 'The passcode was not changed: its hash has another form. Reload the page and try again.');
  elsif v_seen is null and p_payload ->> 'seen_changed_at' is not null then
    perform private.refuse('invalid_payload', 'The field seen_changed_at must be a time.');
  end if;
  -- Two operators may change it at the same moment, when there is no row yet to lock.
  lock table private.beta_passcode in share row exclusive mode;
  select b.* into v_passcode from private.beta_passcode b;
  -- A retry whose first answer was lost: hashes have a random salt.
  if v_passcode.hash = v_hash then
    return jsonb_build_object('success', true);
  elsif v_passcode.changed_at is distinct from v_seen then
    -- The first log after the change is that of the change, unless it was made in SQL.
    select l.* into v_log from private.moderation_log l
      where l.act = 'change_passcode' and l.created_at >= v_passcode.changed_at
      order by l.created_at limit 1;
    perform private.refuse('already_changed', case
      when v_passcode.hash is null then 'Meanwhile the passcode is that of the server''s settings again.'
      when v_log.id is null then 'The passcode was changed meanwhile.'
      else 'Already changed: ' || private.describe_act(v_log)
    end || ' Yours was not saved. To replace the present one, change it again.');
  end if;
  insert into private.beta_passcode (hash) values (v_hash)
    on conflict (is_only) do update set hash = excluded.hash, changed_at = private.now();
  perform private.log_moderation(p_user, 'change_passcode', null, null, null, '');
  return jsonb_build_object('success', true);
end;
$$;

drop function public.operator_set_passcode(text, uuid);
create function public.operator_set_passcode(p_hash text, p_seen_changed_at text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_set_passcode');
  return private.call_once(
    'operator.set_passcode', jsonb_build_object('hash', p_hash, 'seen_changed_at', p_seen_changed_at), p_action_id
  );
end;
$$;
grant execute on function public.operator_set_passcode(text, text, uuid) to authenticated;

-- A value of a rule or an item as the operator's page shows it: prices without a sign.
create function private.shown_value(p_value jsonb) returns text
language sql immutable set search_path = ''
return case jsonb_typeof(p_value)
  when 'null' then 'without end'
  when 'boolean' then case when p_value::boolean then 'on sale' else 'off sale' end
  else ltrim(p_value #>> '{}', '-')
end;

/*
 * Changes fields of a rule or of an item of the store from the values that the operator saw. If another value is there meanwhile, nothing
 * changes, and the operator reads who changed it, when and why.
 */
create or replace function private.handle_operator_change(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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
      -- Nobody is named if the value is not that of the field's last change: purchases lower the stock, and SQL leaves no log.
      select l.* into v_log
        from (
          select x.* from private.moderation_log x
          where x.subject_id = v_id and x.act in ('change_rule', 'change_item') and x.details -> 'to' ? v_field
          order by x.created_at desc limit 1
        ) l
        where l.details -> 'to' -> v_field = v_now -> v_field;
      perform private.refuse('changed_meanwhile', concat_ws(
        ' ',
        format('It is now %s, not %s. Nothing was changed.', private.shown_value(v_now -> v_field), private.shown_value(v_from -> v_field)),
        case when v_log.id is not null then private.describe_act(v_log) end
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
