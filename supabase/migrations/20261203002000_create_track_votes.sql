-- One vote a person and track; others see only what they add up to.
create table public.track_votes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  track_id uuid not null references public.tracks (id) on delete cascade,
  vote_weight integer not null,
  -- Until then the weight may be changed for nothing; afterwards never.
  editable_until timestamptz not null,
  created_at timestamptz not null default private.now(),
  updated_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint track_votes_one_a_person unique (user_id, track_id),
  constraint track_votes_weight_from_1_to_5 check (vote_weight between 1 and 5)
);
create index track_votes_tombstones on public.track_votes (row_xid) where deleted_at is not null;
create index track_votes_sync on public.track_votes (user_id, row_xid, id);
create index track_votes_track on public.track_votes (track_id);
create trigger track_votes_stamp before insert or update on public.track_votes
  for each row execute function private.stamp_sync_row();

alter table public.track_votes enable row level security;
create policy track_votes_select_own on public.track_votes for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
revoke all on table public.track_votes from service_role;
grant select on table public.track_votes to authenticated, service_role;

select private.sync_table(
  'track_votes',
  array['user_id', 'track_id', 'vote_weight', 'editable_until', 'created_at', 'updated_at'],
  p_owners => array['user_id']
);

-- The sums behind a track's rating, so that a vote on a track with many costs no more than the first.
create table private.vote_totals (
  track_id uuid primary key references public.tracks (id) on delete cascade,
  votes integer not null,
  weights bigint not null,
  constraint vote_totals_add_up check (votes >= 0 and weights between votes and votes::bigint * 5)
);

alter table private.vote_totals enable row level security;
create policy vote_totals_all_nobody on private.vote_totals for all to anon, authenticated
  using (false) with check (false);

create function private.keep_vote() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'A vote stays with its person and track' using errcode = '42501';
end;
$$;
create trigger track_votes_keep before update on public.track_votes
  for each row
  when (old.user_id <> new.user_id or old.track_id <> new.track_id)
  execute function private.keep_vote();

-- An account that goes takes its votes and plays along. Its tracks are locked in the order that everybody keeps, before the rows go in
-- none.
create function private.farewell_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_user(old.id);
  perform 1 from public.tracks t
    where t.id in (select private.tracks_counting(old.id))
    order by t.id
    for no key update;
  return old;
end;
$$;

create trigger farewell_votes before delete on auth.users
  for each row execute function private.farewell_votes();

-- A track that others may act on, locked; one's own is found also when it is private.
create function private.lock_track(p_user uuid, p_track uuid) returns public.tracks
language plpgsql security definer set search_path = ''
as $$
declare
  v_track public.tracks;
begin
  select t.* into v_track from public.tracks t
    where t.id = p_track and t.deleted_at is null and (t.is_public or t.user_id = p_user)
    for no key update;
  if not found then
    perform private.refuse('track_missing', 'This track is no longer available.');
  end if;
  return v_track;
end;
$$;

create function private.handle_vote_cast(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_outcome jsonb := (private.cast_votes(
    p_user,
    array[private.uuid_field(p_payload, 'track_id')],
    array[private.whole_number_field(p_payload, 'weight', 1, 5)]
  ))[1];
begin
  if v_outcome ->> 'status' = 'rejected' then
    perform private.refuse(v_outcome -> 'result' ->> 'code', v_outcome -> 'result' ->> 'message');
  end if;
  return v_outcome -> 'result';
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable, together) values
  ('vote.cast', 'handle_vote_cast', true, 'cast_votes_together');

create function public.cast_vote_or_edit(p_track_id uuid, p_vote_weight integer, p_action_id uuid default null)
returns jsonb
language sql security definer set search_path = ''
as $$
  select private.call_once(
    'vote.cast', jsonb_build_object('track_id', p_track_id, 'weight', p_vote_weight), p_action_id
  );
$$;
grant execute on function public.cast_vote_or_edit(uuid, integer, uuid) to authenticated;

