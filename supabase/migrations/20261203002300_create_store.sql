-- S-31. Ids of the seeds never change, or every replica would hold each item twice.
create table public.store_items (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  description text not null,
  -- Name of a drawing that the client knows.
  icon text not null,
  category text not null,
  zap_cost integer not null,
  is_active boolean not null default true,
  -- How many are left; null is without end.
  stock integer,
  -- duration_days: how long it lasts, for ever without; odds: of a mystery pack, kept by its prizes.
  metadata jsonb not null default '{}',
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint store_items_category_is_known check (category in ('cosmetic', 'badge', 'boost', 'mystery')),
  constraint store_items_cost_something check (zap_cost > 0),
  constraint store_items_never_oversold check (stock >= 0),
  constraint store_items_metadata_is_an_object check (jsonb_typeof(metadata) = 'object'),
  constraint store_items_duration_in_days check (
    not metadata ? 'duration_days'
    or (jsonb_typeof(metadata -> 'duration_days') = 'number' and (metadata ->> 'duration_days') ~ '^[1-9][0-9]{0,3}$')
  ),
  constraint store_items_boosts_end check (category <> 'boost' or metadata ? 'duration_days'),
  -- Bounds of what an operator can set.
  constraint store_items_cost_in_range check (zap_cost <= 10000),
  constraint store_items_stock_in_range check (stock <= 1000000)
);
create index store_items_sync on public.store_items (row_xid, id);
create trigger store_items_stamp before insert or update on public.store_items
  for each row execute function private.stamp_sync_row();
create trigger store_items_soft_delete before delete on public.store_items
  for each row execute function private.soft_delete_row();

alter table public.store_items enable row level security;
create policy store_items_select_visible on public.store_items for select to anon, authenticated
  using (deleted_at is null and (select private.may_browse()));
grant select on table public.store_items to anon, authenticated;

select private.sync_table(
  'store_items',
  array['name', 'description', 'icon', 'category', 'zap_cost', 'is_active', 'stock', 'metadata', 'created_at']
);

insert into public.store_items (id, name, description, icon, category, zap_cost, metadata) values
  ('00000000-0000-4000-b000-000000000001', 'Glow Border',
    'A glowing ring around your picture, wherever it is seen.', 'glow', 'cosmetic', 20, '{}'),
  ('00000000-0000-4000-b000-000000000002', 'Supporter Badge',
    'A badge on your profile: you keep the underground alive.', 'badge', 'badge', 30, '{}'),
  ('00000000-0000-4000-b000-000000000003', 'Vault Access Key',
    'Opens the Premium Vault.', 'key', 'cosmetic', 150, '{}'),
  ('00000000-0000-4000-b000-000000000004', 'Track Highlight',
    'One of your tracks stands out for a day.', 'highlight', 'boost', 15, '{"duration_days": 1}'),
  ('00000000-0000-4000-b000-000000000005', 'Mystery Pack',
    'A surprise: ZAPs, or something to show for a week.', 'mystery', 'mystery', 25, '{}');

-- What a person holds: one row a person and item, renewed when it is had again after it ran out.
create table public.user_cosmetics (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  item_id uuid not null references public.store_items (id),
  item_name text not null,
  category text not null,
  -- Null is for ever.
  expires_at timestamptz,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_cosmetics_one_of_each unique (user_id, item_id),
  constraint user_cosmetics_category_is_known check (category in ('cosmetic', 'badge'))
);
create index user_cosmetics_sync on public.user_cosmetics (user_id, row_xid, id);
create index user_cosmetics_item on public.user_cosmetics (item_id);
create trigger user_cosmetics_stamp before insert or update on public.user_cosmetics
  for each row execute function private.stamp_sync_row();

alter table public.user_cosmetics enable row level security;
create policy user_cosmetics_select_own on public.user_cosmetics for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.user_cosmetics to authenticated;
revoke all on table public.user_cosmetics from service_role;
grant select, insert, update, delete on table public.user_cosmetics to service_role;

