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
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
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
