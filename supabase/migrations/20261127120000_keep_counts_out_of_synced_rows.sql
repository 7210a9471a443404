-- G-3: a play or a vote changes no row that others have to pull. A track's counts keep their columns, but have a rev of their own, and
-- reach devices by numbered digests (G-4) and by what a pull adds to its first page.
alter table public.tracks add column counts_rev bigint not null default 1;

-- Every column but the counts and their rev: a change of counts alone must not stamp the row (SY-4).
drop trigger tracks_stamp on public.tracks;
create trigger tracks_stamp before insert or update of
    id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed, is_public,
    sponsored, sponsored_at, created_at, deleted_at, rev, row_xid, highlighted_until, hidden_at
  on public.tracks
  for each row execute function private.stamp_sync_row();

-- What the next digest will report: one row for each change. Appended to, and emptied by the publisher, so that no transaction waits for another
-- here. If both are null, something else changed for everybody, and devices have to pull.
create table private.undigested_changes (
  id bigint primary key generated always as identity,
  -- The track whose counts changed.
  counts_of uuid,
  -- The track whose row changed.
  row_of uuid,
  noted_at timestamptz not null default now()
);
alter table private.undigested_changes enable row level security;
create policy undigested_changes_all_nobody on private.undigested_changes for all to anon, authenticated
  using (false) with check (false);

create function private.stamp_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.counts_rev := old.counts_rev + 1;
  insert into private.undigested_changes (counts_of) values (new.id);
  return new;
end;
$$;
create trigger tracks_stamp_counts before update of play_count, total_votes, average_vote_rating on public.tracks
  for each row
  when (
    (old.play_count, old.total_votes, old.average_vote_rating)
      is distinct from (new.play_count, new.total_votes, new.average_vote_rating)
  )
  execute function private.stamp_counts();

select private.sync_table(
  'tracks',
  array[
    'user_id', 'title', 'artist_name', 'genre', 'audio_url', 'cover_url', 'duration_ms', 'audio_bytes', 'radio_opt_in', 'is_public',
    'hidden_at', 'sponsored', 'sponsored_at', 'counts_rev', 'play_count', 'total_votes', 'average_vote_rating', 'highlighted_until',
    'created_at'
  ],
  p_seen_if => 'r.is_public or r.user_id = p_viewer'
);
