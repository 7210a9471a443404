-- S-1, SY-18. Realtime is asked without headers, so a guest's pass is not seen there and no row of tracks reaches a guest. This one
-- row says when public tracks have changed and nothing else; what is in them stays behind the pass, at the doors that see it.
-- In private, so that REST has no door to it; Realtime sends what is published and granted.
create table private.catalogue_changes (
  is_only boolean primary key default true,
  changed_at timestamptz not null default now(),
  constraint catalogue_changes_one_row check (is_only)
);
insert into private.catalogue_changes default values;
alter table private.catalogue_changes enable row level security;
create policy catalogue_changes_select_all on private.catalogue_changes for select to anon using (true);
revoke all on table private.catalogue_changes from public, anon, authenticated, service_role;
grant select on table private.catalogue_changes to anon;

create function private.note_catalogue_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Once in a transaction, however many tracks it touches.
  update private.catalogue_changes c set changed_at = now() where c.changed_at <> now();
  return null;
end;
$$;
revoke all on function private.note_catalogue_change() from public, anon, authenticated, service_role;

-- At the end of the transaction: whoever holds the one row waits for nothing any more, so no two wait for each other. Plays and
-- votes are not told, or every one of them would wait here; their counts come with the pull of the minute.
create constraint trigger tracks_tell_guests_of_new after insert on public.tracks
  deferrable initially deferred for each row
  when (new.is_public)
  execute function private.note_catalogue_change();
create constraint trigger tracks_tell_guests after update of
    title, artist_name, genre, audio_url, cover_url, is_public, radio_opt_in, hidden_at, sponsored, highlighted_until, deleted_at
  on public.tracks
  deferrable initially deferred for each row
  when (old.is_public or new.is_public)
  execute function private.note_catalogue_change();

alter publication supabase_realtime add table private.catalogue_changes;
