-- One counted play a user, track and UTC day (S-10).
create table public.track_plays (
  id uuid primary key default gen_random_uuid(),
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
  constraint track_plays_once_a_day unique (user_id, track_id, played_on)
);
create index track_plays_sync on public.track_plays (user_id, row_xid, id);
create index track_plays_pace on public.track_plays (user_id, heard_at);
create index track_plays_track on public.track_plays (track_id);
create trigger track_plays_stamp before insert or update on public.track_plays
  for each row execute function private.stamp_sync_row();

alter table public.track_plays enable row level security;
create policy track_plays_select_own on public.track_plays for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
revoke all on table public.track_plays from public, anon, authenticated;
grant select on table public.track_plays to authenticated;
grant select, insert, update, delete on table public.track_plays to service_role;

-- Time of each user's last accepted action (S-11). Kept apart from the synced rows, whose rev it would raise.
create table private.user_marks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  last_action_at timestamptz not null
);
alter table private.user_marks enable row level security;
revoke all on table private.user_marks from public, anon, authenticated;

-- Same sum as playThresholdMs of sync/model/rules.ts.
create function private.play_threshold_ms(p_duration_ms integer) returns integer
language sql immutable
return case when p_duration_ms > 0 and p_duration_ms < 30000 then floor(p_duration_ms * 0.95)::integer else 30000 end;

-- The time that an action is credited with: its own when it lies between the last accepted action and now, and at most 7
-- days back; otherwise now (S-11).
create function private.accepted_time(p_user uuid, p_occurred_at timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
begin
  if p_occurred_at between v_now - interval '7 days' and v_now
    and not exists (select 1 from private.user_marks m where m.user_id = p_user and m.last_action_at > p_occurred_at)
  then
    return p_occurred_at;
  end if;
  return v_now;
end;
$$;

create function private.mark_action(p_user uuid, p_at timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into private.user_marks as m (user_id, last_action_at) values (p_user, p_at)
  on conflict (user_id) do update set last_action_at = greatest(m.last_action_at, excluded.last_action_at);
$$;

-- S-11: no two plays of a user closer than the later one takes to be heard, whichever arrived first. A play that reaches
-- the server late keeps its place in the past here even when its day is no longer credited, so that an honest queue of a
-- second device passes and invented listening has nowhere to go.
create function private.keeps_pace(p_user uuid, p_heard_at timestamptz, p_threshold_ms integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select 1 from public.track_plays p
    where p.user_id = p_user
      and p.heard_at > p_heard_at - make_interval(secs => p_threshold_ms / 1000.0)
      and p.heard_at <= p_heard_at
  ) and not exists (
    select 1 from public.track_plays p
    where p.user_id = p_user
      and p.heard_at > p_heard_at
      and p.heard_at < p_heard_at + interval '30 seconds'
      and p.heard_at < p_heard_at + make_interval(secs => p.threshold_ms / 1000.0)
  );
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

-- Counts one play by the rules S-7, S-10 and S-11. The caller holds the user's lock.
create function private.record_play(
  p_user uuid, p_track uuid, p_progress_ms integer, p_is_manual boolean, p_occurred_at timestamptz, p_awards boolean
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_accepted_at timestamptz := private.accepted_time(p_user, p_occurred_at);
  v_day date := private.utc_day(v_accepted_at);
  v_heard_at timestamptz :=
    case when p_occurred_at between v_now - interval '7 days' and v_now then p_occurred_at else v_now end;
  v_track public.tracks;
  v_is_self boolean;
  v_threshold_ms integer;
  -- Milliseconds since the play before this one: more cannot have been heard.
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
  if not private.keeps_pace(p_user, v_heard_at, v_threshold_ms) then
    perform private.refuse('too_fast', 'Plays cannot be counted faster than they can be heard.');
  end if;

  select floor(extract(epoch from v_heard_at - p.heard_at) * 1000) into v_free_ms
    from public.track_plays p
    where p.user_id = p_user and p.heard_at < v_heard_at
    order by p.heard_at desc
    limit 1;

  if p_awards and p_is_manual and not v_is_self then
    v_earned := private.award_play(p_user, p_track, v_day);
  end if;
  insert into public.track_plays
      (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, zaps_earned, created_at)
    values (p_user, p_track, v_day, v_heard_at, v_threshold_ms, p_is_manual, v_is_self, v_earned, v_now);
  update public.user_balances b
    set total_listen_ms = b.total_listen_ms + least(p_progress_ms, v_track.duration_ms, v_free_ms)
    where b.user_id = p_user;
  if not v_is_self then
    update public.tracks t set play_count = t.play_count + 1 where t.id = p_track returning t.play_count into v_track.play_count;
    perform private.extend_streak(p_user, v_day);
  end if;
  perform private.mark_action(p_user, v_accepted_at);
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
