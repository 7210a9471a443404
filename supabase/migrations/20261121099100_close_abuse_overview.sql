-- A view over sums cannot be written, and Postgres says so before it looks at privileges, with an error of the server's. With
-- these triggers a write is refused as any other.
create function private.refuse_overview_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The overview is read only' using errcode = '42501';
end;
$$;
revoke all on function private.refuse_overview_write() from public, anon, authenticated;
create trigger abuse_overview_is_read_only instead of insert or update or delete on public.abuse_overview
  for each row execute function private.refuse_overview_write();
