-- What the station of `npm start` plays now, written by it. Without a row, or after `ends_at`, no station can be told to skip.
create table private.radio_station (
  is_only boolean primary key default true,
  -- A new one for each time that a track is played.
  airing_id uuid not null,
  track_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- The act that skips this airing. The station looks for it each second.
  skip_act uuid,
  constraint radio_station_one_row check (is_only)
);

alter table private.radio_station enable row level security;
create policy radio_station_all_nobody on private.radio_station for all to anon, authenticated
  using (false) with check (false);

-- While it has a row, the station of `npm start` is off air. The station looks for it each second, and before its first track.
create table private.radio_stop (
  is_only boolean primary key default true,
  -- The act in the moderation log.
  act_id uuid not null,
  constraint radio_stop_one_row check (is_only)
);

alter table private.radio_stop enable row level security;
create policy radio_stop_all_nobody on private.radio_stop for all to anon, authenticated
  using (false) with check (false);

-- Called by the station when an airing begins; without an airing, when it is off air.
create function private.note_airing(
  p_airing uuid, p_track uuid, p_sponsored_at timestamptz, p_started_at timestamptz, p_ends_at timestamptz
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_airing is null then
    delete from private.radio_station;
    return;
  end if;
  insert into private.radio_station (airing_id, track_id, started_at, ends_at) values (p_airing, p_track, p_started_at, p_ends_at)
    on conflict (is_only) do update
      set airing_id = excluded.airing_id, track_id = excluded.track_id, started_at = excluded.started_at, ends_at = excluded.ends_at,
        skip_act = null;
  -- A track may have been sponsored without the action, in SQL. The row of a later sponsorship stays as it is.
  insert into private.sponsorships as s (track_id, sponsored_at, last_aired_at)
    select t.id, t.sponsored_at, p_started_at from public.tracks t where t.id = p_track and t.sponsored_at = p_sponsored_at
    on conflict (track_id) do update
      set sponsored_at = excluded.sponsored_at, last_aired_at = excluded.last_aired_at,
        sponsor_id = case when s.sponsored_at = excluded.sponsored_at then s.sponsor_id end,
        paid = case when s.sponsored_at = excluded.sponsored_at then s.paid else 0 end
      where s.sponsored_at <= excluded.sponsored_at;
end;
$$;

-- Skips the airing that the operator saw. If it is over, or another operator has skipped it, nothing changes.
create function private.handle_operator_skip(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_airing uuid := private.uuid_field(p_payload, 'airing_id');
  v_reason text := private.reason_field(p_payload);
  v_station private.radio_station;
  v_log private.moderation_log;
  v_act uuid;
begin
  select s.* into v_station from private.radio_station s where s.airing_id = v_airing and s.ends_at > private.now() for update;
  if v_station.skip_act is not null then
    select l.* into strict v_log from private.moderation_log l where l.id = v_station.skip_act;
    perform private.refuse('already_skipped', 'Already skipped: ' || private.describe_act(v_log));
  elsif v_station.airing_id is null then
    perform private.refuse('airing_over', 'This track is no longer playing. Nothing was skipped.');
  end if;
  v_act := private.log_moderation(
    p_user, 'skip', 'track', v_station.track_id, (select t.user_id from public.tracks t where t.id = v_station.track_id), v_reason
  );
  update private.radio_station s set skip_act = v_act where s.airing_id = v_airing;
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_operator_stop_station(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_reason text := private.reason_field(p_payload);
  v_log private.moderation_log;
  v_act uuid;
begin
  -- Two operators may press at the same moment, when there is no row yet to lock.
  lock table private.radio_stop in share row exclusive mode;
  select l.* into v_log from private.radio_stop s join private.moderation_log l on l.id = s.act_id;
  if found then
    perform private.refuse('already_stopped', 'Already stopped: ' || private.describe_act(v_log));
  end if;
  v_act := private.log_moderation(p_user, 'stop_station', 'station', null, null, v_reason);
  insert into private.radio_stop (act_id) values (v_act);
  return jsonb_build_object('success', true, 'act_id', v_act);
end;
$$;

-- Undoes the stop that the operator saw. If another operator has started the station since, nothing changes.
create function private.handle_operator_start_station(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_stop uuid := private.uuid_field(p_payload, 'act_id');
  v_reason text := private.reason_field(p_payload);
  v_log private.moderation_log;
begin
  delete from private.radio_stop s where s.act_id = v_stop;
  if not found then
    select l.* into v_log from private.moderation_log l where l.undoes = v_stop and l.act = 'start_station';
    perform private.refuse(
      'already_started',
      case when v_log.id is null then 'There is nothing to undo.' else 'Already started: ' || private.describe_act(v_log) end
    );
  end if;
  perform private.log_moderation(p_user, 'start_station', 'station', null, null, v_reason, '{}', v_stop);
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.skip', 'handle_operator_skip', false),
  ('operator.stop_station', 'handle_operator_stop_station', false),
  ('operator.start_station', 'handle_operator_start_station', false);

create function public.operator_skip(p_airing_id uuid, p_reason text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_skip');
  return private.call_once('operator.skip', jsonb_build_object('airing_id', p_airing_id, 'reason', p_reason), p_action_id);
end;
$$;
grant execute on function public.operator_skip(uuid, text, uuid) to authenticated;

create function public.operator_stop_station(p_reason text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_stop_station');
  return private.call_once('operator.stop_station', jsonb_build_object('reason', p_reason), p_action_id);
end;
$$;
grant execute on function public.operator_stop_station(text, uuid) to authenticated;

create function public.operator_start_station(p_act_id uuid, p_reason text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_start_station');
  return private.call_once('operator.start_station', jsonb_build_object('act_id', p_act_id, 'reason', p_reason), p_action_id);
end;
$$;
grant execute on function public.operator_start_station(uuid, text, uuid) to authenticated;
