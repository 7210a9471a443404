-- The ids of the two are those of profiles, whose rows outlive the account: what was said to others stays (S-6).
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.user_profiles (id),
  receiver_id uuid not null references public.user_profiles (id),
  content text not null,
  is_read boolean not null default false,
  -- The server's, in whole milliseconds, and later than every earlier message of the two: no clock of a person orders a
  -- conversation, no two messages tie at the edge of a page, and none appears below a time that was read up to. What was
  -- written offline keeps its order, since a conversation is one lane (SY-15).
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint messages_content_length check (char_length(content) between 1 and 2000),
  constraint messages_not_to_oneself check (sender_id <> receiver_id)
);
create index messages_tombstones on public.messages (row_xid) where deleted_at is not null;
create index messages_sync_sender on public.messages (sender_id, row_xid, id);
create index messages_sync_receiver on public.messages (receiver_id, row_xid, id);
-- The two halves of a conversation as REST asks for them, and the pace of a sender.
create index messages_sent on public.messages (sender_id, receiver_id, created_at desc);
create index messages_pace on public.messages (sender_id, created_at desc);
create index messages_unread on public.messages (receiver_id, sender_id) where not is_read;
create trigger messages_stamp before insert or update on public.messages
  for each row execute function private.stamp_sync_row();
create trigger messages_soft_delete before delete on public.messages
  for each row execute function private.soft_delete_row();

alter table public.messages enable row level security;
create policy messages_select_own on public.messages for select to authenticated
  using (
    deleted_at is null
    and (sender_id = (select auth.uid()) or receiver_id = (select auth.uid()))
    and (select private.has_account())
  );
create policy messages_insert_own on public.messages for insert to authenticated
  with check (sender_id = (select auth.uid()));
create policy messages_update_received on public.messages for update to authenticated
  using (deleted_at is null and receiver_id = (select auth.uid()))
  with check (receiver_id = (select auth.uid()) and is_read);
grant select, insert (id, sender_id, receiver_id, content), update (is_read) on table public.messages to authenticated;

select private.sync_table(
  'messages',
  array['sender_id', 'receiver_id', 'content', 'is_read', 'created_at'],
  p_owners => array['sender_id', 'receiver_id']
);

