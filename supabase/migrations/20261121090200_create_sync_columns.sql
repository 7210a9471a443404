-- SY-4, SY-8: what every synced table shares.
create table public.sync_meta (
  is_only boolean primary key default true,
  -- Changed after a restore, so that replicas built from the lost future start again.
  epoch text not null default gen_random_uuid()::text,
  -- Tombstones below this transaction id are gone; an older cursor rebuilds its replica.
  min_since xid8 not null default '0'::xid8,
  min_client_v integer not null default 1,
  constraint sync_meta_one_row check (is_only)
);
insert into public.sync_meta default values;
alter table public.sync_meta enable row level security;
revoke all on table public.sync_meta from public, anon, authenticated;
grant select, update on table public.sync_meta to service_role;

-- The top-level transaction id: xmin of a row written inside an exception block is the sub-transaction's.
create function private.stamp_sync_row() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.row_xid := pg_current_xact_id();
  new.rev := case when tg_op = 'INSERT' then 1 else old.rev + 1 end;
  return new;
end;
$$;

-- Rows that others hold in their replicas leave a tombstone, whoever deletes them.
create function private.soft_delete_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('update %I.%I set deleted_at = private.now() where id = $1 and deleted_at is null', tg_table_schema, tg_table_name)
    using old.id;
  return null;
end;
$$;
