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
create index blocks_tombstones on public.blocks (row_xid) where deleted_at is not null;
create index blocks_sync_user on public.blocks (user_id, row_xid, id);
create index blocks_sync_blocked on public.blocks (blocked_id, row_xid, id);
create trigger blocks_stamp before insert or update on public.blocks
  for each row execute function private.stamp_sync_row();
create trigger blocks_soft_delete before delete on public.blocks
  for each row execute function private.soft_delete_row();

alter table public.blocks enable row level security;
create policy blocks_select_own on public.blocks for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.blocks to authenticated;

select private.sync_table(
  'blocks',
  array['user_id', 'blocked_id', 'created_at'],
  p_owners => array['user_id', 'blocked_id'],
  p_more => $$'blocked_profile', private.person_shown((r).blocked_id)$$
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

-- Whether a person may see name and picture of another (S-23, S-29). Of a hidden profile only those may who were asked by it, are or
-- were connected with it, or got a message from it: nobody learns who is behind an id by asking or by blocking.
create function private.shows_itself_to(p_person uuid, p_privacy text, p_viewer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_privacy = 'public' or p_person = p_viewer
    or exists (
      select 1 from public.connections c
      where least(c.user_id, c.connection_id) = least(p_person, p_viewer)
        and greatest(c.user_id, c.connection_id) = greatest(p_person, p_viewer)
        and (c.user_id = p_person or c.status = 'accepted')
    )
    or exists (select 1 from public.messages m where m.sender_id = p_person and m.receiver_id = p_viewer);
end;
$$;

-- The other one of a connection or of a block as the caller may see it; null for an account that is gone or does not show itself.
create function private.person_shown(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'artist_name', p.artist_name, 'avatar_url', p.avatar_url)
  from public.user_profiles p
  where p.id = p_id and p.deleted_at is null
    and private.shows_itself_to(p.id, p.privacy_setting, (select auth.uid()));
$$;

-- SY-18: a row that is gone, and a block, are heard by nobody, for the policies show them to nobody. Both people hear of their own
-- statistics, which nobody else sees: touched, they say that there is something to fetch, and not what.
create function private.touch_people(p_people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.user_stats s where s.user_id = any (p_people) order by s.user_id for no key update;
  update public.user_stats s set user_id = s.user_id where s.user_id = any (p_people);
end;
$$;

create function private.tell_of_ended_connections() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.touch_people(array(
    select unnest(array[now_there.user_id, now_there.connection_id])
    from changed now_there join before was on was.id = now_there.id
    where now_there.deleted_at is not null and was.deleted_at is null
  ));
  return null;
end;
$$;
create trigger connections_tell_of_ended after update on public.connections
  referencing old table as before new table as changed
  for each statement execute function private.tell_of_ended_connections();

create function private.tell_of_blocks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.touch_people(array(select unnest(array[b.user_id, b.blocked_id]) from changed b));
  return null;
end;
$$;
create trigger blocks_tell_of_new after insert on public.blocks
  referencing new table as changed
  for each statement execute function private.tell_of_blocks();
create trigger blocks_tell_of_changed after update on public.blocks
  referencing new table as changed
  for each statement execute function private.tell_of_blocks();
