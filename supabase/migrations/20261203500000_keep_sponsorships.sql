-- The latest sponsorship of each track: who paid how much, and whether the station has played the track since.
create table private.sponsorships (
  track_id uuid primary key references public.tracks (id) on delete cascade,
  -- Equal to the track's while the sponsorship lasts.
  sponsored_at timestamptz not null,
  -- Null if nobody paid, as for the demo's tracks, or if the account was deleted.
  sponsor_id uuid references auth.users (id) on delete set null,
  paid integer not null default 0,
  -- Null while the station of `npm start` has not played it since. Other stations do not report what they play.
  last_aired_at timestamptz,
  constraint sponsorships_paid_not_negative check (paid >= 0)
);
create index sponsorships_sponsor on private.sponsorships (sponsor_id);

alter table private.sponsorships enable row level security;
create policy sponsorships_all_nobody on private.sponsorships for all to anon, authenticated
  using (false) with check (false);

-- Nobody noted what was played before: these sponsorships count as played, so that no operator gives ZAPs back for days on air.
insert into private.sponsorships (track_id, sponsored_at, sponsor_id, paid, last_aired_at)
  select distinct on (t.id) t.id, t.sponsored_at, a.user_id, -a.zap_value, t.sponsored_at
  from public.tracks t
  join public.zap_actions a
    on a.action_type = 'sponsor' and a.metadata ->> 'track_id' = t.id::text
    -- The line was written before the track, in the same transaction.
    and a.created_at between t.sponsored_at - interval '1 minute' and t.sponsored_at
  where t.sponsored
  order by t.id, a.created_at desc;

create or replace function private.handle_track_sponsor(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track public.tracks := private.lock_track(p_user, private.uuid_field(p_payload, 'track_id'));
  v_is_over boolean := coalesce(v_track.sponsored_at <= private.sponsored_too_long_ago(), false);
  v_price integer := private.zap_price('sponsor');
  v_balance integer;
  v_now timestamptz;
begin
  if not v_track.is_public then
    perform private.refuse('track_private', 'Make this track public first: the Radio plays public tracks only.');
  end if;
  if not v_track.radio_opt_in then
    perform private.refuse('radio_not_enabled', 'Artist has not enabled Radio');
  end if;
  if v_track.sponsored and not v_is_over then
    perform private.refuse('already_sponsored', 'This track is already sponsored and in the Radio queue.');
  end if;
  perform private.require_level_for(p_user, 'sponsor');
  v_balance := private.spend_zaps(
    p_user, 'sponsor', v_price, jsonb_build_object('track_id', v_track.id),
    'You need {cost} ⚡ to sponsor this track. You have {balance} ⚡.'
  );
  v_now := private.now();
  update public.tracks t set sponsored = true, sponsored_at = v_now where t.id = v_track.id;
  insert into private.sponsorships (track_id, sponsored_at, sponsor_id, paid) values (v_track.id, v_now, p_user, v_price)
    on conflict (track_id) do update
      set sponsored_at = excluded.sponsored_at, sponsor_id = excluded.sponsor_id, paid = excluded.paid, last_aired_at = null;
  return jsonb_build_object('success', true, 'message', 'Track Sponsored!', 'new_balance', v_balance);
end;
$$;

-- What an operator gives back for a sponsorship, and takes again if the operator undoes that. It is not earned: levels and the
-- leaderboard do not count it.
insert into public.zap_rules (action_type, zap_value, is_recordable) values ('sponsor_refund', null, false);

create function private.earned_zaps(p_type text, p_value integer) returns integer
language sql immutable set search_path = ''
return case when p_type = 'sponsor_refund' then 0 else greatest(p_value, 0) end;

create or replace function private.apply_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_balances b
    set zaps = b.zaps + s.total, total_zaps_earned = b.total_zaps_earned + s.earned
    from (
      select a.user_id, sum(a.zap_value)::integer as total, sum(private.earned_zaps(a.action_type, a.zap_value))::integer as earned
      from added a group by a.user_id
    ) s
    where b.user_id = s.user_id;
  -- A missing balance begins with the sum of all lines of its person, including these.
  insert into public.user_balances (user_id)
    select distinct a.user_id from added a
    where not exists (select 1 from public.user_balances b where b.user_id = a.user_id)
    on conflict do nothing;
  update public.user_stats s
    set fan_level = private.fan_level(b.total_zaps_earned)
    from public.user_balances b
    where b.user_id = s.user_id and s.fan_level <> private.fan_level(b.total_zaps_earned)
      and s.user_id in (select a.user_id from added a);
  return null;
end;
$$;

create or replace function private.sum_up_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Lines are deleted only with their account, and its days with it.
    update private.track_sums s
      set times_on_radio = s.times_on_radio - g.times
      from (
        select case when private.is_uuid(r.metadata ->> 'track_id') then (r.metadata ->> 'track_id')::uuid end as track_id, count(*) as times
        from removed r where r.action_type = 'sponsor' group by 1
      ) g
      where s.track_id = g.track_id;
    return null;
  end if;
  insert into public.user_days as d (user_id, day, ledger_lines, zaps, zaps_earned)
    select a.user_id, a.credited_on, count(*), sum(a.zap_value), sum(private.earned_zaps(a.action_type, a.zap_value))
    from added a
    group by 1, 2 order by 1, 2
    on conflict (user_id, day) do update
      set ledger_lines = d.ledger_lines + excluded.ledger_lines, zaps = d.zaps + excluded.zaps,
        zaps_earned = d.zaps_earned + excluded.zaps_earned;
  if exists (select from added a where a.action_type = 'sponsor') then
    insert into private.track_sums as s (track_id, times_on_radio)
      select t.id, count(*)
      from added a
      join public.tracks t on t.id = case when private.is_uuid(a.metadata ->> 'track_id') then (a.metadata ->> 'track_id')::uuid end
      where a.action_type = 'sponsor'
      group by t.id order by t.id
      on conflict (track_id) do update set times_on_radio = s.times_on_radio + excluded.times_on_radio;
  end if;
  return null;
end;
$$;

create or replace function private.roll_up_week() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.zap_weeks as w (user_id, week_start, zaps_earned, reached_at, is_listed)
    select e.user_id, e.week_start, e.zaps_earned, private.now(), coalesce(p.privacy_setting = 'public' and p.deleted_at is null, false)
    from (
      select a.user_id, private.utc_week(a.credited_on) as week_start, sum(private.earned_zaps(a.action_type, a.zap_value)) as zaps_earned
      from added a
      where private.earned_zaps(a.action_type, a.zap_value) > 0
      group by 1, 2
    ) e
    left join public.user_profiles p on p.id = e.user_id
  -- is_listed is left to the profile's trigger, which may know a later privacy.
  on conflict (user_id, week_start) do update
    set zaps_earned = w.zaps_earned + excluded.zaps_earned, reached_at = excluded.reached_at;
  return null;
end;
$$;
