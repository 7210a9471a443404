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
  constraint store_items_boosts_end check (category <> 'boost' or metadata ? 'duration_days')
);
create index store_items_sync on public.store_items (row_xid, id);
create trigger store_items_stamp before insert or update on public.store_items
  for each row execute function private.stamp_sync_row();
create trigger store_items_soft_delete before delete on public.store_items
  for each row execute function private.soft_delete_row();

alter table public.store_items enable row level security;
create policy store_items_select_visible on public.store_items for select to anon, authenticated
  using (deleted_at is null and (select private.may_browse()));
revoke all on table public.store_items from public, anon, authenticated;
grant select on table public.store_items to anon, authenticated;
grant select, insert, update, delete on table public.store_items to service_role;

create function private.store_item_json(r public.store_items) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'name', (r).name, 'description', (r).description, 'icon', (r).icon,
  'category', (r).category, 'zap_cost', (r).zap_cost, 'is_active', (r).is_active, 'stock', (r).stock,
  'metadata', (r).metadata, 'created_at', private.iso((r).created_at)
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
