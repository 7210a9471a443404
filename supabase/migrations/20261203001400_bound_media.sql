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
