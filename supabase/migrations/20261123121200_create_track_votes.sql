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

create function private.count_vote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := case when tg_op = 'DELETE' then old.track_id else new.track_id end;
  v_votes integer := 0;
  v_weights integer := 0;
  v_totals private.vote_totals;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    v_votes := v_votes - 1;
    v_weights := v_weights - old.vote_weight;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    v_votes := v_votes + 1;
    v_weights := v_weights + new.vote_weight;
  end if;
  if v_votes = 0 and v_weights = 0 then
    return null;
  end if;
  insert into private.vote_totals (track_id, votes, weights) values (v_track, 0, 0) on conflict do nothing;
  update private.vote_totals x
    set votes = x.votes + v_votes, weights = x.weights + v_weights
    where x.track_id = v_track
    returning x.* into v_totals;
  update public.tracks t
    set total_votes = v_totals.votes,
      average_vote_rating =
        case when v_totals.votes = 0 then 0 else round(v_totals.weights::numeric / v_totals.votes, 2) end
    where t.id = v_track;
  return null;
end;
$$;
create trigger track_votes_count after insert or update of vote_weight, deleted_at or delete on public.track_votes
  for each row execute function private.count_vote();

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

-- An account that goes takes its votes along. Its tracks are locked in the order that everybody keeps, before the rows go in
-- none.
create function private.farewell_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_user(old.id);
  perform 1 from public.tracks t
    where t.id in (select v.track_id from public.track_votes v where v.user_id = old.id)
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
  v_track_id uuid := private.uuid_field(p_payload, 'track_id');
  v_weight integer := private.whole_number_field(p_payload, 'weight', 1, 5);
  -- The server's time: a vote is locked for good after its 24 hours, whatever a device says it was.
  v_now timestamptz := private.now();
  v_track public.tracks := private.lock_track(p_user, v_track_id);
  v_vote public.track_votes;
  v_price integer;
begin
  if v_track.user_id = p_user then
    perform private.refuse('own_track', 'You cannot vote on your own track');
  end if;
  select v.* into v_vote from public.track_votes v where v.user_id = p_user and v.track_id = v_track_id;
  if found then
    if v_now >= v_vote.editable_until then
      perform private.refuse('vote_locked', 'Your vote on this track is locked. Votes can be changed for 24 hours.');
    end if;
    update public.track_votes v set vote_weight = v_weight, updated_at = v_now where v.id = v_vote.id;
    return jsonb_build_object(
      'success', true, 'message', 'Vote updated!', 'action', 'edit_vote', 'vote_weight', v_weight,
      'editable_until', private.iso(v_vote.editable_until), 'zaps_spent', 0
    );
  end if;
  perform private.require_level_for(p_user, 'vote');
  v_price := private.zap_price('vote');
  perform private.spend_zaps(
    p_user, 'vote', v_price, jsonb_build_object('track_id', v_track_id),
    'Insufficient ZAPs. You need {cost} ZAPs to vote.'
  );
  insert into public.track_votes (user_id, track_id, vote_weight, editable_until, created_at, updated_at)
    values (p_user, v_track_id, v_weight, v_now + interval '24 hours', v_now, v_now)
    returning * into v_vote;
  return jsonb_build_object(
    'success', true, 'message', format('Vote cast! (-⚡%s)', v_price), 'action', 'new_vote', 'vote_weight', v_weight,
    'editable_until', private.iso(v_vote.editable_until), 'zaps_spent', v_price
  );
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('vote.cast', 'handle_vote_cast', true);

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
