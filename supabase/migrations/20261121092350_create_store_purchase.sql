create function private.handle_store_purchase(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_item_id uuid := private.uuid_field(p_payload, 'item_id');
  v_quantity integer := private.whole_number_field(p_payload, 'quantity', 1, 10);
  v_track public.tracks;
  v_item public.store_items;
  v_days integer;
  v_cost integer;
  v_balance integer;
  v_result jsonb;
  v_prizes jsonb := '[]';
begin
  -- Tracks are locked before items, by everybody.
  if coalesce(jsonb_typeof(p_payload -> 'track_id'), 'null') <> 'null' then
    v_track := private.lock_track(p_user, private.uuid_field(p_payload, 'track_id'));
  end if;
  select i.* into v_item from public.store_items i where i.id = v_item_id and i.deleted_at is null and i.is_active;
  if found and v_item.stock is not null then
    -- Only what can run out makes its buyers wait for each other.
    select i.* into v_item from public.store_items i
      where i.id = v_item_id and i.deleted_at is null and i.is_active
      for no key update;
  end if;
  if not found then
    perform private.refuse('item_missing', 'This item is not available.');
  end if;
  if v_item.category in ('cosmetic', 'badge') then
    if v_quantity > 1 then
      perform private.refuse('one_at_a_time', 'You can hold one of this item only.');
    end if;
    if exists (
      select 1 from public.user_cosmetics c
      where c.user_id = p_user and c.item_id = v_item.id and c.deleted_at is null
        and (c.expires_at is null or c.expires_at > private.now())
    ) then
      perform private.refuse('already_owned', format('You already own %s.', v_item.name));
    end if;
  elsif v_item.category = 'boost' then
    if v_track.user_id is distinct from p_user or not v_track.is_public then
      perform private.refuse('own_track_needed', 'Choose one of your own public tracks to highlight.');
    end if;
  end if;
  if v_item.stock < v_quantity then
    perform private.refuse(
      'out_of_stock',
      case when v_item.stock = 0 then 'This item is sold out.' else format('Only %s left of this item.', v_item.stock) end
    );
  end if;
  v_cost := v_item.zap_cost * v_quantity;
  v_balance := private.spend_zaps(
    p_user, 'store_purchase', v_cost,
    jsonb_strip_nulls(jsonb_build_object(
      'item_id', v_item.id, 'item_name', v_item.name, 'quantity', v_quantity,
      'track_id', case when v_item.category = 'boost' then v_track.id end
    )),
    'You need {cost} ZAPs but only have {balance}'
  );
  if v_item.stock is not null then
    update public.store_items i set stock = i.stock - v_quantity where i.id = v_item.id;
  end if;

  v_days := (v_item.metadata ->> 'duration_days')::integer;
  v_result := jsonb_build_object(
    'success', true, 'cost', v_cost, 'item_name', v_item.name, 'quantity', v_quantity,
    'message', format('%s is yours!', v_item.name)
  );
  if v_item.category in ('cosmetic', 'badge') then
    v_result := v_result
      || jsonb_build_object('expires_at', private.iso(private.give_cosmetic(p_user, v_item, v_days)));
  elsif v_item.category = 'boost' then
    v_result := v_result
      || jsonb_build_object('expires_at', private.iso(private.highlight_track(v_track.id, v_days * v_quantity)));
  else
    for i in 1..v_quantity loop
      v_prizes := v_prizes || jsonb_build_array(private.open_mystery_pack(p_user));
    end loop;
    v_result := v_result || jsonb_build_object(
      'prize', v_prizes -> 0,
      'prizes', v_prizes,
      'message', (select string_agg(p.value ->> 'name', ', ' order by p.ordinality)
                  from jsonb_array_elements(v_prizes) with ordinality p)
    );
    select b.zaps into strict v_balance from public.user_balances b where b.user_id = p_user;
  end if;
  return v_result || jsonb_build_object('new_balance', v_balance);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values ('store.purchase', 'handle_store_purchase', false);

-- The parameters have the specification's names; p_track_id is the track that a boost is for.
create function public.purchase_store_item(
  item_id uuid, purchase_quantity integer default 1, p_track_id uuid default null, p_action_id uuid default null
) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.call_once(
    'store.purchase',
    jsonb_build_object('item_id', $1, 'quantity', $2, 'track_id', $3),
    $4
  );
$$;
revoke all on function public.purchase_store_item(uuid, integer, uuid, uuid) from public, anon, authenticated;
grant execute on function public.purchase_store_item(uuid, integer, uuid, uuid) to authenticated;