create function public.get_user_vote_for_track(p_track_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_vote public.track_votes;
begin
  select v.* into v_vote from public.track_votes v
    where v.user_id = v_user and v.track_id = p_track_id and v.deleted_at is null;
  return jsonb_build_object(
    'has_vote', v_vote.id is not null,
    'vote_weight', v_vote.vote_weight,
    'is_editable', coalesce(private.now() < v_vote.editable_until, false),
    'editable_until', private.iso(v_vote.editable_until)
  );
end;
$$;
grant execute on function public.get_user_vote_for_track(uuid) to authenticated;

-- Adds to the sums of the tracks what came, and takes off what went; a changed vote is both.
create function private.count_votes(p_tracks uuid[], p_votes integer[], p_weights integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vote_totals (track_id, votes, weights)
    select u.track_id, 0, 0 from unnest(p_tracks) u (track_id)
    where not exists (select from private.vote_totals x where x.track_id = u.track_id)
    order by u.track_id
    on conflict do nothing;
  with changed as (
    update private.vote_totals x
      set votes = x.votes + u.votes, weights = x.weights + u.weights
      from unnest(p_tracks, p_votes, p_weights) u (track_id, votes, weights)
      where x.track_id = u.track_id
      returning x.track_id, x.votes, x.weights
  )
  update public.tracks t
    set total_votes = c.votes,
      average_vote_rating = case when c.votes = 0 then 0 else round(c.weights::numeric / c.votes, 2) end
    from changed c
    where t.id = c.track_id;
end;
$$;

create function private.count_changed_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_tracks uuid[];
  v_votes integer[];
  v_weights integer[];
begin
  -- Each branch names only what its event has.
  if tg_op = 'INSERT' then
    select array_agg(c.track_id), array_agg(c.votes), array_agg(c.weights) into v_tracks, v_votes, v_weights
      from (
        select a.track_id, count(*)::integer as votes, sum(a.vote_weight)::integer as weights
        from added a where a.deleted_at is null group by a.track_id
      ) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c.track_id), array_agg(c.votes), array_agg(c.weights) into v_tracks, v_votes, v_weights
      from (
        select r.track_id, -count(*)::integer as votes, -sum(r.vote_weight)::integer as weights
        from removed r where r.deleted_at is null group by r.track_id
      ) c;
  else
    select array_agg(c.track_id), array_agg(c.votes), array_agg(c.weights) into v_tracks, v_votes, v_weights
      from (
        select b.track_id, sum(b.votes)::integer as votes, sum(b.weights)::integer as weights
        from (
          select a.track_id, 1 as votes, a.vote_weight as weights from added a where a.deleted_at is null
          union all
          select r.track_id, -1, -r.vote_weight from removed r where r.deleted_at is null
        ) b
        group by b.track_id
        having sum(b.votes) <> 0 or sum(b.weights) <> 0
      ) c;
  end if;
  if v_tracks is not null then
    perform private.count_votes(v_tracks, v_votes, v_weights);
  end if;
  return null;
end;
$$;
create trigger track_votes_count_new after insert on public.track_votes
  referencing new table as added
  for each statement execute function private.count_changed_votes();
create trigger track_votes_count_changed after update on public.track_votes
  referencing old table as removed new table as added
  for each statement execute function private.count_changed_votes();
create trigger track_votes_count_gone after delete on public.track_votes
  referencing old table as removed
  for each statement execute function private.count_changed_votes();

-- S-14, as a question, for what decides about many at once.
create function private.has_level_for(p_user uuid, p_type text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.fan_level from public.user_stats s where s.user_id = p_user), 1)
    >= (select r.min_level from public.zap_rules r where r.action_type = p_type);
end;
$$;

-- Of votes, which are cast together.
create function private.level_refusal() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'code', 'level_too_low',
  'message', format(
    'Unlocks at Level %s – keep listening and earning Zaps!',
    (select r.min_level from public.zap_rules r where r.action_type = 'vote')
  )
);

/*
 * Casts or changes votes on different tracks, in their order, by one statement for all of them. Answers what became of each, in its
 * place: { status, result }, as private.attempt does. The caller holds the user's lock.
 */
create function private.cast_votes(p_user uuid, p_tracks uuid[], p_weights integer[]) returns jsonb[]
language plpgsql security definer set search_path = ''
as $$
declare
  -- The server's time: a vote is locked for good after its 24 hours, whatever a device says it was.
  v_now timestamptz := private.now();
  v_until timestamptz := v_now + interval '24 hours';
  v_day date := private.utc_day(v_now);
  v_price integer := private.zap_price('vote');
  v_has_level boolean := private.has_level_for(p_user, 'vote');
  v_balance integer;
  v_outcomes jsonb[];
