-- 60 messages a minute and 600 an hour, by the server's clock alone: a time that a device claims opens nothing. What comes faster
-- is 'later', so that a queue that was written offline arrives whole, in its order.
drop function private.require_message_pace(uuid, timestamptz);
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
revoke all on function private.require_message_pace(uuid) from public, anon, authenticated;

-- As before, but for the pace.
drop function private.admit_message(public.messages, timestamptz);
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

create or replace function private.handle_message_send(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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

create or replace function private.admit_message_row() returns trigger
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
revoke all on function private.admit_message(public.messages) from public, anon, authenticated;
