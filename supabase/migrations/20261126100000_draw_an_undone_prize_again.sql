-- The key of what the server signs or draws. Whoever has it foresees every draw, so no role of the API reads it.
create table private.server_key (
  id boolean primary key default true,
  key bytea not null,
  constraint server_key_is_one_row check (id),
  constraint server_key_has_256_bits check (octet_length(key) = 32)
);
alter table private.server_key enable row level security;
create policy server_key_all_nobody on private.server_key for all to anon, authenticated
  using (false) with check (false);
revoke all on table private.server_key from service_role;
insert into private.server_key (key) values (decode(private.random_token(), 'hex'));

-- An HMAC of a message; each use has a prefix of its own, so that what was signed for one is nothing to another.
create function private.sign(p_use text, p_message bytea) returns bytea
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_key bytea;
begin
  select k.key into strict v_key from private.server_key k;
  return extensions.hmac(convert_to(p_use || ':', 'UTF8') || p_message, v_key, 'sha256');
end;
$$;

-- How many prizes each person has drawn.
create table private.prize_draws (
  user_id uuid primary key references auth.users (id) on delete cascade,
  drawn bigint not null,
  constraint prize_draws_count_up check (drawn > 0)
);
alter table private.prize_draws enable row level security;
create policy prize_draws_all_nobody on private.prize_draws for all to anon, authenticated
  using (false) with check (false);

-- A prize is a function of the key, the person and the number of the draw: a purchase that is undone after its draw, by whatever
-- makes its transaction fail, draws the same prize again. 48 bits of an HMAC make the ticket.
drop function private.draw_prize();
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

create or replace function private.open_mystery_pack(p_user uuid) returns jsonb
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
