-- S-29: one row a pair of people, whoever asked first; it stays when it is declined, so that nobody is asked twice. The
-- ids are those of profiles, whose rows outlive the account.
create table public.connections (
  id uuid primary key default gen_random_uuid(),
  -- Who asked.
  user_id uuid not null references public.user_profiles (id),
  -- Who was asked.
  connection_id uuid not null references public.user_profiles (id),
  status text not null default 'pending',
  created_at timestamptz not null default private.now(),
  updated_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint connections_not_with_oneself check (user_id <> connection_id),
  constraint connections_status_is_known check (status in ('pending', 'accepted', 'declined'))
);
create index connections_tombstones on public.connections (row_xid) where deleted_at is not null;
create unique index connections_one_row_a_pair
  on public.connections (least(user_id, connection_id), greatest(user_id, connection_id));
create index connections_sync_user on public.connections (user_id, row_xid, id);
create index connections_sync_connection on public.connections (connection_id, row_xid, id);
create trigger connections_stamp before insert or update on public.connections
  for each row execute function private.stamp_sync_row();
create trigger connections_soft_delete before delete on public.connections
  for each row when (current_setting('undercurrent.replaces_connection', true) is distinct from 'on')
  execute function private.soft_delete_row();

alter table public.connections enable row level security;
create policy connections_select_own on public.connections for select to authenticated
  using (deleted_at is null and (user_id = (select auth.uid()) or connection_id = (select auth.uid())));
-- The trigger has said who may ask; a row that was taken up may be of the other side.
create policy connections_insert_own on public.connections for insert to authenticated
  with check (
    (user_id = (select auth.uid()) and status = 'pending')
    or (connection_id = (select auth.uid()) and status = 'accepted')
  );
-- Both sides, so that a refusal comes with words instead of as no row at all; the trigger decides.
create policy connections_update_own on public.connections for update to authenticated
  using (deleted_at is null and (user_id = (select auth.uid()) or connection_id = (select auth.uid())))
  with check (user_id = (select auth.uid()) or connection_id = (select auth.uid()));
grant select, insert (user_id, connection_id, status), update (status) on table public.connections to authenticated;

select private.sync_table(
  'connections',
  array['user_id', 'connection_id', 'status', 'created_at', 'updated_at'],
  p_owners => array['user_id', 'connection_id'],
  p_more => $$'user_profile', private.person_shown((r).user_id), 'connection_profile', private.person_shown((r).connection_id)$$
);