select private.sync_table(
  'user_cosmetics',
  array['user_id', 'item_id', 'item_name', 'category', 'expires_at', 'created_at'],
  p_owners => array['user_id']
);

create function private.show_cosmetics() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  v_shown jsonb;
begin
  select coalesce(
      jsonb_agg(
        jsonb_build_object('item_name', c.item_name, 'expires_at', private.iso(c.expires_at)) order by c.item_name
      ),
      '[]'
    )
    into v_shown
    from public.user_cosmetics c
    where c.user_id = v_user and c.deleted_at is null and c.item_name in ('Glow Border', 'Supporter Badge')
      and (c.expires_at is null or c.expires_at > private.now());
  update public.user_profiles p set cosmetics = v_shown where p.id = v_user and p.cosmetics <> v_shown;
  return null;
end;
$$;
create trigger user_cosmetics_show after insert or update or delete on public.user_cosmetics
  for each row execute function private.show_cosmetics();

create function private.holds_item(p_user uuid, p_item_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_cosmetics c
    where c.user_id = p_user and c.item_name = p_item_name and c.deleted_at is null
      and (c.expires_at is null or c.expires_at > private.now())
  );
$$;

create function private.has_vault(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.holds_item(p_user, 'Vault Access Key');
$$;

-- Gives an item for p_days, or for ever when they are null, on top of what is left of it. Answers when it runs out.
create function private.give_cosmetic(p_user uuid, p_item public.store_items, p_days integer) returns timestamptz
language sql security definer set search_path = ''
as $$
  insert into public.user_cosmetics as c (user_id, item_id, item_name, category, expires_at, created_at)
    values (
      p_user, (p_item).id, (p_item).name, (p_item).category, private.now() + make_interval(days => p_days), private.now()
    )
  on conflict (user_id, item_id) do update
    set item_name = excluded.item_name,
      deleted_at = null,
      expires_at = case
        when c.deleted_at is not null then excluded.expires_at
        when c.expires_at is not null then greatest(c.expires_at, private.now()) + make_interval(days => p_days)
      end
  returning c.expires_at;
$$;

create function public.get_user_cosmetics() returns table (item_name text, expires_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.item_name, c.expires_at from public.user_cosmetics c
  where c.user_id = private.require_user() and c.deleted_at is null
    and (c.expires_at is null or c.expires_at > private.now())
  order by c.item_name;
$$;
grant execute on function public.get_user_cosmetics() to authenticated;

-- What a mystery pack may hold. A prize is ZAPs, or an item for some days; who holds that item for ever gets ZAPs instead.
create table public.mystery_prizes (
  id uuid primary key default gen_random_uuid(),
  -- The order in which tickets are dealt, and in which the odds are shown.
  position integer not null unique,
  name text not null unique,
  -- Tickets of this prize in the drum.
  weight integer not null,
  zap_value integer not null,
  item_id uuid references public.store_items (id),
  days integer,
  constraint mystery_prizes_have_tickets check (weight > 0),
  constraint mystery_prizes_are_worth_something check (zap_value > 0),
  constraint mystery_prizes_items_have_days check ((item_id is null) = (days is null) and days > 0)
);
create index mystery_prizes_item on public.mystery_prizes (item_id);

alter table public.mystery_prizes enable row level security;
create policy mystery_prizes_all_nobody on public.mystery_prizes for all to anon, authenticated
  using (false) with check (false);

-- The odds shown are the odds drawn: they are made of the same rows.
create function private.show_odds() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.store_items i
    set metadata = i.metadata || jsonb_build_object('odds', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('name', p.name, 'chance', round(p.weight::numeric / (select sum(x.weight) from public.mystery_prizes x), 4))
          order by p.position
        ),
        '[]'
      )
      from public.mystery_prizes p
    ))
    where i.category = 'mystery';
  return null;
