-- Whoever may look at the sharer sees the share of a track that is public; one's own is always one's own. Pull and row
-- policies both ask here.
create function private.can_see_share(p_owner uuid, p_track uuid, p_is_shared boolean, p_viewer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_owner = p_viewer then
    return true;
  end if;
  return p_is_shared
    and exists (select 1 from public.tracks t where t.id = p_track and t.is_public and t.deleted_at is null)
    and exists (
      select 1 from public.user_profiles p
      where p.id = p_owner and p.deleted_at is null and private.can_see_profile(p.id, p.privacy_setting, p_viewer)
    );
end;
$$;
grant execute on function private.can_see_share(uuid, uuid, boolean, uuid) to anon, authenticated, service_role;

-- A track of another that a person shows on their profile and in the community's feed. Unsharing keeps the row (S-13).
create table public.shared_tracks (
  id uuid primary key default gen_random_uuid(),
  -- The profile, not the account: it outlives the account as a tombstone, and so does the share.
  user_id uuid not null references public.user_profiles (id),
  track_id uuid not null references public.tracks (id),
  is_shared boolean not null default true,
  -- When it was shared the last time.
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  -- Whether the row is on the shelf (G-1), as in public.tracks.
  shelved boolean,
  constraint shared_tracks_one_a_person unique (user_id, track_id)
);
create index shared_tracks_sync on public.shared_tracks (row_xid, id) where shelved is not null;
create index shared_tracks_sync_own on public.shared_tracks (user_id, row_xid, id) where shelved is not true;
create index shared_tracks_tombstones on public.shared_tracks (row_xid) where deleted_at is not null;
create index shared_tracks_shelf_sync on public.shared_tracks (row_xid, id) where shelved;
create index shared_tracks_track on public.shared_tracks (track_id);
create index shared_tracks_feed on public.shared_tracks (created_at desc, id) where is_shared and deleted_at is null;
create trigger shared_tracks_stamp before insert or update on public.shared_tracks
  for each row execute function private.stamp_sync_row();
create trigger shared_tracks_soft_delete before delete on public.shared_tracks
  for each row execute function private.soft_delete_row();

alter table public.shared_tracks enable row level security;
create policy shared_tracks_select_visible on public.shared_tracks for select to anon, authenticated
  using (
    deleted_at is null
    and (select private.may_browse())
    and private.can_see_share(user_id, track_id, is_shared, (select auth.uid()))
  );
revoke all on table public.shared_tracks from service_role;
grant select on table public.shared_tracks to anon, authenticated, service_role;

select private.sync_table(
  'shared_tracks',
  array['user_id', 'track_id', 'is_shared', 'created_at'],
  p_owners => array['user_id'],
  p_seen_if => 'private.can_see_share(r.user_id, r.track_id, r.is_shared, p_viewer)',
  p_is_shelved => true
);

-- SY-7: to be called in the transaction that changes who may look at this person. Here and below rows are locked by id, so
-- that a person's shares and a track's shares never wait for each other in a circle.
create function private.touch_shares_of(p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.shared_tracks s
    where s.user_id = p_user and s.is_shared and s.deleted_at is null
    order by s.id
    for no key update;
  update public.shared_tracks s set is_shared = s.is_shared
    where s.user_id = p_user and s.is_shared and s.deleted_at is null;
end;
$$;

-- SY-7: a share shows and hides with its track.
create function private.touch_shares_of_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.shared_tracks s
    where s.track_id = new.id and s.is_shared and s.deleted_at is null
    order by s.id
    for no key update;
  update public.shared_tracks s set is_shared = s.is_shared
    where s.track_id = new.id and s.is_shared and s.deleted_at is null;
  return null;
end;
$$;
create trigger tracks_touch_shares after update of is_public, deleted_at on public.tracks
  for each row
  when (old.is_public <> new.is_public or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.touch_shares_of_track();

create function private.farewell_shares() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.shared_tracks s where s.user_id = old.id order by s.id for no key update;
  update public.shared_tracks s
    set deleted_at = private.now(), is_shared = false
    where s.user_id = old.id and s.deleted_at is null;
  return old;
end;
$$;
create trigger farewell_shares after delete on auth.users
  for each row execute function private.farewell_shares();

create function private.handle_share_add(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track_id uuid := private.uuid_field(p_payload, 'track_id');
  v_track public.tracks := private.lock_track(p_user, v_track_id);
  v_balance integer;
begin
  if v_track.user_id = p_user then
    perform private.refuse('own_track', 'You cannot share your own track');
  end if;
  if exists (
    select 1 from public.shared_tracks s where s.user_id = p_user and s.track_id = v_track_id and s.is_shared
  ) then
    perform private.refuse('already_shared', 'You''ve already shared this track.');
  end if;
  perform private.require_level_for(p_user, 'share');
  v_balance := private.spend_zaps(
    p_user, 'share', private.zap_price('share'), jsonb_build_object('track_id', v_track_id),
    'Insufficient ZAPs. You need {cost} ZAPs to share this track.'
  );
  insert into public.shared_tracks (user_id, track_id, created_at) values (p_user, v_track_id, private.now())
  on conflict (user_id, track_id) do update set is_shared = true, created_at = excluded.created_at;
  return jsonb_build_object(
    'success', true, 'message', 'Track shared to your profile + community 🎵', 'new_balance', v_balance
  );
end;
$$;

create function private.handle_share_remove(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track_id uuid := private.uuid_field(p_payload, 'track_id');
begin
  update public.shared_tracks s set is_shared = false
    where s.user_id = p_user and s.track_id = v_track_id and s.is_shared;
  if not found then
    perform private.refuse('not_shared', 'This track is not in your shared list.');
  end if;
  return jsonb_build_object('success', true, 'message', 'Track removed from your shared list');
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('share.add', 'handle_share_add', true),
  ('share.remove', 'handle_share_remove', true);

create function public.share_track(p_track_id uuid, p_action_id uuid default null) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.call_once('share.add', jsonb_build_object('track_id', p_track_id), p_action_id);
$$;
grant execute on function public.share_track(uuid, uuid) to authenticated;

create function public.unshare_track(p_track_id uuid, p_action_id uuid default null) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.call_once('share.remove', jsonb_build_object('track_id', p_track_id), p_action_id);
$$;
grant execute on function public.unshare_track(uuid, uuid) to authenticated;

create trigger shared_tracks_pin after insert on public.shared_tracks
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();
create trigger shared_tracks_pin_again after update of is_shared on public.shared_tracks
  for each row
  when (new.is_shared and not old.is_shared)
  execute function private.pin_shared_track();
create trigger shared_tracks_shelve_new before insert on public.shared_tracks
  for each row execute function private.shelve_share();
create trigger shared_tracks_shelve before update of is_shared, deleted_at on public.shared_tracks
  for each row
  when ((old.is_shared, old.deleted_at is null) is distinct from (new.is_shared, new.deleted_at is null))
  execute function private.shelve_share();
