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
  ('operator.stop_station', 'handle_operator_stop_station', false),
  ('operator.start_station', 'handle_operator_start_station', false);

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

/*
 * What the station of `npm start` plays, who stopped it, and the sponsored tracks in the order in which it plays them: first those never
 * played.
 */
create or replace function public.operator_radio() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_radio');
begin
  return jsonb_build_object(
    'playing', (
      select jsonb_build_object(
        'airing_id', s.airing_id, 'track_id', s.track_id, 'title', coalesce(t.title, ''), 'artist_name', coalesce(t.artist_name, ''),
        'cover_url', t.cover_url, 'is_skipped', s.skip_act is not null
      )
      from private.radio_station s
      left join public.tracks t on t.id = s.track_id and t.deleted_at is null
      where s.ends_at > private.now()
    ),
    'stopped', (
      select jsonb_build_object(
        'act_id', l.id, 'by', private.operator_name(l.operator_id), 'at', l.created_at, 'reason', l.reason
      )
      from private.radio_stop s
      join private.moderation_log l on l.id = s.act_id
    ),
    'queue', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'track_id', q.id, 'title', q.title, 'artist_name', q.artist_name, 'cover_url', q.cover_url, 'sponsored_at', q.sponsored_at,
          'by', q.sponsor, 'paid', q.paid, 'refund', q.refund, 'has_played', q.last_aired_at is not null
        ) order by q.last_aired_at nulls first, q.sponsored_at, q.id), '[]')
      from (
        select t.id, t.title, t.artist_name, t.cover_url, t.sponsored_at, p.artist_name as sponsor,
          case when s.sponsor_id is null then 0 else s.paid end as paid, private.sponsor_refund(s, v_user) as refund, s.last_aired_at
        from public.tracks t
        left join private.sponsorships s on s.track_id = t.id and s.sponsored_at = t.sponsored_at
        left join public.user_profiles p on p.id = s.sponsor_id
        where t.sponsored and t.is_public and t.radio_opt_in and t.deleted_at is null
          and t.sponsored_at > coalesce(private.sponsored_too_long_ago(), '-infinity')
        -- As many as the station reads.
        order by t.sponsored_at desc, t.id desc
        limit 1000
      ) q
    )
  );
end;
$$;
