-- S-47: two people who do not want to meet. One row for each who blocked the other. It is pulled by both, since both devices must
-- know whom not to show; the blocked one cannot read it elsewhere.
create table public.blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (id),
  blocked_id uuid not null references public.user_profiles (id),
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint blocks_not_oneself check (user_id <> blocked_id),
  constraint blocks_one_row_each unique (user_id, blocked_id)
);
create index blocks_sync_user on public.blocks (user_id, row_xid, id);
create index blocks_sync_blocked on public.blocks (blocked_id, row_xid, id);
create trigger blocks_stamp before insert or update on public.blocks
  for each row execute function private.stamp_sync_row();
create trigger blocks_soft_delete before delete on public.blocks
  for each row execute function private.soft_delete_row();

alter table public.blocks enable row level security;
create policy blocks_select_own on public.blocks for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
revoke all on table public.blocks from public, anon, authenticated;
grant select on table public.blocks to authenticated;
grant select, insert, update, delete on table public.blocks to service_role;

select private.sync_table(
  'blocks',
  array['user_id', 'blocked_id', 'created_at'],
  p_owners => array['user_id', 'blocked_id'],
  p_more => $$'blocked_profile', private.small_profile((r).blocked_id)$$
);

-- Either way round. Asked under the pair's lock where it decides something.
create function private.is_hidden_from(p_one uuid, p_other uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_one is not null and p_other is not null and exists (
    select 1 from public.blocks b
    where b.deleted_at is null
      and ((b.user_id = p_one and b.blocked_id = p_other) or (b.user_id = p_other and b.blocked_id = p_one))
  );
end;
$$;

/*
 * Takes up a request of p_user, under the pair's lock. 'new': there is no row yet, and one may be made; 'asked': the row that was there
 * is pending from p_user now, or accepted; 'there': nobody may ask (again). S-29, S-41, S-47.
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

create or replace function private.handle_connection_request(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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

create or replace function private.admit_connection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(new.user_id);
  v_found text;
begin
  perform private.lock_user(v_user);
  v_found := private.take_up_connection(v_user, new.connection_id);
  if v_found = 'asked' then
    return null;
  end if;
  -- What is 'there' is left to the unique index, whose 23505 the specification's clients read.
  new.created_at := private.now();
  new.updated_at := private.now();
  return new;
end;
$$;

create or replace function private.require_may_answer(p_row public.connections, p_user uuid, p_status text) returns void
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

create function private.handle_connection_block(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_partner uuid := private.uuid_field(p_payload, 'partner_id');
begin
  perform private.end_connection(p_user, v_partner);
  if not exists (select 1 from public.user_profiles p where p.id = v_partner and p.deleted_at is null) then
    perform private.refuse('person_missing', 'This person is no longer there.');
  end if;
  insert into public.blocks (user_id, blocked_id, created_at) values (p_user, v_partner, private.now())
    on conflict (user_id, blocked_id) do update set deleted_at = null, created_at = excluded.created_at
    where public.blocks.deleted_at is not null;
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_connection_unblock(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_partner uuid := private.uuid_field(p_payload, 'partner_id');
begin
  perform private.lock_pair(p_user, v_partner);
  update public.blocks b set deleted_at = private.now()
    where b.user_id = p_user and b.blocked_id = v_partner and b.deleted_at is null;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('connection.end', 'handle_connection_end', true),
  ('connection.block', 'handle_connection_block', true),
  ('connection.unblock', 'handle_connection_unblock', true);

-- S-6: what is left of an account is in nobody's list.
create function private.forget_blocks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.blocks b
    where (b.user_id = new.id or b.blocked_id = new.id) and b.deleted_at is null
    order by b.id
    for no key update;
  update public.blocks b set deleted_at = private.now()
    where (b.user_id = new.id or b.blocked_id = new.id) and b.deleted_at is null;
  return null;
end;
$$;
create trigger user_profiles_forget_blocks after update on public.user_profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_blocks();

-- As before, and missing to those who are hidden from each other.
create or replace function public.get_profile_visibility(p_profile_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  return coalesce(
    (
      select case when private.can_see_profile(p.id, p.privacy_setting, auth.uid()) then 'visible' else 'private' end
      from public.user_profiles p
      where p.id = p_profile_id and p.deleted_at is null and not private.is_hidden_from(p.id, auth.uid())
    ),
    'missing'
  );
end;
$$;

revoke all on function
  private.is_hidden_from(uuid, uuid),
  private.take_up_connection(uuid, uuid),
  private.end_connection(uuid, uuid),
  private.handle_connection_end(uuid, jsonb, timestamptz),
  private.handle_connection_block(uuid, jsonb, timestamptz),
  private.handle_connection_unblock(uuid, jsonb, timestamptz),
  private.forget_blocks()
from public, anon, authenticated;