begin
  perform 1 from public.tracks t where t.id = any (p_tracks) order by t.id for no key update;
  select b.zaps into strict v_balance from public.user_balances b where b.user_id = p_user;
  with asked as (
    select w.place, w.track_id, w.weight, t.id is null as is_missing, t.user_id = p_user as is_own,
      v.id as vote_id, v.editable_until,
      -- How many new ones are to be paid up to this one.
      count(*) filter (where t.user_id <> p_user and v.id is null) over (order by w.place) as nth
    from unnest(p_tracks, p_weights) with ordinality w (track_id, weight, place)
    left join public.tracks t on t.id = w.track_id and t.deleted_at is null and (t.is_public or t.user_id = p_user)
    left join public.track_votes v on v.user_id = p_user and v.track_id = w.track_id
  ), decided as materialized (
    select a.*,
      case
        when a.is_missing then jsonb_build_object('code', 'track_missing', 'message', 'This track is no longer available.')
        when a.is_own then jsonb_build_object('code', 'own_track', 'message', 'You cannot vote on your own track')
        when a.vote_id is not null then
          case when v_now >= a.editable_until then jsonb_build_object(
            'code', 'vote_locked', 'message', 'Your vote on this track is locked. Votes can be changed for 24 hours.'
          ) end
        when not v_has_level then private.level_refusal()
        when a.nth * v_price > v_balance then jsonb_build_object(
          'code', 'insufficient_zaps', 'message', format('Insufficient ZAPs. You need %s ZAPs to vote.', v_price)
        )
      end as refusal
    from asked a
  ), changed as (
    update public.track_votes v set vote_weight = d.weight, updated_at = v_now
      from decided d where d.vote_id = v.id and d.refusal is null
  ), paid as (
    insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
      select p_user, 'vote', -v_price, jsonb_build_object('track_id', d.track_id), v_day, v_now
      from decided d where d.vote_id is null and d.refusal is null order by d.place
  ), cast_new as (
    insert into public.track_votes (user_id, track_id, vote_weight, editable_until, created_at, updated_at)
      select p_user, d.track_id, d.weight, v_until, v_now, v_now
      from decided d where d.vote_id is null and d.refusal is null order by d.place
  )
  select array_agg(
      case
        when d.refusal is not null then jsonb_build_object('status', 'rejected', 'result', d.refusal)
        else jsonb_build_object('status', 'applied', 'result',
          case
            when d.vote_id is null then jsonb_build_object(
              'success', true, 'message', format('Vote cast! (-⚡%s)', v_price), 'action', 'new_vote', 'vote_weight', d.weight,
              'editable_until', private.iso(v_until), 'zaps_spent', v_price
            )
            else jsonb_build_object(
              'success', true, 'message', 'Vote updated!', 'action', 'edit_vote', 'vote_weight', d.weight,
              'editable_until', private.iso(d.editable_until), 'zaps_spent', 0
            )
          end
        )
      end
      order by d.place)
    into v_outcomes
    from decided d;
  return v_outcomes;
end;
$$;

create function private.cast_votes_together(p_user uuid, p_payloads jsonb[]) returns jsonb[]
language plpgsql security definer set search_path = ''
as $$
declare
  v_payload jsonb;
  v_track uuid;
  v_tracks uuid[] := '{}';
  v_weights integer[] := '{}';
begin
  foreach v_payload in array p_payloads loop
    -- What is wrong with it is said where it is cast alone.
    exit when not private.is_uuid(v_payload ->> 'track_id') is true
      or jsonb_typeof(v_payload -> 'weight') is distinct from 'number'
      or v_payload ->> 'weight' not in ('1', '2', '3', '4', '5');
    v_track := (v_payload ->> 'track_id')::uuid;
    -- A second vote on a track changes the first, which has to be there.
    exit when v_track = any (v_tracks);
    v_tracks := v_tracks || v_track;
    v_weights := v_weights || (v_payload ->> 'weight')::integer;
  end loop;
  if v_tracks = '{}' then
    return '{}';
  end if;
  return private.cast_votes(p_user, v_tracks, v_weights);
end;
$$;

create trigger track_votes_pin after insert on public.track_votes
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();
