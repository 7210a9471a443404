-- SY-18: a change here only says 'pull now', and the policies decide who hears of it. A deletion is told to everybody who listens to its
-- table, for no policy can be asked about a row that is gone, and its key is the id of an account in some. Nothing that the app shows is
-- deleted without an update before it.
alter publication supabase_realtime set (publish = 'insert, update');
alter publication supabase_realtime add table
  public.user_balances, public.user_stats, public.zap_actions, public.tracks, public.connections, public.messages;

-- S-1, SY-18. Realtime is asked without headers, so a guest's pass is not seen there and no row of tracks reaches a guest. This one
-- row says when public tracks have changed and nothing else; what is in them stays behind the pass, at the doors that see it.
-- In private, so that REST has no door to it; Realtime sends what is published and granted.
create table private.catalogue_changes (
  is_only boolean primary key default true,
  changed_at timestamptz not null default now(),
  constraint catalogue_changes_one_row check (is_only)
);

alter table private.catalogue_changes enable row level security;
create policy catalogue_changes_select_all on private.catalogue_changes for select to anon using (true);
grant select on table private.catalogue_changes to anon;

insert into private.catalogue_changes default values;

create function private.note_catalogue_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Once in a transaction, however many tracks it touches.
  update private.catalogue_changes c set changed_at = now() where c.changed_at <> now();
  return null;
end;
$$;
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
