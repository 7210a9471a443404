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

update private.synced_tables s set recent_table = 'recent_messages' where s.name = 'messages';

-- A place in a conversation, as rows have it.
create function private.message_position_json(p_created_at timestamptz, p_id uuid) returns json
language sql stable set search_path = ''
return json_build_object(
  'created_at', to_char(p_created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'id', p_id
);

-- By partner, where the recent messages of the viewer's conversations begin: those that have older ones.
create function private.conversation_starts_of(p_viewer uuid) returns json
language sql stable security definer set search_path = ''
return (
  select coalesce(json_object_agg(u.partner_id, private.message_position_json(u.created_at, u.id)), '{}')
  from (
    select s.other_id as partner_id, s.created_at, s.id from private.conversation_starts s where s.one_id = p_viewer
    union all
    select s.one_id, s.created_at, s.id from private.conversation_starts s where s.other_id = p_viewer
  ) u
);

/*
 * SY-37: up to 100 messages of a conversation before a position, newest first. As visit_rows, with `next_message` where the next page ends; null
 * where the conversation begins.
 */
create function public.older_messages(p jsonb) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page constant integer := 100;
  v_user uuid := private.require_user();
  v_partner uuid := (p -> 'what' ->> 'partner_id')::uuid;
  v_created_at timestamptz := (p -> 'what' -> 'before' ->> 'created_at')::timestamptz;
  v_id uuid := (p -> 'what' -> 'before' ->> 'id')::uuid;
  v_meta public.sync_meta;
  v_reset text;
  v_messages public.messages[];
begin
  if v_partner is null or v_created_at is null or v_id is null then
    raise exception 'partner_id and before are missing' using errcode = '22023';
  end if;
  select m.* into strict v_meta from public.sync_meta m;
  v_reset := case
    when coalesce((p ->> 'v')::integer, 0) < v_meta.min_client_v then 'update'
    when p ->> 'epoch' <> v_meta.epoch then 'epoch'
  end;
  -- The messages of two people are committed in their order. If neither the position nor a later message is here, earlier ones may be missing too.
  if pg_is_in_recovery() and (v_reset = 'epoch' or not exists (
    select from public.messages m
    where least(m.sender_id, m.receiver_id) = least(v_user, v_partner)
      and greatest(m.sender_id, m.receiver_id) = greatest(v_user, v_partner)
      and (m.created_at, m.id) >= (v_created_at, v_id)
  )) then
    raise exception 'This standby is behind' using errcode = '57P03';
  end if;
  if v_reset is not null then
    return json_build_object(
      'epoch', v_meta.epoch, 'floor', '0', 'mark', null, 'server_time', private.iso(private.now()), 'rows', '[]'::json, 'next_message', null,
      'reset', v_reset
    );
  end if;
  -- S-47: only the person who blocked knows of the block.
  if exists (
    select from public.blocks b where b.user_id = v_user and b.blocked_id = v_partner and b.deleted_at is null
  ) then
    raise exception 'You have blocked this person' using errcode = '42501';
  end if;
  v_messages := array(
    select m from public.messages m
    where least(m.sender_id, m.receiver_id) = least(v_user, v_partner)
      and greatest(m.sender_id, m.receiver_id) = greatest(v_user, v_partner)
      and m.deleted_at is null
      and (m.created_at, m.id) < (v_created_at, v_id)
    order by m.created_at desc, m.id desc
    limit v_page + 1
  );
  return json_build_object(
    'epoch', v_meta.epoch,
    'floor', private.floor_xid()::text,
    'mark', private.current_mark(),
    'server_time', private.iso(private.now()),
    'rows', (
      select coalesce(json_agg(json_build_object('t', 'messages', 'row', private.row_json(m)) order by m.created_at desc, m.id desc), '[]')
      from unnest(v_messages[:v_page]) m
    ),
    'next_message', case when cardinality(v_messages) > v_page
      then private.message_position_json(v_messages[v_page].created_at, v_messages[v_page].id) end
  );
end;
$$;
grant execute on function public.older_messages(jsonb) to authenticated;

select private.write_changes();
