-- S-60: the person's history lists their plays, except those heard in these periods: days that the person had it forget, everything up to some
-- moment, and the time since it is turned off (a period without an end). No play is changed: all of them count. A play that arrives later
-- is in its period too.
alter table public.user_stats
  add column hidden_plays tstzmultirange not null default '{}';

create function private.ranges_json(p_ranges tstzmultirange) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_agg(json_build_array(private.iso(lower(r)), private.iso(upper(r))) order by r), '[]') from unnest(p_ranges) r;
$$;

select private.sync_table(
  'user_stats',
  array['user_id', 'fan_level', 'current_streak', 'longest_streak', 'last_active_on'],
  p_key => 'user_id',
  p_owners => array['user_id'],
  p_more => $$'hidden_plays', private.ranges_json((r).hidden_plays)$$
);

-- The history orders plays by the time at which they were heard.
select private.sync_table(
  'track_plays',
  array['user_id', 'track_id', 'played_on', 'heard_at', 'is_manual', 'is_self_play', 'zaps_earned', 'created_at'],
  p_owners => array['user_id']
);

-- A time, or null for no bound.
create function private.bound_field(p_payload jsonb, p_key text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  v_time timestamptz;
begin
  if coalesce(jsonb_typeof(p_payload -> p_key), 'null') = 'null' then
    return null;
  end if;
  v_time := private.parse_time(private.text_field(p_payload, p_key));
  if v_time is null then
    perform private.refuse('invalid_payload', format('The field %s must be a time.', p_key));
  end if;
  return v_time;
end;
$$;

create function private.handle_history_hide(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_from timestamptz := private.bound_field(p_payload, 'from');
  v_until timestamptz := private.bound_field(p_payload, 'until');
  v_hidden tstzmultirange;
begin
  if v_from >= v_until then
    perform private.refuse('invalid_payload', 'The period must end after it begins.');
  end if;
  select s.hidden_plays into strict v_hidden from public.user_stats s where s.user_id = p_user for no key update;
  if private.boolean_field(p_payload, 'is_hidden') then
    v_hidden := v_hidden + tstzmultirange(tstzrange(v_from, v_until));
  else
    v_hidden := v_hidden - tstzmultirange(tstzrange(v_from, v_until));
  end if;
  -- Devices pull the periods with each change of the row.
  if (select count(*) from unnest(v_hidden)) > 500 then
    perform private.refuse('too_many', 'This history has forgotten 500 separate days. Have it forget everything up to now instead.');
  end if;
  update public.user_stats s set hidden_plays = v_hidden where s.user_id = p_user;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values ('history.hide', 'handle_history_hide', true);
