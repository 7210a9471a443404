-- SY-18: a change here only says 'pull now', and the policies decide who hears of it. A deletion is told to everybody who listens to its
-- table, for no policy can be asked about a row that is gone, and its key is the id of an account in some. Nothing that the app shows is
-- deleted without an update before it.
alter publication supabase_realtime set (publish = 'insert, update', publish_via_partition_root = true);
alter publication supabase_realtime add table
  public.user_balances, public.user_stats, public.zap_actions, public.connections, public.messages;

create function private.note_catalogue_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undigested_changes default values;
  return null;
end;
$$;

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

-- G-4: one message on one topic tells all devices what everybody may see has changed, at most every 5 s, however much that was.
create table private.digest (
  is_only boolean primary key default true,
  -- Told only to those who may browse: whoever knows it may listen, and a guest's pass cannot be seen by Realtime (S-1).
  topic text not null default 'digest:' || gen_random_uuid(),
  -- The number of the last digest. A device that has the counts of this number lacks only what changed since.
  number bigint not null default 0,
  published_at timestamptz not null default '-infinity',
  constraint digest_one_row check (is_only)
);
alter table private.digest enable row level security;
create policy digest_all_nobody on private.digest for all to anon, authenticated
  using (false) with check (false);
insert into private.digest default values;

-- In which digest each track's counts were last reported: one row a track, at most 200 tracks a number. Without a reference to tracks, so that
-- the publisher waits for no lock on them.
create table private.digested_counts (
  track_id uuid primary key,
  number bigint not null
);
create index digested_counts_number on private.digested_counts (number, track_id);
alter table private.digested_counts enable row level security;
create policy digested_counts_all_nobody on private.digested_counts for all to anon, authenticated
  using (false) with check (false);

-- Once for each changed public track, and for a changed rule (SY-18).
create function private.note_track_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undigested_changes (row_of) values (new.id);
  return null;
end;
$$;

create trigger tracks_note_new after insert on public.tracks
  for each row
  when (new.is_public)
  execute function private.note_track_change();
create trigger tracks_note_change after update of
    title, artist_name, genre, audio_url, cover_url, is_public, radio_opt_in, hidden_at, sponsored, highlighted_until, deleted_at
  on public.tracks
  for each row
  when (old.is_public or new.is_public)
  execute function private.note_track_change();
create trigger zap_rules_note_change after insert or update on public.zap_rules
  for each row execute function private.note_catalogue_change();

-- Who hears digests is asked by the policy at the end; the row itself is nobody's.
create function private.digest_topic() returns text
language sql stable security definer set search_path = ''
return (select d.topic from private.digest d);

-- [id, counts_rev, play_count, total_votes, average_vote_rating] of these tracks, if this viewer may see them; null is everybody.
create function private.counts_of(p_viewer uuid, p_tracks uuid[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      json_agg(json_build_array(t.id, t.counts_rev, t.play_count, t.total_votes, t.average_vote_rating) order by t.id), '[]'
    )
    from public.tracks t
    where t.id = any (p_tracks) and t.deleted_at is null and (t.is_public or t.user_id = p_viewer)
  );
end;
$$;

/*
 * What a device lacks that has the counts of digest p_number: { number, tracks, is_more }, with counts as in private.counts_of, also those
 * that no digest has reported yet, so that a device sees its own play with the acknowledgement (SY-13). Null for a device without rows:
 * they come with their counts.
 */
create function private.counts_since(p_viewer uuid, p_number bigint) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit constant integer := 1000;
  v_number bigint := (select d.number from private.digest d);
  v_tracks uuid[];
  v_numbers bigint[];
  v_undigested uuid[];
  v_is_more boolean;
