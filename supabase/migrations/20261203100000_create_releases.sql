-- The releases of Undercurrent that wrote this database, the newest last. `npm start` and `npm run migrate` add a row in the transaction of
-- their migrations. A release that is earlier than the last of these refuses the database.
create table private.releases (
  number bigint primary key generated always as identity,
  release text not null,
  noted_at timestamptz not null default now()
);
alter table private.releases enable row level security;
create policy releases_all_nobody on private.releases for all to anon, authenticated
  using (false) with check (false);
