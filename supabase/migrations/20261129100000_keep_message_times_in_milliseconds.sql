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

update public.messages m set created_at = date_trunc('milliseconds', m.created_at)
  where m.created_at <> date_trunc('milliseconds', m.created_at);

-- Both columns in one direction, so that the messages before a position are one range.
drop index public.messages_conversation;
create index messages_conversation
  on public.messages (least(sender_id, receiver_id), greatest(sender_id, receiver_id), created_at, id);
