-- A track that the operator took out of the sight of others. It is private until the operator shows it again, and its owner sees
-- why; what holds for a private track (Explore, profiles, the radio, the pull of others) holds for it.
alter table public.tracks
  add column hidden_at timestamptz,
  add constraint tracks_hidden_is_private check (hidden_at is null or not is_public);

-- At every door through which a track is edited.
create function private.keep_track_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse('track_hidden', 'This track was hidden by the operator. It cannot be made public.');
  return null;
end;
$$;
create trigger tracks_keep_hidden before update of is_public on public.tracks
  for each row when (new.hidden_at is not null and new.is_public) execute function private.keep_track_hidden();
revoke all on function private.keep_track_hidden() from public, anon, authenticated;

-- For the operator. Shown again it stays private: to make it public is the owner's to do. False: there is no such track.
create function public.set_track_hidden(p_track_id uuid, p_is_hidden boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tracks t
    set is_public = t.is_public and not p_is_hidden,
      hidden_at = case when p_is_hidden then coalesce(t.hidden_at, private.now()) end
    where t.id = p_track_id and t.deleted_at is null;
  return found;
end;
$$;
revoke all on function public.set_track_hidden(uuid, boolean) from public, anon, authenticated;
grant execute on function public.set_track_hidden(uuid, boolean) to service_role;

select private.sync_table(
  'tracks',
  array[
    'user_id', 'title', 'artist_name', 'genre', 'audio_url', 'cover_url', 'duration_ms', 'audio_bytes', 'radio_opt_in', 'is_public',
    'hidden_at', 'sponsored', 'sponsored_at', 'play_count', 'total_votes', 'average_vote_rating', 'highlighted_until', 'created_at'
  ],
  p_seen_if => 'r.is_public or r.user_id = p_viewer'
);
