-- S-8 by construction: a balance is what the ledger's own trigger makes it, whoever writes the ledger.
create function private.apply_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.user_balances b
    set zaps = b.zaps + s.total, total_zaps_earned = b.total_zaps_earned + s.earned
    from (
      select a.user_id, sum(a.zap_value)::integer as total, sum(greatest(a.zap_value, 0))::integer as earned
      from added a group by a.user_id
    ) s
    where b.user_id = s.user_id and (s.total <> 0 or s.earned <> 0);
  -- A balance that was missing begins with the sum of all its rows, these among them.
  insert into public.user_balances (user_id)
    select distinct a.user_id from added a
    where not exists (select 1 from public.user_balances b where b.user_id = a.user_id)
    on conflict do nothing;
  update public.user_stats s
    set fan_level = private.fan_level(b.total_zaps_earned)
    from public.user_balances b
    where b.user_id = s.user_id and s.fan_level <> private.fan_level(b.total_zaps_earned)
      and s.user_id in (select a.user_id from added a);
  return null;
end;
$$;
create trigger zap_actions_apply after insert on public.zap_actions
  referencing new table as added
  for each statement execute function private.apply_ledger();

-- Not even the owner's functions rewrite the past. A touch for the sync (row_xid, rev) passes.
create function private.keep_ledger() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from auth.users u where u.id = old.user_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - '{rev,row_xid}'::text[] = to_jsonb(old) - '{rev,row_xid}'::text[] then
    return new;
  end if;
  raise exception 'The ledger is only ever added to' using errcode = '42501';
end;
$$;
create trigger zap_actions_keep before update or delete on public.zap_actions
  for each row execute function private.keep_ledger();
create trigger zap_actions_keep_all before truncate on public.zap_actions
  for each statement execute function private.keep_ledger();

create function private.keep_balance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Depth 1 is a statement of somebody's own; inside the ledger's trigger it is deeper.
  if pg_trigger_depth() < 2 then
    raise exception 'A balance changes by the ledger alone' using errcode = '42501';
  end if;
  return new;
end;
$$;
create trigger user_balances_keep before update on public.user_balances
  for each row
  when (
    old.user_id <> new.user_id or old.zaps <> new.zaps or old.total_zaps_earned <> new.total_zaps_earned
  )
  execute function private.keep_balance();

-- A row of either table that is made late starts where the ledger stands, whatever the writer put in.
create function private.begin_balance() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Where there is one already the insert ends at the key, and need not add up anything.
  if exists (select 1 from public.user_balances b where b.user_id = new.user_id) then
    return new;
  end if;
  select coalesce(sum(a.zap_value), 0), coalesce(sum(greatest(a.zap_value, 0)), 0)
    into new.zaps, new.total_zaps_earned
    from public.zap_actions a where a.user_id = new.user_id;
  return new;
end;
$$;
create trigger user_balances_begin before insert on public.user_balances
  for each row execute function private.begin_balance();

create function private.begin_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.fan_level := private.fan_level(
    coalesce((select b.total_zaps_earned from public.user_balances b where b.user_id = new.user_id), 0)
  );
  return new;
end;
$$;
create trigger user_stats_begin before insert on public.user_stats
  for each row execute function private.begin_stats();

-- The caller holds the user's lock.
create or replace function private.grant_zaps(p_user uuid, p_type text, p_value integer, p_metadata jsonb, p_day date)
returns void
language sql security definer set search_path = ''
as $$
  insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
    values (p_user, p_type, p_value, p_metadata, p_day, private.now());
$$;

-- Takes p_cost ZAPs and answers what is left. `{cost}` and `{balance}` in the words of the refusal are filled in. The caller
-- holds the user's lock, so nothing is spent between the look and the row.
create function private.spend_zaps(p_user uuid, p_type text, p_cost integer, p_metadata jsonb, p_words text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_balance integer;
begin
  select b.zaps into strict v_balance from public.user_balances b where b.user_id = p_user;
  if v_balance < p_cost then
    perform private.refuse(
      'insufficient_zaps',
      replace(replace(p_words, '{cost}', p_cost::text), '{balance}', v_balance::text)
    );
  end if;
  perform private.grant_zaps(p_user, p_type, -p_cost, p_metadata, private.utc_day(private.now()));
  return v_balance - p_cost;
end;
$$;

create function private.zap_price(p_type text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_price integer;
begin
  select -r.zap_value into strict v_price from public.zap_rules r where r.action_type = p_type;
  return v_price;
end;
$$;

-- S-14, on the server.
create function private.require_level_for(p_user uuid, p_type text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce((select s.fan_level from public.user_stats s where s.user_id = p_user), 1)
    < (select r.min_level from public.zap_rules r where r.action_type = p_type)
  then
    perform private.refuse('level_too_low', 'Unlocks at Level 3 – keep listening and earning Zaps!');
  end if;
end;
$$;

create function private.whole_number_field(p_payload jsonb, p_key text, p_least integer, p_most integer) returns integer
language plpgsql immutable set search_path = ''
as $$
declare
  v_value numeric;
begin
  if jsonb_typeof(p_payload -> p_key) = 'number' then
    v_value := (p_payload ->> p_key)::numeric;
  end if;
  if v_value is null or v_value <> trunc(v_value) or v_value < p_least or v_value > p_most then
    perform private.refuse(
      'invalid_payload',
      format('The field %s must be a whole number from %s to %s.', p_key, p_least, p_most)
    );
  end if;
  return v_value::integer;
end;
$$;

revoke update, delete, truncate on table public.zap_actions from service_role;
revoke insert, update, delete, truncate on table public.user_balances from service_role;
revoke update, truncate on table public.user_stats from service_role;
grant update (current_streak, longest_streak, last_active_on) on table public.user_stats to service_role;

-- The door of the specification: a client makes its balance when it is missing. Its numbers are the ledger's all the same.
create policy user_balances_insert_own on public.user_balances for insert to authenticated
  with check (user_id = (select auth.uid()) and total_listen_ms = 0);
grant insert (user_id, zaps, total_zaps_earned, total_listen_ms) on table public.user_balances to authenticated;
