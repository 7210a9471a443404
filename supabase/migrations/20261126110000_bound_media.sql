-- S-55, and what a person may cost whoever judges files. An operator changes the numbers with an update; they count at once.
create table private.media_rules (
  rule text primary key,
  value integer not null,
  constraint media_rules_value_is_positive check (value > 0)
);

alter table private.media_rules enable row level security;
create policy media_rules_all_nobody on private.media_rules for all to anon, authenticated
  using (false) with check (false);

insert into private.media_rules (rule, value) values
  -- A longer file becomes no track. The form says so before it sends (LONGEST_TRACK_MS in sync/model/rules.ts).
  ('longest_track_ms', 10800000),
  -- The radio goes on to the next track after so long.
  ('longest_airing_ms', 900000),
  -- Files of a person that were refused by their bytes, before the next one waits.
  ('refused_files_per_hour', 30);

create function private.media_rule(p_rule text) returns integer
language sql stable security definer set search_path = ''
as $$
  select r.value from private.media_rules r where r.rule = p_rule;
$$;

-- A length for the person: '3 hours', '90 minutes'.
create function private.length_words(p_ms integer) returns text
language sql immutable set search_path = ''
return case
  when p_ms = 3600000 then '1 hour'
  when p_ms % 3600000 = 0 then format('%s hours', p_ms / 3600000)
  when p_ms = 60000 then '1 minute'
  else format('%s minutes', p_ms / 60000)
end;

-- For how long (ms) a track is on the radio at most: for the playlist of a station.
create function public.longest_airing_ms() returns integer
language sql stable security definer set search_path = ''
as $$
  select private.media_rule('longest_airing_ms');
$$;

-- When a person's files were refused, within the last hour.
create table private.refused_files (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  refused_at timestamptz not null default private.now()
);
create index refused_files_user on private.refused_files (user_id, refused_at desc);

alter table private.refused_files enable row level security;
create policy refused_files_all_nobody on private.refused_files for all to anon, authenticated
  using (false) with check (false);

