-- Bounds of what an operator can set, so that a slip of the keyboard is refused. Values that were set before are not checked.
alter table public.zap_rules
  add constraint zap_rules_value_in_range check (zap_value between -1000 and 100) not valid,
  add constraint zap_rules_level_in_range check (min_level <= 50) not valid,
  add constraint zap_rules_cap_in_range check (daily_cap between 1 and 1000) not valid,
  add constraint zap_rules_days_in_range check (lasts_days <= 365) not valid;
alter table public.store_items
  add constraint store_items_cost_in_range check (zap_cost <= 10000) not valid,
  add constraint store_items_stock_in_range check (stock <= 1000000) not valid;

-- SY-18: devices learn at once of a changed price.
create trigger store_items_note_change after insert or update of name, description, zap_cost, is_active, stock, deleted_at
  on public.store_items
  for each row execute function private.note_catalogue_change();

-- The level is that of the rule, also in the words.
create or replace function private.require_level_for(p_user uuid, p_type text) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_level integer := (select r.min_level from public.zap_rules r where r.action_type = p_type);
begin
  if coalesce((select s.fan_level from public.user_stats s where s.user_id = p_user), 1) < v_level then
    perform private.refuse('level_too_low', format('Unlocks at Level %s – keep listening and earning Zaps!', v_level));
  end if;
end;
$$;

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

-- Of votes, which are cast together.
create or replace function private.level_refusal() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'code', 'level_too_low',
  'message', format(
    'Unlocks at Level %s – keep listening and earning Zaps!',
    (select r.min_level from public.zap_rules r where r.action_type = 'vote')
  )
);
