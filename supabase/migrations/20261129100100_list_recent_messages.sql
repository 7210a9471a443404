-- SY-37: a new replica gets only the newest messages of each conversation: `recent_messages`, and as many as it takes to include the oldest
-- unread one, up to `unread_messages`.
insert into private.shelf_sizes (part, size) values ('recent_messages', 100), ('unread_messages', 500);

-- Apart from public.messages, so that a message which is no longer recent is not written again and no device hears of it.
create table private.recent_messages (
  id uuid primary key references public.messages (id) on delete cascade,
  sender_id uuid not null,
  receiver_id uuid not null,
  created_at timestamptz not null,
  -- The transaction that created the message. Later changes have later ones, and are sent because of these.
  row_xid xid8 not null
);
create index recent_messages_sync_sender on private.recent_messages (sender_id, row_xid, id);
create index recent_messages_sync_receiver on private.recent_messages (receiver_id, row_xid, id);
create index recent_messages_conversation
  on private.recent_messages (least(sender_id, receiver_id), greatest(sender_id, receiver_id), created_at, id);
alter table private.recent_messages enable row level security;
create policy recent_messages_all_nobody on private.recent_messages for all to anon, authenticated
  using (false) with check (false);

-- The oldest recent message of each conversation that has older ones. Starts only move forward, so that a message which is recent in a later
-- snapshot was recent in all earlier ones.
create table private.conversation_starts (
  one_id uuid not null,
  other_id uuid not null,
  created_at timestamptz not null,
  id uuid not null,
  primary key (one_id, other_id),
  constraint conversation_starts_in_order check (one_id < other_id)
);
create index conversation_starts_other on private.conversation_starts (other_id);
alter table private.conversation_starts enable row level security;
create policy conversation_starts_all_nobody on private.conversation_starts for all to anon, authenticated
  using (false) with check (false);

-- Removes messages from the recent ones of a conversation, the oldest ones.
create function private.shorten_conversation(p_one uuid, p_other uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_recent integer := greatest((select s.size from private.shelf_sizes s where s.part = 'recent_messages'), 1);
  v_unread integer := (select s.size from private.shelf_sizes s where s.part = 'unread_messages');
  v_start record;
  v_oldest_unread record;
begin
  select r.created_at, r.id into v_start
    from private.recent_messages r
    where least(r.sender_id, r.receiver_id) = p_one and greatest(r.sender_id, r.receiver_id) = p_other
    order by r.created_at desc, r.id desc
    offset v_recent - 1
    limit 1;
  if not found then
    return;
  end if;
  select u.created_at, u.id into v_oldest_unread
    from (
      select r.created_at, r.id
      from private.recent_messages r
      where least(r.sender_id, r.receiver_id) = p_one and greatest(r.sender_id, r.receiver_id) = p_other
        and (r.created_at, r.id) < (v_start.created_at, v_start.id)
      order by r.created_at desc, r.id desc
      limit greatest(v_unread - v_recent, 0)
    ) u
    join public.messages m on m.id = u.id
    where not m.is_read and m.deleted_at is null
    order by u.created_at, u.id
    limit 1;
  if found then
    v_start := v_oldest_unread;
  end if;
  delete from private.recent_messages r
    where least(r.sender_id, r.receiver_id) = p_one and greatest(r.sender_id, r.receiver_id) = p_other
      and (r.created_at, r.id) < (v_start.created_at, v_start.id);
  if found then
    insert into private.conversation_starts (one_id, other_id, created_at, id)
      values (p_one, p_other, v_start.created_at, v_start.id)
      on conflict (one_id, other_id) do update set created_at = excluded.created_at, id = excluded.id;
  end if;
end;
$$;

-- The pair's lock is held. Only an operator can insert a message before others; one before the start is not recent.
create function private.list_recent_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.recent_messages (id, sender_id, receiver_id, created_at, row_xid)
    select n.id, n.sender_id, n.receiver_id, n.created_at, n.row_xid
    from new_rows n
    where not exists (
      select from private.conversation_starts s
      where s.one_id = least(n.sender_id, n.receiver_id) and s.other_id = greatest(n.sender_id, n.receiver_id)
        and (n.created_at, n.id) < (s.created_at, s.id)
    );
  perform private.shorten_conversation(p.one_id, p.other_id)
    from (
      select distinct least(n.sender_id, n.receiver_id) as one_id, greatest(n.sender_id, n.receiver_id) as other_id
      from new_rows n
      order by 1, 2
    ) p;
  return null;
end;
$$;
create trigger messages_list_recent after insert on public.messages
  referencing new table as new_rows
  for each statement execute function private.list_recent_messages();

insert into private.recent_messages (id, sender_id, receiver_id, created_at, row_xid)
  select m.id, m.sender_id, m.receiver_id, m.created_at, m.row_xid from public.messages m;
select private.shorten_conversation(p.one_id, p.other_id)
  from (
    select distinct least(m.sender_id, m.receiver_id) as one_id, greatest(m.sender_id, m.receiver_id) as other_id
    from public.messages m
  ) p;

-- As it was, with the recent messages.
create or replace function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_epoch text := gen_random_uuid()::text;
begin
  for v_table in select t.name from private.synced_tables t order by t.position loop
    execute format('update public.%I set row_xid = row_xid', v_table);
  end loop;
  update private.pins set row_xid = pg_current_xact_id();
  update private.recent_messages set row_xid = pg_current_xact_id();
  update public.action_log set row_xid = pg_current_xact_id();
  update public.sync_meta set epoch = v_epoch, min_since = '0'::xid8;
  delete from private.server_runs;
  perform private.note_run();
  return v_epoch;
end;
$$;
