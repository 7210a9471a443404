-- Silenced people may take back what others see, as by deleting it. They neither add to it nor arrange it anew.

-- A release of which only places were taken away is in the order that it had.
create function private.require_voice_to_arrange() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.places <> private.without(old.places, private.without(old.places, new.places)) then
    perform private.refuse_silenced(new.user_id);
  end if;
  return null;
end;
$$;
create trigger releases_require_voice_to_arrange after update of places on public.releases
  for each row when (old.published_at is not null and new.deleted_at is null and new.places <> old.places)
  execute function private.require_voice_to_arrange();

create trigger playlists_require_voice_to_restore before update of deleted_at on public.playlists
  for each row when (new.visibility <> 'private' and new.deleted_at is null and old.deleted_at is not null)
  execute function private.require_voice('user_id');

-- Once for all rows of a change: an action adds or moves up to a hundred.
create function private.require_voice_in_playlists() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_silenced(o.user_id)
    from (
      select distinct p.user_id from changed c join public.playlists p on p.id = c.playlist_id
      where c.deleted_at is null and p.visibility <> 'private' and p.deleted_at is null
    ) o;
  return null;
end;
$$;
create trigger playlist_tracks_require_voice after insert on public.playlist_tracks
  referencing new table as changed
  for each statement execute function private.require_voice_in_playlists();
create trigger playlist_tracks_require_voice_to_change after update on public.playlist_tracks
  referencing new table as changed
  for each statement execute function private.require_voice_in_playlists();
