-- A device knows the times of messages in whole milliseconds. What an operator puts into the table is at a finer one, and would stay
-- unread for good as the newest that was seen.
create or replace function private.handle_messages_read(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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