-- Whether the two accepted each other (S-29).
create function private.are_connected(p_one uuid, p_other uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_one is not null and p_other is not null and exists (
    select 1 from public.connections c
    where least(c.user_id, c.connection_id) = least(p_one, p_other)
      and greatest(c.user_id, c.connection_id) = greatest(p_one, p_other)
      and c.status = 'accepted' and c.deleted_at is null
  );
end;
$$;
grant execute on function private.are_connected(uuid, uuid) to anon, authenticated, service_role;

create function private.require_may_connect(p_user uuid, p_partner uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_social_level(p_user);
  if not private.has_complete_profile(p_user) then
    perform private.refuse('profile_incomplete', 'Your profile must be completed before you can connect.');
  end if;
  -- The same words for somebody who does not exist: ids cannot be tried out.
  if not private.has_complete_profile(p_partner) then
    perform private.refuse('partner_incomplete', 'Cannot connect to a user without a completed profile.');
  end if;
end;
$$;

-- The pair's row, kept from changing until the transaction ends; all null when there is none.
create function private.hold_connection(p_user uuid, p_partner uuid) returns public.connections
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.connections;
begin
  if p_user = p_partner then
    perform private.refuse('self_connection', 'You cannot connect with yourself.');
  end if;
  perform private.lock_pair(p_user, p_partner);
  select c.* into v_row from public.connections c
    where least(c.user_id, c.connection_id) = least(p_user, p_partner)
      and greatest(c.user_id, c.connection_id) = greatest(p_user, p_partner)
    for no key update;
  return v_row;
end;
$$;

/*
 * Takes up a request of p_user, under the pair's lock. 'new': there is no row yet, and one may be made; 'asked': the row that was there
 * is pending from p_user now, or accepted; 'there': nobody may ask (again). S-29, S-41, S-47. The profiles are held before they are
 * looked at: an account that is being deleted waits for this request, and finds it, or this one finds nobody.
 */
create function private.take_up_connection(p_user uuid, p_partner uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.connections := private.hold_connection(p_user, p_partner);
  v_status text := case when v_row.deleted_at is null then v_row.status end;
begin
  -- A declined request is final for the one who asked.
  if v_status = 'accepted' or (v_status is not null and v_row.user_id = p_user) then
    return 'there';
  end if;
  perform 1 from public.user_profiles p where p.id in (p_user, p_partner) order by p.id for no key update;
  perform private.require_may_connect(p_user, p_partner);
  -- In the words for somebody who cannot be asked: who is blocked is not told.
  if private.is_hidden_from(p_user, p_partner) then
    perform private.refuse('partner_incomplete', 'Cannot connect to a user without a completed profile.');
  end if;
  if v_row.id is null then
    return 'new';
  elsif v_status = 'pending' then
    -- The partner has asked already.
    update public.connections c set status = 'accepted', updated_at = private.now() where c.id = v_row.id;
  else
    update public.connections c
      set user_id = p_user, connection_id = p_partner, status = 'pending', created_at = private.now(), updated_at = private.now(),
        deleted_at = null
      where c.id = v_row.id;
  end if;
  return 'asked';
end;
$$;

create function private.handle_connection_request(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_partner uuid := private.uuid_field(p_payload, 'partner_id');
  v_found text := private.take_up_connection(p_user, v_partner);
  v_row public.connections;
begin
  if v_found = 'there' then
    perform private.refuse('already_requested', 'Connection request already exists');
  elsif v_found = 'new' then
    insert into public.connections (user_id, connection_id, created_at, updated_at)
      values (p_user, v_partner, private.now(), private.now());
  end if;
  v_row := private.hold_connection(p_user, v_partner);
  return jsonb_build_object('success', true, 'id', v_row.id, 'status', v_row.status);
end;
$$;

create function private.require_may_answer(p_row public.connections, p_user uuid, p_status text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_row.connection_id is distinct from p_user then
    perform private.refuse('not_recipient', 'Only the person who was asked can answer this request.');
  elsif p_status is null or p_status not in ('accepted', 'declined') then
    perform private.refuse('invalid_payload', 'The answer must be accepted or declined.');
  elsif private.is_hidden_from(p_row.user_id, p_row.connection_id) then
    perform private.refuse('request_missing', 'This request is no longer there.');
  elsif p_row.status <> 'pending' and p_row.status <> p_status then
    perform private.refuse('already_answered', 'This request was already answered.');
  end if;
end;
$$;

create function private.handle_connection_answer(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_status text := private.text_field(p_payload, 'status');
  v_row public.connections := private.hold_connection(p_user, private.uuid_field(p_payload, 'partner_id'));
begin
  if v_row.id is null or v_row.deleted_at is not null then
    perform private.refuse('request_missing', 'This request is no longer there.');
  end if;
  perform private.require_may_answer(v_row, p_user, v_status);
  -- The same answer from a second device changes nothing.
  if v_row.status = 'pending' then
    update public.connections c set status = v_status, updated_at = private.now() where c.id = v_row.id;
  end if;
  return jsonb_build_object('success', true, 'id', v_row.id, 'status', v_status);
end;
$$;

-- S-41: the row goes, and both may ask again. What is pending or declined stays, or ending it would be a way to ask twice.
create function private.end_connection(p_user uuid, p_partner uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_connection(p_user, p_partner);
  update public.connections c set deleted_at = private.now(), updated_at = private.now()
    where least(c.user_id, c.connection_id) = least(p_user, p_partner)
      and greatest(c.user_id, c.connection_id) = greatest(p_user, p_partner)
      and c.status = 'accepted' and c.deleted_at is null;
  return found;
end;
$$;

create function private.handle_connection_end(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- Ended from two devices, or by both people, it is ended once.
  return jsonb_build_object(
    'success', true, 'ended', private.end_connection(p_user, private.uuid_field(p_payload, 'partner_id'))
  );
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('connection.request', 'handle_connection_request', true),
  ('connection.answer', 'handle_connection_answer', true),
  ('connection.end', 'handle_connection_end', true);

-- The door of REST: insert {user_id, connection_id, status}. Each insert that is accepted answers a row: one of the pair that was there
-- already, pending from the other side, declined by this person or ended, is taken up and put in the place of the inserted one, under
-- its own id.
create function private.admit_connection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(new.user_id);
  v_found text;
begin
  if new.status is distinct from 'pending' then
    raise exception 'new row violates row-level security policy for table "connections"' using errcode = '42501';
  end if;
  perform private.lock_user(v_user);
  v_found := private.take_up_connection(v_user, new.connection_id);
  if v_found = 'asked' then
    -- An insert can only answer what it inserts.
    perform set_config('undercurrent.replaces_connection', 'on', true);
    delete from public.connections c
      where least(c.user_id, c.connection_id) = least(v_user, new.connection_id)
        and greatest(c.user_id, c.connection_id) = greatest(v_user, new.connection_id)
      returning c.* into new;
    perform set_config('undercurrent.replaces_connection', '', true);
    return new;
  end if;
  -- What is 'there' is left to the unique index, whose 23505 the specification's clients read.
  new.created_at := private.now();
  new.updated_at := private.now();
  return new;
end;
$$;
-- After the stamp, since what is taken up goes on with its own rev.
create trigger connections_take_up before insert on public.connections
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_connection();

-- The door of REST: update {status} by id.
create function private.admit_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_may_answer(old, private.require_user(), new.status);
  new.updated_at := case when new.status = old.status then old.updated_at else private.now() end;
  return new;
end;
$$;
create trigger connections_answer before update on public.connections
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_answer();

-- The pace of requests at the door of the table, which is no action that pace_wait counts.
create function private.require_connection_pace() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_most integer;
begin
  select p.most_per_hour into v_most from private.action_paces p
    where p.kind in ('connection.request', '*') order by p.kind = '*' limit 1;
  if (
    select count(*) from public.connections c
    where c.user_id = new.user_id and c.created_at > private.now() - interval '1 hour'
  ) >= v_most then
    perform private.refuse('too_fast', 'Too fast. Please wait a while and try again.');
  end if;
  return new;
end;
$$;
create trigger connections_require_pace before insert on public.connections
  for each row when (current_user in ('anon', 'authenticated')) execute function private.require_connection_pace();

-- SY-7: a friends_only profile, and what it shares, comes to the other side, or goes, with the connection.
create function private.follow_connection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- In the order of the ids, as everywhere: two connections of one person never wait for each other in a circle.
  for v_id in
    select p.id from public.user_profiles p
    where p.id in (new.user_id, new.connection_id) and p.privacy_setting = 'friends_only' and p.deleted_at is null
    order by p.id
    for no key update
  loop
    update public.user_profiles p set row_xid = p.row_xid where p.id = v_id;
    perform private.touch_shares_of(v_id);
  end loop;
  return null;
end;
$$;
create trigger connections_follow_insert after insert on public.connections
  for each row when (new.status = 'accepted') execute function private.follow_connection();
create trigger connections_follow_update after update on public.connections
  for each row when (
    (old.status = 'accepted' and old.deleted_at is null) is distinct from (new.status = 'accepted' and new.deleted_at is null)
  ) execute function private.follow_connection();

-- SY-7: the small profiles inside a connection, and what is shown under a profile's privacy. A profile that hides or shows itself
-- changes what is inside its connections.
create function private.follow_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (old.artist_name, old.avatar_url, old.privacy_setting = 'public', old.deleted_at)
    is distinct from (new.artist_name, new.avatar_url, new.privacy_setting = 'public', new.deleted_at)
  then
    perform 1 from public.connections c
      where (c.user_id = new.id or c.connection_id = new.id) and c.deleted_at is null
      order by c.id
      for no key update;
    update public.connections c set row_xid = c.row_xid
      where (c.user_id = new.id or c.connection_id = new.id) and c.deleted_at is null;
  end if;
  if old.privacy_setting is distinct from new.privacy_setting then
    perform private.touch_shares_of(new.id);
  end if;
  return null;
end;
$$;
create trigger user_profiles_follow after update on public.user_profiles
  for each row when (
    (old.artist_name, old.avatar_url, old.privacy_setting, old.deleted_at)
      is distinct from (new.artist_name, new.avatar_url, new.privacy_setting, new.deleted_at)
  ) execute function private.follow_profile();

create function public.get_user_connections()
returns table (
  id uuid, user_id uuid, connection_id uuid, status text, created_at timestamptz, updated_at timestamptz,
  user_profile json, connection_profile json
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return query
    select c.id, c.user_id, c.connection_id, c.status, c.created_at, c.updated_at,
      private.person_shown(c.user_id)::json, private.person_shown(c.connection_id)::json
    from public.connections c
    where (c.user_id = v_user or c.connection_id = v_user) and c.deleted_at is null
    order by c.updated_at desc, c.id;
end;
$$;
grant execute on function public.get_user_connections() to authenticated;

create trigger connections_pin after insert on public.connections
  for each row execute function private.pin_each_other('user_id', 'connection_id');

-- Rows of a week that p_viewer may see, and not everybody: the own one, and those of connections.
create function private.unlisted_weeks(p_viewer uuid, p_week date) returns setof public.zap_weeks
language sql stable security definer set search_path = ''
as $$
  select w.*
  from (
    select p_viewer as id
    union
    select case when c.user_id = p_viewer then c.connection_id else c.user_id end
    from public.connections c
    where (c.user_id = p_viewer or c.connection_id = p_viewer) and c.status = 'accepted' and c.deleted_at is null
  ) f
  join public.zap_weeks w on w.user_id = f.id and w.week_start = p_week and not w.is_listed
  join public.user_profiles p on p.id = f.id
  where p.deleted_at is null and private.can_see_profile(p.id, p.privacy_setting, p_viewer);
$$;
