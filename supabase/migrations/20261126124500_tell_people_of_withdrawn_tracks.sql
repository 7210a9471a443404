-- S-58, SY-18: Realtime sends a row only to those who may see it, so no event told a person that a track was hidden or deleted.
-- Everybody hears now that public tracks have changed, as guests did, and pulls what is in them.
alter policy catalogue_changes_select_all on private.catalogue_changes to anon, authenticated;
grant select on table private.catalogue_changes to authenticated;
alter trigger tracks_tell_guests_of_new on public.tracks rename to tracks_note_new;
alter trigger tracks_tell_guests on public.tracks rename to tracks_note_change;
