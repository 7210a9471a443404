-- One counted play a user, track and UTC day (S-10).
create table public.track_plays (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  track_id uuid not null references public.tracks (id) on delete cascade,
  -- UTC day it was credited to.
  played_on date not null,
  -- When it was heard, by the client's word where that was possible, for the pace rule (S-11).
  heard_at timestamptz not null,
  -- Listening that this play needed, in milliseconds.
  threshold_ms integer not null,
  is_manual boolean not null,
  is_self_play boolean not null,
  zaps_earned integer not null default 0,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint track_plays_once_a_day unique (user_id, track_id, played_on),
  primary key (id, played_on)
) partition by range (played_on);

insert into private.monthly_tables (name, key_column, is_by_id) values ('track_plays', 'played_on', false);
create table partitions.track_plays_default partition of public.track_plays default;
alter table partitions.track_plays_default enable row level security;

create index track_plays_sync on public.track_plays (user_id, row_xid, id);
create index track_plays_pace on public.track_plays (user_id, heard_at);
create index track_plays_track on public.track_plays (track_id);

create trigger track_plays_stamp before insert or update on public.track_plays
  for each row execute function private.stamp_sync_row();

alter table public.track_plays enable row level security;

create policy track_plays_select_own on public.track_plays for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));

grant select on table public.track_plays to authenticated;

select private.sync_table(
  'track_plays',
  array['user_id', 'track_id', 'played_on', 'is_manual', 'is_self_play', 'zaps_earned', 'created_at'],
  p_owners => array['user_id']
);

-- Same sum as playThresholdMs of sync/model/rules.ts.
create function private.play_threshold_ms(p_duration_ms integer) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_duration_ms > 0 and p_duration_ms < 30000 then floor(p_duration_ms * 0.95)::integer else 30000 end;
end;
$$;

-- S-40: no two plays of a user within 30 s, whichever arrived first. Same sum as PLAY_PACE_MS of sync/model/rules.ts. A play is credited to
-- the UTC day on which it was heard.
create function private.keeps_pace(p_user uuid, p_heard_at timestamptz) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (
    select from public.track_plays p
    where p.user_id = p_user
      and p.played_on between private.utc_day(p_heard_at - interval '30 seconds') and private.utc_day(p_heard_at + interval '30 seconds')
      and p.heard_at > p_heard_at - interval '30 seconds'
      and p.heard_at < p_heard_at + interval '30 seconds'
  );
end;
$$;