-- Seconds until a file of this person is judged again; null when now.
create function private.refused_files_wait(p_user uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select greatest(1, ceil(extract(epoch from r.refused_at + interval '1 hour' - private.now())))::integer
  from private.refused_files r
  where r.user_id = p_user and r.refused_at > private.now() - interval '1 hour'
  order by r.refused_at desc
  offset private.media_rule('refused_files_per_hour') - 1
  limit 1;
$$;

-- Counts a file of this person that was refused by its bytes. Nobody's files, and those of an account that is gone, count for nobody.
create function private.note_refused_file(p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from private.refused_files r where r.user_id = p_user and r.refused_at <= private.now() - interval '1 hour';
  insert into private.refused_files (user_id) select u.id from auth.users u where u.id = p_user;
$$;

-- In whose folder a file lies; null for nobody's.
create function private.owner_of_file(p_name text) returns uuid
language sql immutable set search_path = ''
return case when private.is_uuid(split_part(p_name, '/', 1)) then split_part(p_name, '/', 1)::uuid end;

-- As before, and refuses a track that lasts too long.
create or replace function private.admit_track(p_user uuid, p_track public.tracks) returns public.tracks
language plpgsql stable security definer set search_path = ''
as $$
declare
  v public.tracks := p_track;
  v_audio private.file_facts;
  v_picture text;
begin
  v.audio_url := coalesce(private.storage_path('tracks', v.audio_url), '');
  if exists (
    select 1 from public.tracks t where t.user_id = p_user and (t.id = v.id or t.audio_url = v.audio_url)
  ) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  if v.rights_confirmed is not true then
    perform private.refuse('rights_missing', 'Please confirm that you hold the rights to this track.');
  end if;
  v.title := private.clean_track_title(v.title, 100);
  v.artist_name := btrim(coalesce(v.artist_name, ''));
  if v.artist_name = '' then
    perform private.refuse('artist_missing', 'Artist name is required');
  elsif char_length(v.artist_name) > 50 then
    perform private.refuse('artist_too_long', 'Artist name too long');
  end if;
  perform private.check_words(v.artist_name);
  if not exists (select 1 from public.genres g where g.name = v.genre and g.deleted_at is null) then
    perform private.refuse('genre_unknown', 'Please choose one of the genres.');
  end if;
  v_audio := private.own_file(p_user, 'tracks', v.audio_url, array['mpeg']);
  if coalesce(v_audio.duration_ms, 0) <= 0 then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  if v_audio.duration_ms > private.media_rule('longest_track_ms') then
    perform private.refuse(
      'track_too_long',
      format('A track may last %s at most. Choose a shorter one.', private.length_words(private.media_rule('longest_track_ms')))
    );
  end if;
  if v.cover_url is not null then
    v.cover_url := coalesce(private.storage_path('covers', v.cover_url), '');
    foreach v_picture in array private.picture_files(v.cover_url) loop
      perform private.own_file(p_user, 'covers', v_picture, array['png', 'jpeg', 'webp', 'gif']);
    end loop;
  end if;
  if private.slots_available(p_user) = 0 then
    perform private.refuse('no_slots', private.no_slots_message());
  end if;
  -- Another's, whose id was taken by chance or on purpose.
  if exists (select 1 from public.tracks t where t.id = v.id or t.audio_url = v.audio_url) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  v.duration_ms := v_audio.duration_ms;
  v.audio_bytes := v_audio.bytes;
  v.radio_opt_in := coalesce(v.radio_opt_in, false);
  return v;
end;
$$;

/*
 * As before, with one more state: 'refused' while too many files of the person were refused, with the seconds to `wait`.
 */
create or replace function public.begin_file_check(p_bucket text, p_name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_folder text := split_part(p_name, '/', 1) || '/';
  v_updated_at timestamptz;
  v_facts private.file_facts;
  v_wait integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:file_checks:' || v_folder, 0));
  select o.updated_at into v_updated_at from storage.objects o where o.bucket_id = p_bucket and o.name = p_name;
  if not found then
    return jsonb_build_object('state', 'missing');
  end if;
  select f.* into v_facts from private.file_facts f
    where f.bucket_id = p_bucket and f.name = p_name and f.checked_at >= v_updated_at;
  if found then
    return jsonb_build_object(
      'state', 'checked', 'kind', v_facts.kind, 'bytes', v_facts.bytes, 'duration_ms', v_facts.duration_ms
    );
  end if;
  delete from private.file_checks c where starts_with(c.name, v_folder) and c.begun_at < v_now - interval '2 minutes';
  if exists (select 1 from private.file_checks c where c.bucket_id = p_bucket and c.name = p_name)
    or (select count(*) from private.file_checks c where starts_with(c.name, v_folder)) >= 4
  then
    return jsonb_build_object('state', 'busy');
  end if;
  v_wait := private.refused_files_wait(private.owner_of_file(p_name));
  if v_wait is not null then
    return jsonb_build_object('state', 'refused', 'wait', v_wait);
  end if;
  insert into private.file_checks (bucket_id, name, begun_at) values (p_bucket, p_name, v_now);
  return jsonb_build_object('state', 'begun', 'seen', extract(epoch from v_updated_at)::text);
end;
$$;

-- As before, and counts a file that is nothing that is taken.
create or replace function public.finish_file_check(
  p_bucket text, p_name text, p_seen text, p_kind text, p_mime text, p_bytes bigint, p_duration_ms integer
) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.file_checks c where c.bucket_id = p_bucket and c.name = p_name;
  perform 1 from storage.objects o
    where o.bucket_id = p_bucket and o.name = p_name and extract(epoch from o.updated_at)::text = p_seen
    for share;
  if not found or p_kind is null then
    return false;
  end if;
  if p_kind = 'unknown' then
    perform private.note_refused_file(private.owner_of_file(p_name));
  end if;
  perform public.record_file_facts(p_bucket, p_name, p_kind, p_mime, p_bytes, p_duration_ms);
  return true;
end;
$$;
