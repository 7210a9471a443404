-- How loud a track is by EBU R128: integrated loudness and true peak. Both null: not measured, or silent. The device measures the file that it
-- uploads; the server's own measurement replaces that.
alter table public.tracks
  add column loudness_lufs real,
  add column true_peak_dbtp real,
  -- NaN is greater than every number, so these bounds refuse it too.
  add constraint tracks_loudness_is_plausible check (
    (loudness_lufs is null) = (true_peak_dbtp is null)
      and loudness_lufs between -70 and 10 and true_peak_dbtp between -100 and 20
  );

-- A measurement reaches devices with their next pull; no digest announces it, since nobody waits for it.
create trigger tracks_stamp_loudness before update of loudness_lufs, true_peak_dbtp on public.tracks
  for each row
  when ((old.loudness_lufs, old.true_peak_dbtp) is distinct from (new.loudness_lufs, new.true_peak_dbtp))
  execute function private.stamp_sync_row();

select private.sync_table(
  'tracks',
  array[
    'user_id', 'title', 'artist_name', 'genre', 'audio_url', 'cover_url', 'duration_ms', 'audio_bytes', 'radio_opt_in', 'is_public',
    'hidden_at', 'sponsored', 'sponsored_at', 'counts_rev', 'play_count', 'total_votes', 'average_vote_rating', 'highlighted_until',
    'created_at', 'loudness_lufs', 'true_peak_dbtp'
  ],
  p_owners => array['user_id'],
  p_seen_if => 'r.is_public or r.user_id = p_viewer',
  p_is_shelved => true
);

-- Tracks whose file the server has not measured yet. One that it could not measure stays, with the reason.
create table private.unmeasured_tracks (
  track_id uuid primary key references public.tracks (id) on delete cascade,
  place bigint not null generated always as identity,
  problem text
);
create index unmeasured_tracks_next on private.unmeasured_tracks (place) where problem is null;
alter table private.unmeasured_tracks enable row level security;
create policy unmeasured_tracks_all_nobody on private.unmeasured_tracks for all to anon, authenticated
  using (false) with check (false);
insert into private.unmeasured_tracks (track_id)
  select t.id from public.tracks t where t.deleted_at is null order by t.created_at, t.id;

create function private.note_unmeasured_tracks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.unmeasured_tracks (track_id) select n.id from new_rows n on conflict do nothing;
  return null;
end;
$$;
create trigger tracks_note_unmeasured after insert on public.tracks
  referencing new table as new_rows
  for each statement execute function private.note_unmeasured_tracks();

-- A decibel value of a payload; null for anything else, and for a value out of bounds.
create function private.decibel_field(p_payload jsonb, p_field text, p_least numeric, p_most numeric) returns real
language plpgsql immutable set search_path = ''
as $$
declare
  v_value numeric;
begin
  if jsonb_typeof(p_payload -> p_field) is distinct from 'number' then
    return null;
  end if;
  v_value := (p_payload ->> p_field)::numeric;
  return case when v_value between p_least and p_most then round(v_value, 2)::real end;
end;
$$;

-- What the device measured counts until the server has measured the file itself. An absurd value is no reason to refuse an upload: the track then
-- waits for the server.
create or replace function private.handle_track_create(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_result jsonb := private.create_track(p_user, p_payload);
  v_lufs real := private.decibel_field(p_payload, 'loudness_lufs', -70, 10);
  v_peak real := private.decibel_field(p_payload, 'true_peak_dbtp', -100, 20);
begin
  if v_lufs is not null and v_peak is not null then
    update public.tracks t set loudness_lufs = v_lufs, true_peak_dbtp = v_peak
      where t.id = (v_result ->> 'track_id')::uuid;
  end if;
  return v_result;
end;
$$;

-- The next tracks that the server has to measure, the newest first, with the path of the file in its bucket: null for one that is elsewhere. Measuring
-- one twice does no harm.
create function private.tracks_to_measure(p_most integer) returns table (id uuid, title text, path text)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.title, private.storage_path('tracks', t.audio_url)
  from private.unmeasured_tracks u join public.tracks t on t.id = u.track_id
  where u.problem is null and t.deleted_at is null
  order by u.place desc
  limit p_most;
$$;

-- Keeps what the server measured, cut to the bounds of the columns, which no audible sound exceeds: null values without a problem mean silence.
-- With a problem, what the device measured stays.
create function private.record_loudness(p_track uuid, p_lufs double precision, p_peak double precision, p_problem text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- least() and greatest() ignore null values.
  v_lufs real := case when p_lufs is not null then least(greatest(p_lufs, -70), 10) end;
  v_peak real := case when p_peak is not null then least(greatest(p_peak, -100), 20) end;
begin
  if p_problem is not null then
    update private.unmeasured_tracks u set problem = p_problem where u.track_id = p_track;
    return;
  end if;
  update public.tracks t set loudness_lufs = v_lufs, true_peak_dbtp = v_peak
    where t.id = p_track and t.deleted_at is null
      and (t.loudness_lufs, t.true_peak_dbtp) is distinct from (v_lufs, v_peak);
  delete from private.unmeasured_tracks u where u.track_id = p_track;
end;
$$;
