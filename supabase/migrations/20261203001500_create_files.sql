-- What the storage service found in an uploaded file's bytes.
create table private.file_facts (
  bucket_id text not null,
  name text not null,
  mime text,
  bytes bigint not null,
  duration_ms integer,
  -- 'mpeg', 'png', 'jpeg', 'webp', 'gif', or 'unknown'
  kind text not null,
  checked_at timestamptz not null,
  primary key (bucket_id, name)
);

alter table private.file_facts enable row level security;
create policy file_facts_all_nobody on private.file_facts for all to anon, authenticated
  using (false) with check (false);

create function public.record_file_facts(
  p_bucket text, p_name text, p_kind text, p_mime text, p_bytes bigint, p_duration_ms integer
) returns void
language sql security definer set search_path = ''
as $$
  insert into private.file_facts (bucket_id, name, mime, bytes, duration_ms, kind, checked_at)
    values (p_bucket, p_name, p_mime, p_bytes, p_duration_ms, p_kind, private.now())
  on conflict (bucket_id, name) do update
    set mime = excluded.mime, bytes = excluded.bytes, duration_ms = excluded.duration_ms,
      kind = excluded.kind, checked_at = excluded.checked_at;
$$;

-- Files that are being read by the function check-upload: each by one at a time, and few of a person.
create table private.file_checks (
  bucket_id text not null,
  name text not null,
  -- One that takes longer than two minutes was given up.
  begun_at timestamptz not null,
  primary key (bucket_id, name)
);

alter table private.file_checks enable row level security;
create policy file_checks_all_nobody on private.file_checks for all to anon, authenticated
  using (false) with check (false);

/*
 * Whether a file has to be read; the incoming file is looked for first, and 'at' is where the file lies. state 'missing', 'checked' with what
 * was found, 'busy' while it is read or the person's other files are, 'refused' while too many files of the person were refused, with the seconds
 * to `wait`, 'judged' for an incoming file that was read, with whether it `suits` the public bucket: move it there, or 'begun': read it and call
 * finish_file_check with `seen`, which tells these bytes from later ones under the name.
 */