begin
  if p_number is null then
    return json_build_object('number', v_number, 'tracks', '[]'::json, 'is_more', false);
  end if;
  select array_agg(c.track_id), array_agg(c.number) into v_tracks, v_numbers
    from (
      select d.track_id, d.number from private.digested_counts d
      -- A number that was never given: from a history that is lost.
      where d.number > case when p_number > v_number then 0 else p_number end
      order by d.number, d.track_id
      limit v_limit
    ) c;
  v_is_more := coalesce(cardinality(v_tracks), 0) = v_limit;
  if v_is_more then
    -- The last number may be cut; a number has at most 200 tracks, so that there are earlier ones.
    v_number := v_numbers[v_limit] - 1;
  end if;
  v_undigested := array(
    select distinct u.counts_of from private.undigested_changes u where u.counts_of is not null limit v_limit + 1
  );
  v_is_more := v_is_more or cardinality(v_undigested) > v_limit;
  return json_build_object(
    'number', v_number,
    'tracks', private.counts_of(p_viewer, v_tracks || v_undigested[1:v_limit]),
    'is_more', v_is_more
  );
end;
$$;

/*
 * Publishes a digest if something changed and the last one is 5 s old; true if it did. Its number's counts are those of the up to 200 tracks
 * that changed most; other tracks with changed counts get later numbers, and reach devices with their next pull. Of more than 100 changed rows
 * it carries none, and has_changes makes devices pull. Called every 5 s by pg_cron where there is one, else by the process that serves the
 * database.
 */
create function private.publish_digest() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_rows_limit constant integer := 100;
  v_digest private.digest;
  v_tracks uuid[];
  v_rows uuid[];
  v_must_pull boolean;
  v_floor xid8;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:digest', 0)) then
    return false;
  end if;
  select d.* into strict v_digest from private.digest d;
  -- After the clock was set back, the last digest lies in the future and counts as old.
  if v_digest.published_at between now() - interval '5 seconds' and now() then
    return false;
  end if;
  with taken as (
    delete from private.undigested_changes returning counts_of, row_of
  ), counted as (
    select t.counts_of, count(*) as changes from taken t where t.counts_of is not null group by t.counts_of
  )
  select
      (select array_agg(c.counts_of order by c.changes desc, c.counts_of) from counted c),
      array(select distinct t.row_of from taken t where t.row_of is not null limit v_rows_limit + 1),
      exists (select from taken t where t.counts_of is null and t.row_of is null)
    into v_tracks, v_rows, v_must_pull;
  if v_tracks is null and cardinality(v_rows) = 0 and not v_must_pull then
    return false;
  end if;
  if cardinality(v_rows) > v_rows_limit then
    v_rows := '{}';
    v_must_pull := true;
  end if;
  insert into private.digested_counts (track_id, number)
    select u.track_id, v_digest.number + 1 + (u.place - 1) / 200
    from unnest(v_tracks) with ordinality u (track_id, place)
    on conflict (track_id) do update set number = excluded.number;
  update private.digest
    set number = v_digest.number + greatest(1, (coalesce(cardinality(v_tracks), 0) + 199) / 200), published_at = now();
  -- Before the rows are read: a device compares it with the floors of its pulls.
  v_floor := private.floor_xid();
  perform realtime.send(
    jsonb_build_object(
      'epoch', (select m.epoch from public.sync_meta m),
      'floor', v_floor::text,
      'mark', private.current_mark(),
      'after', v_digest.number,
      'number', v_digest.number + 1,
      'counts', private.counts_of(null, v_tracks[1:200]),
      'has_changes', v_must_pull
    ) || private.public_changes(v_rows),
    'digest', v_digest.topic, true
  );
  return true;
end;
$$;

-- Where nobody publishes, whoever acts does, once a change has waited for a minute: else changes would pile up without end, and each pull
-- would read those that no digest has reported.
create function private.publish_overdue_digest() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select u.noted_at from private.undigested_changes u order by u.id limit 1) < now() - interval '1 minute' then
    perform private.publish_digest();
  end if;
  return null;
end;
$$;

create trigger action_log_publishes_overdue_digest after insert on public.action_log
  for each statement execute function private.publish_overdue_digest();

create policy messages_select_digest on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = (select private.digest_topic()));
grant execute on function private.digest_topic() to anon, authenticated;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('publish-digest', '5 seconds', 'select private.publish_digest()')$cron$;
  end if;
end;
$$;
