-- Files that no row names any more, until the function remove-files has deleted them through Storage (rows alone would leave
-- the bytes).
create table private.file_removals (
  bucket_id text not null,
  name text not null,
  queued_at timestamptz not null default private.now(),
  -- While somebody deletes it; an older one was given up.
  taken_at timestamptz,
  primary key (bucket_id, name)
);
create index file_removals_queued_at on private.file_removals (queued_at);

alter table private.file_removals enable row level security;
create policy file_removals_all_nobody on private.file_removals for all to anon, authenticated
  using (false) with check (false);

-- A picture that is kept in several sizes is named by its largest, '..._large.jpg' or '..._medium.jpg'; the smaller ones lie
-- beside it (pictureFiles in sync/media/picture-sizes.ts). Any other name is one file.
create function private.picture_files(p_name text) returns text[]
language sql immutable set search_path = ''
return case
  when p_name ~ '_large\.[a-z]+$' then array[
    p_name, regexp_replace(p_name, '_large(\.[a-z]+)$', '_medium\1'), regexp_replace(p_name, '_large(\.[a-z]+)$', '_small\1')
  ]
  when p_name ~ '_medium\.[a-z]+$' then array[p_name, regexp_replace(p_name, '_medium(\.[a-z]+)$', '_small\1')]
  else array[p_name]
end;

-- The names under which a row may name this file: its own, and those of larger sizes.
create function private.names_of_picture(p_name text) returns text[]
language sql immutable set search_path = ''
return case
  when p_name ~ '_(medium|small)\.[a-z]+$' then array[
    p_name,
    regexp_replace(p_name, '_(medium|small)(\.[a-z]+)$', '_large\2'),
    regexp_replace(p_name, '_small(\.[a-z]+)$', '_medium\1')
  ]
  else array[p_name]
end;