create function public.begin_file_check(p_bucket text, p_name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_folder text := split_part(p_name, '/', 1) || '/';
  v_at jsonb;
  v_object storage.objects;
  v_facts private.file_facts;
  v_suits boolean;
  v_wait integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:file_checks:' || v_folder, 0));
  select o.* into v_object from storage.objects o
    where o.bucket_id = 'incoming' and o.name = private.incoming_name(p_bucket, p_name);
  if not found then
    select o.* into v_object from storage.objects o where o.bucket_id = p_bucket and o.name = p_name;
    if not found then
      return jsonb_build_object('state', 'missing');
    end if;
  end if;
  v_at := jsonb_build_object('bucket', v_object.bucket_id, 'name', v_object.name);
  select f.* into v_facts from private.file_facts f
    where f.bucket_id = v_object.bucket_id and f.name = v_object.name and f.checked_at >= v_object.updated_at;
  v_suits := private.suits_bucket(p_bucket, v_facts.kind, v_facts.bytes, v_object.metadata ->> 'mimetype');
  delete from private.file_checks c where starts_with(c.name, v_folder) and c.begun_at < v_now - interval '2 minutes';
  -- One request moves the file: two would each remove the profile picture that the other has just moved.
  if v_object.bucket_id = 'incoming' and v_suits then
    insert into private.file_checks (bucket_id, name, begun_at) values (v_object.bucket_id, v_object.name, v_now) on conflict do nothing;
    if not found then
      return jsonb_build_object('state', 'busy');
    end if;
  end if;
  if v_facts.kind is not null then
    return jsonb_build_object(
      'state', case v_object.bucket_id when 'incoming' then 'judged' else 'checked' end, 'at', v_at,
      'suits', v_suits,
      'kind', v_facts.kind, 'bytes', v_facts.bytes, 'duration_ms', v_facts.duration_ms
    );
  end if;
  if exists (select 1 from private.file_checks c where c.bucket_id = v_object.bucket_id and c.name = v_object.name)
    or (select count(*) from private.file_checks c where starts_with(c.name, v_folder)) >= 4
  then
    return jsonb_build_object('state', 'busy');
  end if;
  v_wait := private.refused_files_wait(private.owner_of_file(p_name));
  if v_wait is not null then
    return jsonb_build_object('state', 'refused', 'wait', v_wait);
  end if;
  insert into private.file_checks (bucket_id, name, begun_at) values (v_object.bucket_id, v_object.name, v_now);
  return jsonb_build_object('state', 'begun', 'at', v_at, 'seen', extract(epoch from v_object.updated_at)::text);
end;
$$;

-- Keeps what was found, unless the file was replaced while it was read. p_kind null: it could not be read. A file that is nothing that is
-- taken is counted.
create function public.finish_file_check(
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

/*
 * The facts of a file that this user put below their own folder; refuses anything else. They must be of the bytes that are there now,
 * since a file may be replaced after it was looked at. One that is there and was not judged yet is one to wait for, not a missing one:
 * the longer it takes, the less often it is asked for. So is an incoming file, because its check is still to come. A row must not begin to name
 * a file that is being deleted: after five minutes that was given up, and the next look at the queue finds the name and lets the file be.
 */
create function private.own_file(p_user uuid, p_bucket text, p_name text, p_kinds text[]) returns private.file_facts
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_updated_at timestamptz;
  v_facts private.file_facts;
begin
  if p_name not like p_user::text || '/%' or p_name like '%..%' or char_length(p_name) > 500 then
    perform private.refuse('file_not_yours', 'This file is not in your own folder.');
  end if;
  select o.updated_at into v_updated_at from storage.objects o
    where o.bucket_id = p_bucket and o.name = p_name and o.owner_id = p_user::text
      and not exists (
        select 1 from private.file_removals r
        where r.bucket_id = o.bucket_id and r.name = o.name and r.taken_at > private.now() - interval '5 minutes'
      );
  if found then
    select f.* into v_facts from private.file_facts f
      where f.bucket_id = p_bucket and f.name = p_name and f.checked_at >= v_updated_at;
  else
    select o.updated_at into v_updated_at from storage.objects o
      where o.bucket_id = 'incoming' and o.name = private.incoming_name(p_bucket, p_name) and o.owner_id = p_user::text;
    if not found then
      perform private.refuse('file_missing', 'The file was not found. Please upload it again.');
    end if;
  end if;
  if v_facts.kind is null then
    perform private.put_off(
      'not_checked',
      'The server has not checked this file yet. It goes on by itself.',
      least(greatest(ceil(extract(epoch from private.now() - v_updated_at) / 4), 2), 60)::integer,
      jsonb_build_object('file', jsonb_build_object('bucket', p_bucket, 'name', p_name))
    );
  end if;
  if v_facts.kind <> all (p_kinds) then
    perform private.refuse('file_kind', 'Invalid file. Please check file type and size.');
  end if;
  return v_facts;
end;
$$;

-- The name under which a file for this address arrives.
create function private.incoming_name(p_bucket text, p_name text) returns text
language sql immutable set search_path = ''
return split_part(p_name, '/', 1) || '/' || p_bucket || substr(p_name, strpos(p_name, '/'));

-- Whether a file of this kind and size, served with this declared type, belongs in a public bucket. p_mime null: none was declared.
create function private.suits_bucket(p_bucket text, p_kind text, p_bytes bigint, p_mime text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (p_kind = 'mpeg') = (p_bucket = 'tracks') and p_kind <> 'unknown' and exists (
    select 1 from storage.buckets b
    where b.id = p_bucket and coalesce(p_bytes <= b.file_size_limit, true)
      and coalesce(lower(btrim(split_part(p_mime, ';', 1))) = any (b.allowed_mime_types), true)
  );
$$;