-- 60 messages a minute and 600 an hour, by the server's clock alone: a time that a device claims opens nothing. What comes faster is
-- 'later', so that a queue that was written offline arrives whole, in its order.
create function private.require_message_pace(p_user uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_wait integer;
begin
  select ceil(extract(epoch from max(w.over_at) - v_now))::integer into v_wait
  from (
    select (
      select m.created_at + p.span from public.messages m
      where m.sender_id = p_user and m.created_at > v_now - p.span
      order by m.created_at desc
      offset p.most - 1
      limit 1
    ) as over_at
    from (values (interval '1 minute', 60), (interval '1 hour', 600)) p (span, most)
  ) w;
  if v_wait is not null then
    perform private.put_off(
      'too_fast', 'You are sending messages too fast. Please wait a minute and try again.', greatest(v_wait, 1)
    );
  end if;
end;
$$;

-- The message as it will be kept; refuses what may not be sent. The caller holds the user's lock; the pair's is taken here.
create function private.admit_message(p_message public.messages) returns public.messages
language plpgsql security definer set search_path = ''
as $$
declare
  v_message public.messages := p_message;
  v_last timestamptz;
begin
  v_message.content := regexp_replace(coalesce(p_message.content, ''), '^\s+|\s+$', '', 'g');
  if v_message.content = '' then
    perform private.refuse('message_empty', 'Message cannot be empty');
  elsif char_length(v_message.content) > 2000 then
    perform private.refuse('message_too_long', 'Message must be less than 2000 characters');
  end if;
  perform private.require_social_level(p_message.sender_id);
  perform private.lock_pair(p_message.sender_id, p_message.receiver_id);
  if not private.are_connected(p_message.sender_id, p_message.receiver_id) then
    perform private.refuse('not_connected', 'You can only message your connections');
  end if;
  perform private.require_message_pace(p_message.sender_id);
  select m.created_at into v_last from public.messages m
    where least(m.sender_id, m.receiver_id) = least(p_message.sender_id, p_message.receiver_id)
      and greatest(m.sender_id, m.receiver_id) = greatest(p_message.sender_id, p_message.receiver_id)
    order by m.created_at desc
    limit 1;
  v_message.is_read := false;
  v_message.created_at :=
    greatest(date_trunc('milliseconds', private.now()), date_trunc('milliseconds', v_last) + interval '1 millisecond');
  return v_message;
end;
$$;

create function private.handle_message_send(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_message public.messages;
begin
  v_message.id := private.uuid_field(p_payload, 'message_id');
  v_message.sender_id := p_user;
  v_message.receiver_id := private.uuid_field(p_payload, 'partner_id');
  v_message.content := private.text_field(p_payload, 'content');
  v_message := private.admit_message(v_message);
  insert into public.messages (id, sender_id, receiver_id, content, created_at)
    values (v_message.id, p_user, v_message.receiver_id, v_message.content, v_message.created_at)
    on conflict (id) do nothing;
  if not found then
    perform private.refuse('message_exists', 'This message was sent before.');
  end if;
  return jsonb_build_object(
    'success', true, 'message_id', v_message.id, 'created_at', private.iso(v_message.created_at)
  );
end;
$$;

-- partner_id null is everybody; read_to is the created_at of the newest message that was seen, in whole milliseconds as devices know it. What an
-- operator puts into the table is at a finer one, and would stay unread for good as the newest that was seen.
create function private.handle_messages_read(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_partner uuid;
  v_read_to timestamptz := private.parse_time(private.text_field(p_payload, 'read_to'));
  v_count integer;
begin
  if coalesce(jsonb_typeof(p_payload -> 'partner_id'), 'null') <> 'null' then
    v_partner := private.uuid_field(p_payload, 'partner_id');
  end if;
  if v_read_to is null then
    perform private.refuse('invalid_payload', 'The field read_to must be a time.');
  end if;
  update public.messages m set is_read = true
    where m.receiver_id = p_user and not m.is_read and m.deleted_at is null
      and (v_partner is null or m.sender_id = v_partner)
      and m.created_at < date_trunc('milliseconds', v_read_to) + interval '1 millisecond';
  get diagnostics v_count = row_count;
  return jsonb_build_object('success', true, 'marked', v_count);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('message.send', 'handle_message_send', true),
  ('messages.read', 'handle_messages_read', true);

-- The door of REST: insert {sender_id, receiver_id, content}, with an id of the client's or without one.
create function private.admit_message_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_self(new.sender_id);
begin
  if new.receiver_id is null then
    return new;
  end if;
  perform private.lock_user(v_user);
  return private.admit_message(new);
end;
$$;
create trigger messages_admit before insert on public.messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_message_row();

create function private.require_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_user();
  return null;
end;
$$;
create trigger messages_read_by_somebody before update on public.messages
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.require_account();

-- What the two sides of a conversation see of each other, whatever the profile's privacy is. Null for an account that is gone.
create function private.small_profile(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p.id, 'artist_name', p.artist_name, 'avatar_url', p.avatar_url)
    from public.user_profiles p
    where p.id = p_id and p.deleted_at is null
  );
end;
$$;

-- A computed column of REST: select=*,sender_profile. It answers for rows alone that the caller may read, since the argument of a
-- procedure can be made up; and not to the token of a former account, which messages outlive (S-6).
create function public.sender_profile(message public.messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.small_profile(m.sender_id) - 'id'
  from public.messages m
  where m.id = (message).id and m.deleted_at is null and (select auth.uid()) in (m.sender_id, m.receiver_id)
    and (select private.has_account());
$$;
grant execute on function public.sender_profile(public.messages) to authenticated;

-- People whom the caller is connected with, has asked or is asked by, or has talked to, as far as they show themselves.
create function public.get_connected_user_profiles(user_ids uuid[])
returns table (id uuid, artist_name text, avatar_url text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if cardinality(user_ids) > 200 then
    raise exception 'At most 200 ids at a time' using errcode = '22023';
  end if;
  return query
    select p.id, p.artist_name, p.avatar_url
    from public.user_profiles p
    where p.id = any (user_ids) and p.deleted_at is null and (
      exists (
        select 1 from public.connections c
        where least(c.user_id, c.connection_id) = least(p.id, v_user)
          and greatest(c.user_id, c.connection_id) = greatest(p.id, v_user)
          and c.status in ('pending', 'accepted') and c.deleted_at is null
      ) or exists (
        select 1 from public.messages m
        where least(m.sender_id, m.receiver_id) = least(p.id, v_user)
          and greatest(m.sender_id, m.receiver_id) = greatest(p.id, v_user)
          and m.deleted_at is null
      )
    ) and private.shows_itself_to(p.id, p.privacy_setting, v_user)
    order by p.id;
end;
$$;
grant execute on function public.get_connected_user_profiles(uuid[]) to authenticated;

-- SY-37: a conversation has one order on the server and on devices, which know times in whole milliseconds: by created_at, then by id. What an
-- operator inserts has microseconds.
create function private.truncate_message_time() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.created_at := date_trunc('milliseconds', new.created_at);
  return new;
end;
$$;
create trigger messages_truncate_time before insert on public.messages
  for each row execute function private.truncate_message_time();
create index messages_conversation
  on public.messages (least(sender_id, receiver_id), greatest(sender_id, receiver_id), created_at, id);

create trigger messages_pin after insert on public.messages
  for each row execute function private.pin_each_other('sender_id', 'receiver_id');
