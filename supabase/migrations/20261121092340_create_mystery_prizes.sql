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
revoke all on table public.mystery_prizes from public, anon, authenticated;
grant select, insert, update, delete on table public.mystery_prizes to service_role;

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

-- 48 bits of the server's strong source; random() could be foreseen from what it drew before.
create function private.draw_prize() returns public.mystery_prizes
language sql volatile security definer set search_path = ''
as $$
  select private.prize_of_ticket(
    ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint
      % (select sum(x.weight) from public.mystery_prizes x)
  );
$$;

-- Opens one pack and answers what was in it.
create function private.open_mystery_pack(p_user uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_prize public.mystery_prizes := private.draw_prize();
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