end;
$$;
create trigger mystery_prizes_show_odds after insert or update or delete on public.mystery_prizes
  for each statement execute function private.show_odds();

insert into public.mystery_prizes (position, name, weight, zap_value, item_id, days) values
  (1, '5 ZAPs', 35, 5, null, null),
  (2, '10 ZAPs', 25, 10, null, null),
  (3, '20 ZAPs', 15, 20, null, null),
  (4, '40 ZAPs', 8, 40, null, null),
  (5, '100 ZAPs', 2, 100, null, null),
  (6, 'Glow Border for 7 days', 10, 10, '00000000-0000-4000-b000-000000000001', 7),
  (7, 'Supporter Badge for 7 days', 5, 10, '00000000-0000-4000-b000-000000000002', 7);

-- The prize of a ticket, from 0 to the sum of the weights less 1.
create function private.prize_of_ticket(p_ticket bigint) returns public.mystery_prizes
language sql stable security definer set search_path = ''
as $$
  select p.* from public.mystery_prizes p
  where p_ticket < (select sum(x.weight) from public.mystery_prizes x where x.position <= p.position)
  order by p.position
  limit 1;
$$;

-- A prize is a function of the key, the person and the number of the draw: a purchase that is undone after its draw, by whatever
-- makes its transaction fail, draws the same prize again. 48 bits of an HMAC make the ticket.
create function private.draw_prize(p_user uuid) returns public.mystery_prizes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_draw bigint;
  v_mac bytea;
begin
  insert into private.prize_draws as d (user_id, drawn) values (p_user, 1)
    on conflict (user_id) do update set drawn = d.drawn + 1
    returning d.drawn into v_draw;
  v_mac := private.sign('prize', uuid_send(p_user) || int8send(v_draw));
  return private.prize_of_ticket(
    ('x' || left(encode(v_mac, 'hex'), 12))::bit(48)::bigint % (select sum(x.weight) from public.mystery_prizes x)
  );
end;
$$;

-- Opens one pack and answers what was in it.
create function private.open_mystery_pack(p_user uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_prize public.mystery_prizes := private.draw_prize(p_user);
  v_item public.store_items;
  v_value integer := v_prize.zap_value;
  v_expires_at timestamptz;
begin
  if v_prize.item_id is not null and not exists (
    select 1 from public.user_cosmetics c
    where c.user_id = p_user and c.item_id = v_prize.item_id and c.expires_at is null and c.deleted_at is null
  ) then
    select i.* into strict v_item from public.store_items i where i.id = v_prize.item_id;
    v_expires_at := private.give_cosmetic(p_user, v_item, v_prize.days);
    v_value := 0;
  end if;
  perform private.grant_zaps(
    p_user, 'mystery_prize', v_value, jsonb_build_object('prize', v_prize.name), private.utc_day(private.now())
  );
  return jsonb_build_object(
    'name', v_prize.name, 'zap_value', v_value, 'item_name', v_item.name, 'expires_at', private.iso(v_expires_at)
  );
end;
$$;

-- A day on top of what is left, so that several days can be had at once. Answers when it ends.
create function private.highlight_track(p_track uuid, p_days integer) returns timestamptz
language sql security definer set search_path = ''
as $$
  update public.tracks t
    set highlighted_until = greatest(t.highlighted_until, private.now()) + make_interval(days => p_days)
    where t.id = p_track
    returning t.highlighted_until;
$$;

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

insert into private.action_kinds (kind, handler, is_queueable) values
  ('store.purchase', 'handle_store_purchase', false);

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
grant execute on function public.purchase_store_item(uuid, integer, uuid, uuid) to authenticated;

-- How many prizes each person has drawn.
create table private.prize_draws (
  user_id uuid primary key references auth.users (id) on delete cascade,
  drawn bigint not null,
  constraint prize_draws_count_up check (drawn > 0)
);
alter table private.prize_draws enable row level security;
create policy prize_draws_all_nobody on private.prize_draws for all to anon, authenticated
  using (false) with check (false);