-- Whether any row still needs the file: two tracks may share a cover, and a size of a picture is named with the picture. True for a
-- file in nobody's folder, which is not ours to delete. No row names an incoming file.
create function private.is_file_named(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_uuid(split_part(p_name, '/', 1)) then true
    when p_bucket = 'tracks' then exists (
      select 1 from public.tracks t where private.storage_path('tracks', t.audio_url) = p_name and t.deleted_at is null
    )
    when p_bucket = 'covers' then exists (
      select 1 from public.tracks t
      where private.storage_path('covers', t.cover_url) = any (private.names_of_picture(p_name)) and t.deleted_at is null
    )
    when p_bucket = 'avatars' then exists (
      select 1 from public.user_profiles p
      where private.storage_path('avatars', p.avatar_url) = any (private.names_of_picture(p_name)) and p.deleted_at is null
    )
    else p_bucket <> 'incoming'
  end;
$$;

-- For a row that stops naming a file; a picture goes in all of its sizes. Whether another row still names it is asked when it is
-- taken.
create function private.queue_file(p_owner uuid, p_bucket text, p_address text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id = p_bucket
      and o.name = any (private.picture_files(private.storage_path(p_bucket, p_address)))
      and starts_with(o.name, p_owner::text || '/')
  on conflict do nothing;
$$;

create function private.release_track_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.audio_url <> new.audio_url then
    perform private.queue_file(old.user_id, 'tracks', old.audio_url);
  end if;
  if old.cover_url is distinct from new.cover_url then
    perform private.queue_file(old.user_id, 'covers', old.cover_url);
  end if;
  return null;
end;
$$;
create trigger tracks_release_files after update on public.tracks
  for each row when ((old.audio_url, old.cover_url) is distinct from (new.audio_url, new.cover_url))
  execute function private.release_track_files();

create function private.release_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_file(old.id, 'avatars', old.avatar_url);
  return null;
end;
$$;
create trigger user_profiles_release_avatar after update on public.user_profiles
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function private.release_avatar();

-- The local stack listens; elsewhere a schedule calls remove-files.
create function private.announce_removals() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('file_removals', '');
  return null;
end;
$$;
create trigger file_removals_announce after insert on private.file_removals
  for each statement execute function private.announce_removals();

-- Queues uploads that never became anything, incoming files too, among the next 10,000 objects; answers how many. A day is longer than an
-- upload and its track are ever apart. The position and the queue change in one transaction, so a sweep that fails is repeated by the next.
create function public.queue_orphan_files() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  c_piece constant integer := 10000;
  v_after uuid;
  v_last uuid;
  v_examined integer;
  v_count integer;
begin
  select s.after_id into strict v_after from private.orphan_sweep s for update;
  with piece as materialized (
    select o.id, o.bucket_id, o.name, greatest(o.created_at, o.updated_at) as changed_at
    from storage.objects o
    where o.id > coalesce(v_after, '00000000-0000-0000-0000-000000000000')
    order by o.id
    limit c_piece
  ), queued as (
    insert into private.file_removals (bucket_id, name)
      select p.bucket_id, p.name from piece p
      where p.bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
        and p.changed_at < private.now() - interval '1 day'
        and not private.is_file_named(p.bucket_id, p.name)
      on conflict do nothing
      returning 1
  )
  select (select count(*) from piece), (select p.id from piece p order by p.id desc limit 1), (select count(*) from queued)
    into v_examined, v_last, v_count;
  update private.orphan_sweep set after_id = case when v_examined = c_piece then v_last end;
  return v_count;
end;
$$;

-- Files to delete now, as [{bucket, name}], which nobody else is given for five minutes. A file that a row names again leaves the queue;
-- this is checked for the files of this call only.
create function public.take_file_removals(p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_due integer;
  v_files jsonb;
begin
  loop
    with due as materialized (
      select r.bucket_id, r.name from private.file_removals r
      where r.taken_at is null or r.taken_at < v_now - interval '5 minutes'
      order by r.queued_at, r.bucket_id, r.name
      limit least(greatest(p_limit, 1), 1000)
      for update skip locked
    ), checked as materialized (
      select d.bucket_id, d.name, private.is_file_named(d.bucket_id, d.name) as is_named from due d
    ), kept as (
      delete from private.file_removals r using checked c
      where c.is_named and r.bucket_id = c.bucket_id and r.name = c.name
    ), taken as (
      update private.file_removals r set taken_at = v_now from checked c
      where not c.is_named and r.bucket_id = c.bucket_id and r.name = c.name
      returning r.bucket_id, r.name
    )
    select (select count(*) from due), jsonb_agg(jsonb_build_object('bucket', t.bucket_id, 'name', t.name) order by t.bucket_id, t.name)
      into v_due, v_files from taken t;
    -- An empty list ends the caller's work, so it is given only when nothing is due.
    exit when v_files is not null or v_due = 0;
  end loop;
  return coalesce(v_files, '[]');
end;
$$;

-- After Storage has deleted them. What Storage still has stays in the queue. Answers how many left it.
create function public.finish_file_removals(p_files jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  with gone as (
    select f.bucket, f.name from jsonb_to_recordset(p_files) f(bucket text, name text)
    where not exists (select 1 from storage.objects o where o.bucket_id = f.bucket and o.name = f.name)
  ), facts as (
    delete from private.file_facts f using gone g where f.bucket_id = g.bucket and f.name = g.name
  )
  delete from private.file_removals r using gone g where r.bucket_id = g.bucket and r.name = g.name;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

-- Each sweep examines the next piece of Storage's objects and goes on where the last one stopped, so its work does not grow with what is
-- stored. The primary key is the order because it is the only one with an index on hosted projects too, where only Storage may add
-- one; hosted Storage writes its rows past the policies, so these cannot note an upload.
create table private.orphan_sweep (
  is_only boolean primary key default true,
  -- The last object that was examined; null before the first.
  after_id uuid,
  constraint orphan_sweep_one_row check (is_only)
);
alter table private.orphan_sweep enable row level security;
create policy orphan_sweep_all_nobody on private.orphan_sweep for all to anon, authenticated
  using (false) with check (false);
insert into private.orphan_sweep default values;

-- The incoming files of a deleted account; farewell_user queues the others.
create function private.queue_incoming_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id = 'incoming' and starts_with(o.name, old.id::text || '/')
    on conflict do nothing;
  return null;
end;
$$;
create trigger queue_incoming_files after delete on auth.users
  for each row execute function private.queue_incoming_files();
