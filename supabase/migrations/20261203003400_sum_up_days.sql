-- G-7: what pages show of the past is kept in sums, by the same transactions as the rows that they sum up. They stay when an old month is
-- detached or dropped.

-- What a person did on each UTC day.
create table public.user_days (
  user_id uuid not null references auth.users (id) on delete cascade,
  day date not null,
  -- Counted plays of others' tracks, and those of them that the person chose (S-10).
  plays integer not null default 0,
  chosen_plays integer not null default 0,
  -- The lines of the ledger, their sum, and the sum of the positive ones (S-8).
  ledger_lines integer not null default 0,
  zaps integer not null default 0,
  zaps_earned integer not null default 0,
  primary key (user_id, day),
  constraint user_days_are_counts check (plays >= chosen_plays and chosen_plays >= 0 and ledger_lines >= 0 and zaps_earned >= 0)
);
-- For the figures of a day. Rows are stored nearly in the order of their days, so a BRIN index is enough.
create index user_days_day on public.user_days using brin (day);

alter table public.user_days enable row level security;
create policy user_days_select_own on public.user_days for select to authenticated
  using (user_id = (select auth.uid()));
grant select on table public.user_days to authenticated;
revoke all on table public.user_days from service_role;
grant select on table public.user_days to service_role;

-- The plays of others by UTC day.
create table private.track_days (
  track_id uuid not null references public.tracks (id) on delete cascade,
  day date not null,
  plays integer not null,
  primary key (track_id, day)
);
create index track_days_day on private.track_days using brin (day);

alter table private.track_days enable row level security;
create policy track_days_all_nobody on private.track_days for all to anon, authenticated
  using (false) with check (false);

-- Who has heard a track of somebody else, and how often: a listener is counted once, whatever became of the plays.
create table private.track_listeners (
  user_id uuid not null references auth.users (id) on delete cascade,
  track_id uuid not null references public.tracks (id) on delete cascade,
  plays integer not null,
  primary key (user_id, track_id)
);
create index track_listeners_track on private.track_listeners (track_id);
alter table private.track_listeners enable row level security;
create policy track_listeners_all_nobody on private.track_listeners for all to anon, authenticated
  using (false) with check (false);

create table private.track_sums (
  track_id uuid primary key references public.tracks (id) on delete cascade,
  listeners integer not null default 0,
  -- Sponsorships (S-19).
  times_on_radio integer not null default 0
);
alter table private.track_sums enable row level security;
create policy track_sums_all_nobody on private.track_sums for all to anon, authenticated
  using (false) with check (false);

create table private.vote_weights (
  track_id uuid not null references public.tracks (id) on delete cascade,
  weight integer not null,
  votes integer not null,
  primary key (track_id, weight)
);
alter table private.vote_weights enable row level security;
create policy vote_weights_all_nobody on private.vote_weights for all to anon, authenticated
  using (false) with check (false);

create function private.count_listener() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.track_sums as s (track_id, listeners) values (new.track_id, 1)
      on conflict (track_id) do update set listeners = s.listeners + 1;
  else
    update private.track_sums s set listeners = s.listeners - 1 where s.track_id = old.track_id;
  end if;
  return null;
end;
$$;
create trigger track_listeners_count after insert or delete on private.track_listeners
  for each row execute function private.count_listener();

