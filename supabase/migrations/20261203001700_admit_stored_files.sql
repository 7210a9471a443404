-- Hosted Storage tries a client's policies in a transaction that it rolls back, and stores the row later as service_role, past them. So
-- what must hold for every stored row is a trigger's work: the limits of unused files, and that only checked files become public.

-- Files of this person for a public bucket that no row names, incoming ones included, without the row p_except. The folder is named because
-- Storage's only useful index is on names.
create function private.count_unused_files(p_user uuid, p_bucket text, p_except uuid) returns integer
language sql volatile security definer set search_path = ''
as $$
  select (
    select count(*) from storage.objects o
    where o.bucket_id = p_bucket and starts_with(o.name, p_user::text || '/') and o.owner_id = p_user::text
      and o.id <> p_except and not private.is_file_named(o.bucket_id, o.name)
  )::integer + (
    select count(*) from storage.objects o
    where o.bucket_id = 'incoming' and starts_with(o.name, p_user::text || '/' || p_bucket || '/')
      and o.owner_id = p_user::text and o.id <> p_except
  )::integer;
$$;

-- Whether this transaction recorded the facts of this file, as a Storage does that reads the bytes before it stores the row.
create function private.is_recorded_now(p_bucket text, p_name text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  select exists (
    select 1 from private.file_facts f
    where f.bucket_id = p_bucket and f.name = p_name and f.xmin::text = pg_current_xact_id()::xid::text
  );
$$;

-- Refuses one more unused file of this person. Of 40 uploads at once, each waits for the person's lock and counts those before it.
-- p_waits false: an update already holds the row's lock, and a holder of the person's lock may be waiting for it.
create function private.require_room_for_file(p_user uuid, p_bucket text, p_except uuid, p_waits boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_waits then
    perform private.lock_user(p_user);
  elsif not pg_try_advisory_xact_lock(hashtextextended('undercurrent:user:' || p_user::text, 0)) then
    raise exception 'Another request changes your files. Please try again.' using errcode = '55P03';
  end if;
  -- What the deletion of an account did not find would stay until the sweep.
  if not exists (select 1 from auth.users u where u.id = p_user) then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if private.count_unused_files(p_user, p_bucket, p_except) >= private.most_unused_files(p_user, p_bucket) then
    raise exception 'Too many of your files were sent and not used. They are removed within a day; try again then.'
      using errcode = '42501', detail = 'too_many_files';
  end if;
end;
$$;

-- The facts of other bytes under this name do not hold for these.
create function private.forget_stale_facts(p_bucket text, p_name text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.file_facts f
    where f.bucket_id = p_bucket and f.name = p_name and not private.is_recorded_now(p_bucket, p_name);
$$;

create function private.require_checked_file(p_is_checked boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_is_checked is not true then
    raise exception 'A file becomes public only after the server has checked it.' using errcode = '42501';
  end if;
end;
$$;

/*
 * A new row, or new bytes under a name (an upsert fires both). The service key's own files, which have no owner, are exempt. The
 * lock of the person comes before that of the row; an upsert, which holds the row already, does not need it.
 */
create function private.admit_object() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_owner uuid := private.owner_of_file(new.name);
  v_target text := case new.bucket_id when 'incoming' then split_part(new.name, '/', 2) else new.bucket_id end;
begin
  if tg_op = 'INSERT' then
    perform 1 from storage.objects o where o.bucket_id = new.bucket_id and o.name = new.name for key share;
    if found then
      return new;
    end if;
  elsif (new.bucket_id, new.name) is distinct from (old.bucket_id, old.name) or new.version is not distinct from old.version then
    return new;
  end if;
  perform private.forget_stale_facts(new.bucket_id, new.name);
  if new.owner_id is null then
    return new;
  end if;
  if new.bucket_id <> 'incoming' then
    perform private.require_checked_file(private.is_recorded_now(new.bucket_id, new.name));
  end if;
  if tg_op = 'INSERT' and new.owner_id = v_owner::text then
    perform private.require_room_for_file(v_owner, v_target, new.id, true);
    -- Only profile pictures are replaced. An upload whose answer was lost counts as done.
    if new.bucket_id = 'incoming' and v_target <> 'avatars' and exists (
      select 1 from storage.objects o
      where o.bucket_id = v_target and private.incoming_name(o.bucket_id, o.name) = new.name
        and starts_with(o.name, v_owner::text || '/')
    ) then
      raise exception 'The resource already exists' using errcode = '23505';
    end if;
  end if;
  return new;
end;
$$;

/*
 * A row with another address: a checked incoming file that becomes public, or a file that its owner renames. The facts go with the bytes,
 * which stay the same (their version may change).
 */
create function private.admit_moved_object() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_owner uuid := private.owner_of_file(new.name);
  v_facts private.file_facts;
begin
  new.owner_id := coalesce(new.owner_id, old.owner_id);
  select f.* into v_facts from private.file_facts f
    where f.bucket_id = old.bucket_id and f.name = old.name and f.checked_at >= old.updated_at;
  if new.bucket_id <> 'incoming' then
    perform private.require_checked_file(
      private.suits_bucket(new.bucket_id, v_facts.kind, v_facts.bytes, new.metadata ->> 'mimetype')
      -- Storage copies the bytes before it stores the row: they may have been replaced between.
      and coalesce(v_facts.bytes = (new.metadata ->> 'size')::bigint, true)
    );
  end if;
  if new.owner_id = v_owner::text
    and not (old.bucket_id = 'incoming' and old.name = private.incoming_name(new.bucket_id, new.name))
  then
    perform private.require_room_for_file(
      v_owner, case new.bucket_id when 'incoming' then split_part(new.name, '/', 2) else new.bucket_id end, new.id, false
    );
  end if;
  delete from private.file_checks c where c.bucket_id = old.bucket_id and c.name = old.name;
  delete from private.file_facts f
    where (f.bucket_id, f.name) in ((old.bucket_id, old.name), (new.bucket_id, new.name));
  if v_facts.kind is not null then
    insert into private.file_facts (bucket_id, name, mime, bytes, duration_ms, kind, checked_at)
      values (
        new.bucket_id, new.name, v_facts.mime, v_facts.bytes, v_facts.duration_ms, v_facts.kind,
        greatest(v_facts.checked_at, private.now(), now())
      );
  end if;
  return new;
end;
$$;

-- Storage stores rows with these roles. Operators, who sign in to the database, are not restricted.
create trigger objects_admit before insert or update on storage.objects
  for each row when (
    current_user in ('anon', 'authenticated', 'service_role', 'supabase_storage_admin')
    and new.bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
  )
  execute function private.admit_object();
create trigger objects_admit_moved before update on storage.objects
  for each row when (
    current_user in ('anon', 'authenticated', 'service_role', 'supabase_storage_admin')
    and (old.bucket_id, old.name) is distinct from (new.bucket_id, new.name)
    and new.bucket_id in ('incoming', 'tracks', 'covers', 'avatars')
  )
  execute function private.admit_moved_object();
