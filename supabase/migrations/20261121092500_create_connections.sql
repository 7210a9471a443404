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
create unique index connections_one_row_a_pair
  on public.connections (least(user_id, connection_id), greatest(user_id, connection_id));
create index connections_sync_user on public.connections (user_id, row_xid, id);
create index connections_sync_connection on public.connections (connection_id, row_xid, id);
create trigger connections_stamp before insert or update on public.connections
  for each row execute function private.stamp_sync_row();
create trigger connections_soft_delete before delete on public.connections
  for each row execute function private.soft_delete_row();

alter table public.connections enable row level security;
create policy connections_select_own on public.connections for select to authenticated
  using (deleted_at is null and (user_id = (select auth.uid()) or connection_id = (select auth.uid())));
create policy connections_insert_own on public.connections for insert to authenticated
  with check (user_id = (select auth.uid()) and status = 'pending');
-- Both sides, so that a refusal comes with words instead of as no row at all; the trigger below decides.
create policy connections_update_own on public.connections for update to authenticated
  using (deleted_at is null and (user_id = (select auth.uid()) or connection_id = (select auth.uid())))
  with check (user_id = (select auth.uid()) or connection_id = (select auth.uid()));
revoke all on table public.connections from public, anon, authenticated;
grant select, insert (user_id, connection_id, status), update (status) on table public.connections to authenticated;
grant select, insert, update, delete on table public.connections to service_role;

-- What the two sides of a connection or a conversation may see of each other, whatever the profile's privacy is: otherwise a
-- request by a hidden profile would come from nobody. Null for an account that is gone.
create function private.small_profile(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'artist_name', p.artist_name, 'avatar_url', p.avatar_url)
  from public.user_profiles p
  where p.id = p_id and p.deleted_at is null;
$$;

create function private.connection_json(r public.connections) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'connection_id', (r).connection_id, 'status', (r).status,
  'created_at', private.iso((r).created_at), 'updated_at', private.iso((r).updated_at),
  'user_profile', private.small_profile((r).user_id), 'connection_profile', private.small_profile((r).connection_id)
);

create function private.are_connected(p_one uuid, p_other uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_one is not null and p_other is not null and exists (
    select 1 from public.connections c
    where least(c.user_id, c.connection_id) = least(p_one, p_other)
      and greatest(c.user_id, c.connection_id) = greatest(p_one, p_other)
      and c.status = 'accepted' and c.deleted_at is null
  );
$$;

-- S-14: connecting and messaging.
create function private.require_social_level(p_user uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.user_stats s where s.user_id = p_user and s.fan_level >= 2) then
    perform private.refuse('level_too_low', 'Unlock at Level 2 by earning zaps from listening.');
  end if;
end;
$$;

create function private.has_complete_profile(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_profiles p
    where p.id = p_user and p.deleted_at is null and p.artist_name is not null and p.avatar_url is not null
  );
$$;

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

create function private.handle_connection_request(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_partner uuid := private.uuid_field(p_payload, 'partner_id');
  v_row public.connections := private.hold_connection(p_user, v_partner);
begin
  if v_row.id is not null
    and (v_row.status <> 'pending' or v_row.connection_id <> p_user or v_row.deleted_at is not null)
  then
    perform private.refuse('already_requested', 'Connection request already exists');
  end if;
  perform private.require_may_connect(p_user, v_partner);
  if v_row.id is null then
    insert into public.connections (user_id, connection_id, created_at, updated_at)
      values (p_user, v_partner, private.now(), private.now())
      returning * into v_row;
  else
    -- Each asked the other: neither has anything left to answer.
    update public.connections c set status = 'accepted', updated_at = private.now()
      where c.id = v_row.id returning * into v_row;
  end if;
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

insert into private.action_kinds (kind, handler, is_queueable) values
  ('connection.request', 'handle_connection_request', true),
  ('connection.answer', 'handle_connection_answer', true);

-- The doors of REST: insert {user_id, connection_id, status}, update {status} by id. A row that exists already is left to the
-- unique index, whose 23505 the specification's clients read.
create function private.admit_connection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(new.user_id);
  v_row public.connections;
begin
  perform private.lock_user(v_user);
  v_row := private.hold_connection(v_user, new.connection_id);
  if v_row.id is not null and (v_row.status <> 'pending' or v_row.connection_id <> v_user) then
    return new;
  end if;
  perform private.require_may_connect(v_user, new.connection_id);
  if v_row.id is not null then
    update public.connections c set status = 'accepted', updated_at = private.now() where c.id = v_row.id;
    return null;
  end if;
  new.created_at := private.now();
  new.updated_at := private.now();
  return new;
end;
$$;
create trigger connections_admit before insert on public.connections
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_connection();

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
      private.small_profile(c.user_id)::json, private.small_profile(c.connection_id)::json
    from public.connections c
    where (c.user_id = v_user or c.connection_id = v_user) and c.deleted_at is null
    order by c.updated_at desc, c.id;
end;
$$;

revoke all on function
  private.small_profile(uuid),
  private.connection_json(public.connections),
  private.are_connected(uuid, uuid),
  private.require_social_level(uuid),
  private.has_complete_profile(uuid),
  private.require_may_connect(uuid, uuid),
  private.hold_connection(uuid, uuid),
  private.handle_connection_request(uuid, jsonb, timestamptz),
  private.require_may_answer(public.connections, uuid, text),
  private.handle_connection_answer(uuid, jsonb, timestamptz),
  private.admit_connection(),
  private.admit_answer(),
  public.get_user_connections()
from public, anon, authenticated;
-- For the defaults of the columns that a client leaves out.
grant execute on function private.now() to authenticated;
grant execute on function private.are_connected(uuid, uuid) to anon, authenticated, service_role;
grant execute on function public.get_user_connections() to authenticated;
