-- G-7, SY-8: tombstones are deleted after a while, and a device that was away for longer rebuilds its replica.
insert into private.retentions (log, kept) values ('tombstones', interval '60 days');

-- The floor (SY-6) of about each day: all transactions below it had ended by then.
create table private.floor_notes (
  noted_at timestamptz primary key,
  -- Transaction ids of another epoch may be those of another server.
  epoch text not null,
  floor xid8 not null
);
alter table private.floor_notes enable row level security;
create policy floor_notes_all_nobody on private.floor_notes for all to anon, authenticated
  using (false) with check (false);

-- Ids of deleted tracks whose rows were swept. They stay reserved: old links lead to them, and devices that know a track as gone would ignore
-- a new one.
create table private.swept_tracks (
  id uuid primary key
);
alter table private.swept_tracks enable row level security;
create policy swept_tracks_all_nobody on private.swept_tracks for all to anon, authenticated
  using (false) with check (false);

create function private.refuse_swept_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.swept_tracks s where s.id = new.id) then
    perform private.refuse('track_exists', 'This track was uploaded before.');
  end if;
  return new;
end;
$$;
create trigger tracks_refuse_swept before insert on public.tracks
  for each row execute function private.refuse_swept_track();
update private.synced_tables s
  set swept_if = v.swept_if
  from (values
    ('track_votes', 'true'),
    ('shared_tracks', 'true'),
    ('connections', 'true'),
    ('blocks', 'true'),
    ('messages', $sql$not exists (select from public.reports x where x.subject = 'message' and x.subject_id = r.id)$sql$),
    -- Plays outlive their track in a person's archive, and listeners in the number of tracks that a person has heard. Figures of artists are
    -- counted anew when a changed track of theirs is found.
    ('tracks', $sql$
      not exists (select from public.track_plays x where x.track_id = r.id)
        and not exists (select from private.track_listeners x where x.track_id = r.id)
        and not exists (select from public.track_votes x where x.track_id = r.id)
        and not exists (select from public.shared_tracks x where x.track_id = r.id)
        and not exists (select from public.reports x where x.subject = 'track' and x.subject_id = r.id)
        and not exists (select from private.artist_figures_state x where x.before_xid <= r.row_xid)
    $sql$),
    -- While there is an account, the next action would create its profile anew.
    ('user_profiles', $sql$
      not exists (select from auth.users x where x.id = r.id)
        and not exists (select from public.tracks x where x.user_id = r.id)
        and not exists (select from public.shared_tracks x where x.user_id = r.id)
        and not exists (select from public.connections x where r.id in (x.user_id, x.connection_id))
        and not exists (select from public.blocks x where r.id in (x.user_id, x.blocked_id))
        and not exists (select from public.messages x where r.id in (x.sender_id, x.receiver_id))
        and not exists (select from public.reports x where x.person_id = r.id)
    $sql$)
  ) v (name, swept_if)
  where v.name = s.name;

/*
 * Notes today's floor, and deletes tombstones from before the newest note that is old enough: up to 5000 of each table per call, so that locks
 * are short. A note whose tombstones are all gone is deleted, so that the rest of its day's calls have nothing to do.
 */
create function private.sweep_tombstones() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_batch constant integer := 5000;
  v_now timestamptz := private.now();
  v_epoch text := (select m.epoch from public.sync_meta m);
  v_note private.floor_notes;
  v_table record;
  v_ids uuid[];
  v_has_swept boolean := false;
  v_is_done boolean := true;
begin
  delete from private.floor_notes n where n.epoch <> v_epoch;
  if not exists (select from private.floor_notes n where n.noted_at between v_now - interval '1 day' and v_now) then
    insert into private.floor_notes (noted_at, epoch, floor)
      values (v_now, v_epoch, private.floor_xid())
      on conflict do nothing;
  end if;
  select n.* into v_note
    from private.floor_notes n join private.retentions r on r.log = 'tombstones'
    where n.noted_at < v_now - greatest(r.kept, interval '1 day')
    order by n.noted_at desc limit 1;
  if not found then
    return;
  end if;
  perform set_config('undercurrent.sweeps_tombstones', 'on', true);
  -- A table refers only to tables before it.
  for v_table in
    select s.name, s.swept_if from private.synced_tables s where s.swept_if is not null order by s.position desc
  loop
    execute format(
      $f$
        with due as materialized (
          select r.id from public.%1$I r
          where r.deleted_at is not null and r.row_xid < $1 and (%2$s)
          order by r.row_xid limit $2
          for update skip locked
        ), swept as (
          delete from public.%1$I d using due where d.id = due.id returning d.id
        )
        select coalesce(array_agg(s.id), '{}') from swept s
      $f$,
      v_table.name, v_table.swept_if
    ) into v_ids using v_note.floor, v_batch;
    v_has_swept := v_has_swept or cardinality(v_ids) > 0;
    v_is_done := v_is_done and cardinality(v_ids) < v_batch;
    if v_table.name = 'tracks' then
      insert into private.swept_tracks (id) select u.id from unnest(v_ids) u (id);
      delete from private.digested_counts d where d.track_id = any (v_ids);
    end if;
  end loop;
  perform set_config('undercurrent.sweeps_tombstones', '', true);
  if v_has_swept then
    update public.sync_meta m set min_since = v_note.floor where m.min_since < v_note.floor;
  end if;
  delete from private.floor_notes n where n.noted_at < v_note.noted_at or v_is_done and n.noted_at = v_note.noted_at;
end;
$$;
