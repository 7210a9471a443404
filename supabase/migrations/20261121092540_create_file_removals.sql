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
revoke all on table private.file_removals from public, anon, authenticated, service_role;

-- A row keeps a path, or a public address of this storage, with or without a '?v=' behind it. Null for other addresses.
create function private.storage_path(p_bucket text, p_address text) returns text
language sql immutable
return case
  when p_address ~ '^[a-zA-Z][a-zA-Z0-9+.-]*://' then
    substring(p_address from '^https?://[^/]+/storage/v1/object/public/' || p_bucket || '/([^?#]+)')
  else split_part(p_address, '?', 1)
end;
revoke all on function private.storage_path(text, text) from public;

-- Whoever writes these rows fills the indexes.
grant execute on function private.storage_path(text, text) to anon, authenticated, service_role;
create index tracks_audio_file on public.tracks (private.storage_path('tracks', audio_url)) where deleted_at is null;
create index tracks_cover_file on public.tracks (private.storage_path('covers', cover_url)) where deleted_at is null;
create index user_profiles_avatar_file on public.user_profiles (private.storage_path('avatars', avatar_url))
  where deleted_at is null;

-- Whether any row still needs the file: two tracks may share a cover. True for a file in nobody's folder, which is not ours
-- to delete.
create function private.is_file_named(p_bucket text, p_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_uuid(split_part(p_name, '/', 1)) then true
    when p_bucket = 'tracks' then exists (
      select 1 from public.tracks t where private.storage_path('tracks', t.audio_url) = p_name and t.deleted_at is null
    )
    when p_bucket = 'covers' then exists (
      select 1 from public.tracks t where private.storage_path('covers', t.cover_url) = p_name and t.deleted_at is null
    )
    when p_bucket = 'avatars' then exists (
      select 1 from public.user_profiles p
      where private.storage_path('avatars', p.avatar_url) = p_name and p.deleted_at is null
    )
    else true
  end;
$$;

-- For a row that stops naming a file. Whether another one still does is asked when it is taken.
create function private.queue_file(p_owner uuid, p_bucket text, p_address text) returns void
language sql security definer set search_path = ''
as $$
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id = p_bucket
      and o.name = private.storage_path(p_bucket, p_address)
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

-- Uploads that never became anything. A day is longer than an upload and its track are ever apart.
create function public.queue_orphan_files() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('tracks', 'covers', 'avatars')
      and greatest(o.created_at, o.updated_at) < private.now() - interval '1 day'
      and not private.is_file_named(o.bucket_id, o.name)
    on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

-- Files to delete now, as [{bucket, name}], which nobody else is given for five minutes. One that a row names again stays.
create function public.take_file_removals(p_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_files jsonb;
begin
  delete from private.file_removals r where private.is_file_named(r.bucket_id, r.name);
  with due as (
    select r.bucket_id, r.name from private.file_removals r
    where r.taken_at is null or r.taken_at < v_now - interval '5 minutes'
    order by r.queued_at, r.bucket_id, r.name
    limit least(greatest(p_limit, 1), 1000)
    for update skip locked
  ), taken as (
    update private.file_removals r set taken_at = v_now from due d
    where r.bucket_id = d.bucket_id and r.name = d.name
    returning r.bucket_id, r.name
  )
  select coalesce(jsonb_agg(jsonb_build_object('bucket', t.bucket_id, 'name', t.name) order by t.bucket_id, t.name), '[]')
    into v_files from taken t;
  return v_files;
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

revoke all on function
  private.is_file_named(text, text),
  private.queue_file(uuid, text, text),
  private.release_track_files(),
  private.release_avatar(),
  private.announce_removals(),
  public.queue_orphan_files(),
  public.take_file_removals(integer),
  public.finish_file_removals(jsonb)
from public, anon, authenticated;
grant execute on function
  public.queue_orphan_files(),
  public.take_file_removals(integer),
  public.finish_file_removals(jsonb)
to service_role;