-- Adds plays to the sums. What is given are plays of others' tracks that are not deleted.
create function private.add_plays(p_users uuid[], p_tracks uuid[], p_days date[], p_are_chosen boolean[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.user_days as d (user_id, day, plays, chosen_plays)
    select p.user_id, p.day, count(*), count(*) filter (where p.is_chosen)
    from unnest(p_users, p_days, p_are_chosen) p (user_id, day, is_chosen)
    group by 1, 2 order by 1, 2
    on conflict (user_id, day) do update
      set plays = d.plays + excluded.plays, chosen_plays = d.chosen_plays + excluded.chosen_plays;
  insert into private.track_days as d (track_id, day, plays)
    select p.track_id, p.day, count(*) from unnest(p_tracks, p_days) p (track_id, day)
    group by 1, 2 order by 1, 2
    on conflict (track_id, day) do update set plays = d.plays + excluded.plays;
  insert into private.track_listeners as l (user_id, track_id, plays)
    select p.user_id, p.track_id, count(*) from unnest(p_users, p_tracks) p (user_id, track_id)
    group by 1, 2 order by 2, 1
    on conflict (user_id, track_id) do update set plays = l.plays + excluded.plays;
end;
$$;

-- Takes plays off the sums; nothing where a sum has gone already with its person or track.
create function private.take_plays(p_users uuid[], p_tracks uuid[], p_days date[], p_are_chosen boolean[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_days d
    set plays = d.plays - g.plays, chosen_plays = d.chosen_plays - g.chosen_plays
    from (
      select p.user_id, p.day, count(*) as plays, count(*) filter (where p.is_chosen) as chosen_plays
      from unnest(p_users, p_days, p_are_chosen) p (user_id, day, is_chosen) group by 1, 2
    ) g
    where d.user_id = g.user_id and d.day = g.day;
  update private.track_days d
    set plays = d.plays - g.plays
    from (select p.track_id, p.day, count(*) as plays from unnest(p_tracks, p_days) p (track_id, day) group by 1, 2) g
    where d.track_id = g.track_id and d.day = g.day;
  update private.track_listeners l
    set plays = l.plays - g.plays
    from (select p.user_id, p.track_id, count(*) as plays from unnest(p_users, p_tracks) p (user_id, track_id) group by 1, 2) g
    where l.user_id = g.user_id and l.track_id = g.track_id;
  delete from private.track_listeners l
    using unnest(p_users, p_tracks) p (user_id, track_id)
    where l.user_id = p.user_id and l.track_id = p.track_id and l.plays = 0;
end;
$$;

create function private.sum_up_plays() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_users uuid[];
  v_tracks uuid[];
  v_days date[];
  v_are_chosen boolean[];
begin
  -- Each branch names only what its event has.
  if tg_op = 'INSERT' then
    select array_agg(a.user_id), array_agg(a.track_id), array_agg(a.played_on), array_agg(a.is_manual)
      into v_users, v_tracks, v_days, v_are_chosen
      from added a where not a.is_self_play and a.deleted_at is null;
  elsif tg_op = 'DELETE' then
    select array_agg(r.user_id), array_agg(r.track_id), array_agg(r.played_on), array_agg(r.is_manual)
      into v_users, v_tracks, v_days, v_are_chosen
      from removed r where not r.is_self_play and r.deleted_at is null;
    if v_users is not null then
      perform private.take_plays(v_users, v_tracks, v_days, v_are_chosen);
    end if;
    return null;
  else
    select array_agg(r.user_id), array_agg(r.track_id), array_agg(r.played_on), array_agg(r.is_manual)
      into v_users, v_tracks, v_days, v_are_chosen
      from (
        select x.user_id, x.track_id, x.played_on, x.is_manual from removed x where not x.is_self_play and x.deleted_at is null
        except all
        select x.user_id, x.track_id, x.played_on, x.is_manual from added x where not x.is_self_play and x.deleted_at is null
      ) r;
    if v_users is not null then
      perform private.take_plays(v_users, v_tracks, v_days, v_are_chosen);
    end if;
    select array_agg(a.user_id), array_agg(a.track_id), array_agg(a.played_on), array_agg(a.is_manual)
      into v_users, v_tracks, v_days, v_are_chosen
      from (
        select x.user_id, x.track_id, x.played_on, x.is_manual from added x where not x.is_self_play and x.deleted_at is null
        except all
        select x.user_id, x.track_id, x.played_on, x.is_manual from removed x where not x.is_self_play and x.deleted_at is null
      ) a;
  end if;
  if v_users is not null then
    perform private.add_plays(v_users, v_tracks, v_days, v_are_chosen);
  end if;
  return null;
end;
$$;
create trigger track_plays_sum_up_new after insert on public.track_plays
  referencing new table as added
  for each statement execute function private.sum_up_plays();
create trigger track_plays_sum_up_changed after update on public.track_plays
  referencing old table as removed new table as added
  for each statement execute function private.sum_up_plays();
create trigger track_plays_sum_up_gone after delete on public.track_plays
  referencing old table as removed
  for each statement execute function private.sum_up_plays();

create function private.sum_up_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    -- Lines go with their account alone, and its days with it.
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
    select a.user_id, a.credited_on, count(*), sum(a.zap_value), sum(greatest(a.zap_value, 0))
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
-- Triggers run in the order of their names: this one before zap_actions_apply, which begins a missing balance with the sum of these days.
create trigger zap_actions_add_up after insert on public.zap_actions
  referencing new table as added
  for each statement execute function private.sum_up_ledger();
create trigger zap_actions_add_up_gone after delete on public.zap_actions
  referencing old table as removed
  for each statement execute function private.sum_up_ledger();

create function private.weigh_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Each branch names only what its event has.
  if tg_op <> 'INSERT' then
    update private.vote_weights w
      set votes = w.votes - g.votes
      from (select r.track_id, r.vote_weight, count(*) as votes from removed r where r.deleted_at is null group by 1, 2) g
      where w.track_id = g.track_id and w.weight = g.vote_weight;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.vote_weights as w (track_id, weight, votes)
      select a.track_id, a.vote_weight, count(*) from added a where a.deleted_at is null
      group by 1, 2 order by 1, 2
      on conflict (track_id, weight) do update set votes = w.votes + excluded.votes;
  end if;
  return null;
end;
$$;
create trigger track_votes_weigh_new after insert on public.track_votes
  referencing new table as added
  for each statement execute function private.weigh_votes();
create trigger track_votes_weigh_changed after update on public.track_votes
  referencing old table as removed new table as added
  for each statement execute function private.weigh_votes();
create trigger track_votes_weigh_gone after delete on public.track_votes
  referencing old table as removed
  for each statement execute function private.weigh_votes();

-- The tracks whose sums an account takes something off when it goes.
create function private.tracks_counting(p_user uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select v.track_id from public.track_votes v where v.user_id = p_user
  union
  select l.track_id from private.track_listeners l where l.user_id = p_user
  union
  select (a.metadata ->> 'track_id')::uuid from public.zap_actions a
    where a.user_id = p_user and a.action_type = 'sponsor' and private.is_uuid(a.metadata ->> 'track_id');
$$;

-- A track in numbers, for its owner alone: the plays of others by UTC day for 30 days, the days without any left out; listeners,
-- votes by weight, shares that stand, and how often it was sponsored for the radio. Nothing in it names a person. Null for a
-- track that is not the caller's.
create function public.get_track_numbers(p_track_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_today date := private.utc_day(private.now());
  v_track public.tracks;
  v_sums private.track_sums;
begin
  select t.* into v_track from public.tracks t where t.id = p_track_id and t.user_id = v_user and t.deleted_at is null;
  if not found then
    return null;
  end if;
  select s.* into v_sums from private.track_sums s where s.track_id = p_track_id;
  return jsonb_build_object(
    'today', v_today,
    'plays', v_track.play_count,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'plays', d.plays) order by d.day), '[]')
      from private.track_days d
      where d.track_id = p_track_id and d.day between v_today - 29 and v_today and d.plays > 0
    ),
    'listeners', coalesce(v_sums.listeners, 0),
    'votes', (
      select jsonb_agg(coalesce(v.votes, 0) order by w.weight)
      from generate_series(1, 5) as w (weight)
      left join private.vote_weights v on v.track_id = p_track_id and v.weight = w.weight
    ),
    'shares', (
      select count(*)
      from public.shared_tracks s
      where s.track_id = p_track_id and s.is_shared and s.deleted_at is null
    ),
    'times_on_radio', coalesce(v_sums.times_on_radio, 0)
  );
end;
$$;

grant execute on function public.get_track_numbers(uuid) to authenticated;
