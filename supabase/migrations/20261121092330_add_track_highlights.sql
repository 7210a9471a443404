-- A highlighted track stands out until then, for everyone; clients compare with the time, nothing changes when it passes.
alter table public.tracks add column highlighted_until timestamptz;

create or replace function private.track_json(r public.tracks) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'title', (r).title, 'artist_name', (r).artist_name,
  'genre', (r).genre, 'audio_url', (r).audio_url, 'cover_url', (r).cover_url, 'duration_ms', (r).duration_ms,
  'audio_bytes', (r).audio_bytes, 'radio_opt_in', (r).radio_opt_in, 'is_public', (r).is_public,
  'sponsored', (r).sponsored, 'sponsored_at', private.iso((r).sponsored_at), 'play_count', (r).play_count,
  'total_votes', (r).total_votes, 'average_vote_rating', (r).average_vote_rating,
  'highlighted_until', private.iso((r).highlighted_until), 'created_at', private.iso((r).created_at)
);

-- A day on top of what is left, so that several days can be had at once. Answers when it ends.
create function private.highlight_track(p_track uuid, p_days integer) returns timestamptz
language sql security definer set search_path = ''
as $$
  update public.tracks t
    set highlighted_until = greatest(t.highlighted_until, private.now()) + make_interval(days => p_days)
    where t.id = p_track
    returning t.highlighted_until;
$$;
