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

-- Queues uploads that never became anything, among the next 10,000 objects; answers how many. A day is longer than an upload and its
-- track are ever apart. The position and the queue change in one transaction, so a sweep that fails is repeated by the next.
create or replace function public.queue_orphan_files() returns integer
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
      where p.bucket_id in ('tracks', 'covers', 'avatars')
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
create or replace function public.take_file_removals(p_limit integer) returns jsonb
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
