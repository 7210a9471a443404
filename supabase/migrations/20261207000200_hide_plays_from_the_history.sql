-- S-60: the person's history lists their plays, except those heard in these periods: days that the person had it forget, everything up to some
-- moment, and the time since it is turned off (a period without an end). No play is changed: all of them count.
alter table public.user_stats
  add column hidden_plays tstzmultirange not null default '{}',
  -- When the person last turned the history on or off. An earlier switch that arrives later, from another device, ends there.
  add column history_switched_at timestamptz not null default '-infinity';

-- The time that a play claims, where it was not believed (S-11) and `heard_at` is another. A play that was queued before a period was forgotten,
-- and arrives later, is in that period by this time.
alter table public.track_plays add column claimed_at timestamptz;

create function private.record_queued_play(p_user uuid, p_payload jsonb, p_occurred_at timestamptz, p_awards boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_claimed_at timestamptz := least(p_occurred_at, private.now());
  v_result jsonb := private.record_play(
    p_user,
    v_track,
    private.milliseconds_field(p_payload, 'progress_ms'),
    private.boolean_field(p_payload, 'is_manual'),
    p_occurred_at,
    p_awards
  );
begin
  update public.track_plays p set claimed_at = v_claimed_at
    where p.user_id = p_user and p.track_id = v_track and p.played_on = (v_result ->> 'played_on')::date
      and p.heard_at <> v_claimed_at;
  return v_result;
end;
$$;

create or replace function private.handle_play_record(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_queued_play(p_user, p_payload, p_occurred_at, true);
$$;

create or replace function private.handle_play_count(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_queued_play(p_user, p_payload, p_occurred_at, false);
$$;

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

-- The history orders plays by the time at which they were heard on the device.
select private.sync_table(
  'track_plays',
  array['user_id', 'track_id', 'played_on', 'is_manual', 'is_self_play', 'zaps_earned', 'created_at'],
  p_owners => array['user_id'],
  p_more => $$'heard_at', private.iso(coalesce((r).claimed_at, (r).heard_at))$$
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
  v_stats public.user_stats;
  v_period tstzmultirange;
  v_hidden tstzmultirange;
begin
  if v_from >= v_until then
    perform private.refuse('invalid_payload', 'The period must end after it begins.');
  end if;
  select s.* into strict v_stats from public.user_stats s where s.user_id = p_user for no key update;
  if v_until is null and v_from < v_stats.history_switched_at then
    v_until := v_stats.history_switched_at;
  elsif v_until is null then
    v_stats.history_switched_at := v_from;
  end if;
  v_period := tstzmultirange(tstzrange(v_from, v_until));
  if private.boolean_field(p_payload, 'is_hidden') then
    v_hidden := v_stats.hidden_plays + v_period;
  else
    -- What the person had forgotten stays forgotten: only the period without an end is cut.
    select coalesce(range_agg(m.multirange), '{}') into v_hidden
      from unnest(v_stats.hidden_plays) r,
        lateral (select case when upper_inf(r) then tstzmultirange(r) - v_period else tstzmultirange(r) end as multirange) m;
  end if;
  -- Devices pull the periods with each change of the row.
  if (select count(*) from unnest(v_hidden) r where not upper_inf(r)) > 500 then
    perform private.refuse('too_many', 'This history has forgotten 500 separate days. Have it forget everything up to now instead.');
  end if;
  update public.user_stats s set hidden_plays = v_hidden, history_switched_at = v_stats.history_switched_at where s.user_id = p_user;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values ('history.hide', 'handle_history_hide', true);