-- What a manual play of another's track earns on its day, and the first of all its bonus (S-7). 0 beyond the cap.
create function private.award_play(p_user uuid, p_track uuid, p_day date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_rule public.zap_rules;
  v_metadata jsonb := jsonb_build_object('track_id', p_track);
  v_earned integer := 0;
  v_today integer;
begin
  select r.* into strict v_rule from public.zap_rules r where r.action_type = 'play';
  select count(*) into v_today from public.zap_actions a
    where a.user_id = p_user and a.action_type = 'play' and a.credited_on = p_day;
  if v_today < v_rule.daily_cap then
    perform private.grant_zaps(p_user, 'play', v_rule.zap_value, v_metadata, p_day);
    v_earned := v_rule.zap_value;
  end if;
  return v_earned + private.grant_once(p_user, 'first_play_bonus', v_metadata, p_day);
end;
$$;

create function private.extend_streak(p_user uuid, p_day date) returns void
language sql security definer set search_path = ''
as $$
  update public.user_stats s
    set current_streak = case when s.last_active_on = p_day - 1 then s.current_streak + 1 else 1 end,
      longest_streak = greatest(
        s.longest_streak,
        case when s.last_active_on = p_day - 1 then s.current_streak + 1 else 1 end
      ),
      last_active_on = p_day
    where s.user_id = p_user and (s.last_active_on is null or s.last_active_on < p_day);
$$;

-- Counts one play by the rules S-7, S-10 and S-11. The caller holds the user's lock. A play whose time is not believed is one of now
-- for the pace too: kept at the time that it claims, any number of them could be credited to today at once.
create function private.record_play(
  p_user uuid, p_track uuid, p_progress_ms integer, p_is_manual boolean, p_occurred_at timestamptz, p_awards boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_heard_at timestamptz := private.accepted_time(p_user, p_occurred_at);
  v_day date := private.utc_day(v_heard_at);
  v_track public.tracks;
  v_is_self boolean;
  v_threshold_ms integer;
  -- Milliseconds since the play before this one: more cannot have been heard. Null when that is more than a day, the most that a play claims.
  v_free_ms bigint;
  v_earned integer := 0;
begin
  select t.* into v_track from public.tracks t
    where t.id = p_track and t.deleted_at is null and (t.is_public or t.user_id = p_user)
    for no key update;
  if not found then
    perform private.refuse('track_missing', 'This track is no longer available.');
  end if;
  v_is_self := v_track.user_id = p_user;
  v_threshold_ms := private.play_threshold_ms(v_track.duration_ms);
  if p_progress_ms < v_threshold_ms then
    perform private.refuse('too_short', 'Not enough of this track was heard for it to count.');
  end if;
  if exists (
    select 1 from public.track_plays p where p.user_id = p_user and p.track_id = p_track and p.played_on = v_day
  ) then
    perform private.refuse('already_counted', 'This track was already counted today.');
  end if;
  if not private.keeps_pace(p_user, v_heard_at) then
    perform private.refuse('too_fast', 'Plays cannot be counted faster than they can be heard.');
  end if;

  select floor(extract(epoch from v_heard_at - p.heard_at) * 1000) into v_free_ms
    from public.track_plays p
    where p.user_id = p_user and p.played_on between v_day - 1 and v_day and p.heard_at < v_heard_at
    order by p.heard_at desc
    limit 1;

  if p_awards and p_is_manual and not v_is_self then
    v_earned := private.award_play(p_user, p_track, v_day);
  end if;
  insert into public.track_plays
      (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, zaps_earned, created_at)
    values (p_user, p_track, v_day, v_heard_at, v_threshold_ms, p_is_manual, v_is_self, v_earned, private.now());
  update public.user_balances b
    set total_listen_ms = b.total_listen_ms + least(p_progress_ms, v_track.duration_ms, v_free_ms)
    where b.user_id = p_user;
  if not v_is_self then
    update public.tracks t set play_count = t.play_count + 1 where t.id = p_track returning t.play_count into v_track.play_count;
    perform private.extend_streak(p_user, v_day);
  end if;
  perform private.mark_action(p_user, v_heard_at);
  return jsonb_build_object(
    'success', true,
    'newPlayCount', v_track.play_count,
    'is_self_play', v_is_self,
    'zaps_earned', v_earned,
    'played_on', v_day
  ) || case
    when p_awards and p_is_manual and not v_is_self and v_earned = 0
      then jsonb_build_object('message', 'Daily ZAP limit for plays reached. Extra plays count for your streak.')
    else '{}'
  end;
end;
$$;

create function private.handle_play_record(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_play(
    p_user,
    private.uuid_field(p_payload, 'track_id'),
    private.milliseconds_field(p_payload, 'progress_ms'),
    private.boolean_field(p_payload, 'is_manual'),
    p_occurred_at,
    true
  );
$$;

-- A play whose ZAP is asked for apart, with record_zap_action.
create function private.handle_play_count(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_play(
    p_user,
    private.uuid_field(p_payload, 'track_id'),
    private.milliseconds_field(p_payload, 'progress_ms'),
    private.boolean_field(p_payload, 'is_manual'),
    p_occurred_at,
    false
  );
$$;

create function private.is_play_paid(p_user uuid, p_track uuid, p_day date) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.zap_actions a
    where a.user_id = p_user and a.action_type = 'play' and a.credited_on = p_day
      and a.metadata ->> 'track_id' = p_track::text
  );
$$;

-- A play that was counted without its ZAP (increment_track_play_count) is paid here, once. It is asked for until it is paid, up to 7
-- days back, and credited to the play's own day with that day's cap (S-9, S-11): one that was counted before midnight is claimed after
-- it.
create function private.record_zap(p_user uuid, p_type text, p_metadata jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_rule public.zap_rules;
  v_today date := private.utc_day(private.now());
  v_track_text text := p_metadata ->> 'track_id';
  v_play public.track_plays;
  v_is_paid boolean;
  v_count integer;
  v_earned integer;
begin
  select r.* into v_rule from public.zap_rules r where r.action_type = p_type and r.is_recordable;
  if not found then
    perform private.refuse('unknown_type', 'Unknown action type.');
  end if;
  if p_type <> 'play' then
    select count(*) into v_count from public.zap_actions a
      where a.user_id = p_user and a.credited_on = v_today and a.action_type = p_type;
    if v_count >= v_rule.daily_cap then
      perform private.refuse('daily_limit', 'Daily limit reached for this action.');
    end if;
    perform private.grant_zaps(
      p_user,
      p_type,
      v_rule.zap_value,
      case when private.is_uuid(v_track_text) then jsonb_build_object('track_id', v_track_text::uuid) else '{}' end,
      v_today
    );
    return jsonb_build_object('success', true, 'zaps_earned', v_rule.zap_value, 'message', 'Recorded.');
  end if;

  if v_track_text is null or not private.is_uuid(v_track_text) then
    perform private.refuse('invalid_payload', 'A play needs the id of its track.');
  end if;
  -- The newest that was not paid; without one, the newest.
  select p.* into v_play from public.track_plays p
    where p.user_id = p_user and p.track_id = v_track_text::uuid and p.is_manual and not p.is_self_play
      and p.played_on between v_today - 7 and v_today and p.deleted_at is null
    order by private.is_play_paid(p_user, p.track_id, p.played_on), p.played_on desc
    limit 1;
  v_is_paid := found and private.is_play_paid(p_user, v_play.track_id, v_play.played_on);
  if v_play.id is null or (v_is_paid and v_play.played_on <> v_today) then
    perform private.refuse('no_play', 'No play of this track earns a ZAP today.');
  elsif v_is_paid then
    perform private.refuse('already_awarded', 'You already earned the ZAP for this track today.');
  end if;
  v_earned := private.award_play(p_user, v_play.track_id, v_play.played_on);
  if v_earned = 0 then
    perform private.refuse('daily_limit', 'Daily ZAP limit for plays reached. Extra plays count for your streak.');
  end if;
  update public.track_plays p set zaps_earned = p.zaps_earned + v_earned where p.id = v_play.id and p.played_on = v_play.played_on;
  return jsonb_build_object('success', true, 'zaps_earned', v_earned, 'message', format('+%s ZAP', v_earned));
end;
$$;

create function private.handle_zap_record(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.record_zap(p_user, private.text_field(p_payload, 'type'), p_payload -> 'metadata');
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('play.record', 'handle_play_record', true),
  ('play.count', 'handle_play_count', false),
  ('zap.record', 'handle_zap_record', false);

create function public.increment_track_play_count(
  track_id_p uuid, progress_ms integer, p_action_id uuid default null, p_is_manual boolean default true
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_result jsonb := private.call_once(
    'play.count',
    jsonb_build_object('track_id', track_id_p, 'progress_ms', progress_ms, 'is_manual', p_is_manual),
    p_action_id
  );
begin
  if v_result ? 'newPlayCount' then
    v_result := v_result
      || jsonb_build_object('new_play_count', v_result -> 'newPlayCount', 'play_count', v_result -> 'newPlayCount');
  end if;
  return v_result;
end;
$$;
grant execute on function public.increment_track_play_count(uuid, integer, uuid, boolean) to authenticated;

create function public.record_zap_action(
  p_action_type text, p_zap_value integer, p_metadata jsonb, p_action_id uuid default null
) returns jsonb
language sql security definer set search_path = ''
as $$
  -- p_zap_value is accepted and ignored (S-7).
  select jsonb_build_object('zaps_earned', 0) || private.call_once(
    'zap.record',
    jsonb_build_object(
      'type', p_action_type,
      'metadata', jsonb_build_object('track_id', left(p_metadata ->> 'track_id', 36))
    ),
    p_action_id
  );
$$;
grant execute on function public.record_zap_action(text, integer, jsonb, uuid) to authenticated;

select private.make_months();
