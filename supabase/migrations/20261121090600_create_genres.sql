-- S-17. The ids never change, or every replica would hold each genre twice.
create table public.genres (
  id uuid primary key,
  name text not null unique,
  position integer not null,
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id()
);
create index genres_sync on public.genres (row_xid, id);
create trigger genres_stamp before insert or update on public.genres
  for each row execute function private.stamp_sync_row();
create trigger genres_soft_delete before delete on public.genres
  for each row execute function private.soft_delete_row();

alter table public.genres enable row level security;
create policy genres_select_visible on public.genres for select to anon, authenticated
  using (deleted_at is null and (select private.may_browse()));
revoke all on table public.genres from public, anon, authenticated;
grant select on table public.genres to anon, authenticated;
grant select, insert, update, delete on table public.genres to service_role;

insert into public.genres (id, name, position) values
  ('00000000-0000-4000-a000-000000000001', 'Hip-Hop', 1),
  ('00000000-0000-4000-a000-000000000002', 'R&B', 2),
  ('00000000-0000-4000-a000-000000000003', 'Soul & Funk', 3),
  ('00000000-0000-4000-a000-000000000004', 'Electronic', 4),
  ('00000000-0000-4000-a000-000000000005', 'House', 5),
  ('00000000-0000-4000-a000-000000000006', 'Techno', 6),
  ('00000000-0000-4000-a000-000000000007', 'Drum & Bass', 7),
  ('00000000-0000-4000-a000-000000000008', 'Dubstep', 8),
  ('00000000-0000-4000-a000-000000000009', 'Lo-Fi', 9),
  ('00000000-0000-4000-a000-000000000010', 'Ambient', 10),
  ('00000000-0000-4000-a000-000000000011', 'Rock', 11),
  ('00000000-0000-4000-a000-000000000012', 'Punk', 12),
  ('00000000-0000-4000-a000-000000000013', 'Metal', 13),
  ('00000000-0000-4000-a000-000000000014', 'Indie', 14),
  ('00000000-0000-4000-a000-000000000015', 'Pop', 15),
  ('00000000-0000-4000-a000-000000000016', 'Jazz', 16),
  ('00000000-0000-4000-a000-000000000017', 'Reggae', 17),
  ('00000000-0000-4000-a000-000000000018', 'Afrobeats', 18),
  ('00000000-0000-4000-a000-000000000019', 'Latin', 19),
  ('00000000-0000-4000-a000-000000000020', 'Experimental', 20);
