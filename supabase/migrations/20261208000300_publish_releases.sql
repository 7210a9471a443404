/*
 * S-61: publishes a release if its time has come and no track is awaited; true if it did. Tracks that waited for it are new to everybody. The caller
 * holds the owner's lock and has locked the tracks.
 */
create function private.publish_release(p_release uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
begin
  update public.releases r set published_at = v_now
    where r.id = p_release and r.deleted_at is null and r.published_at is null and r.awaited = '{}'
      and (r.publish_at is null or r.publish_at <= v_now)
      and exists (select from public.tracks t where t.release_id = r.id and t.deleted_at is null)
      and not private.is_silenced(r.user_id);
  if not found then
    return false;
  end if;
  update public.tracks t set is_public = true, awaits_release = false, created_at = v_now
    where t.release_id = p_release and t.awaits_release and t.hidden_at is null and t.deleted_at is null;
  return true;
end;
$$;

/*
 * Publishes up to 50 releases that are due, and returns their number. The locks are taken in the order of private.lock_batch: people, then
 * tracks by id. An owner whose lock is held is left for the next call, and a release that fails stops no other.
 */
create function private.publish_due_releases() returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_due uuid[] := array(
    select d.id
    from (
      select r.id, r.user_id from public.releases r
      where r.published_at is null and r.deleted_at is null and r.awaited = '{}' and r.places <> '{}'
        and coalesce(r.publish_at, '-infinity'::timestamptz) <= private.now()
        and exists (select from public.tracks t where t.release_id = r.id and t.deleted_at is null)
        and not private.is_silenced(r.user_id)
      order by coalesce(r.publish_at, '-infinity'::timestamptz), r.id
      limit 50
    ) d
    where pg_try_advisory_xact_lock(hashtextextended('undercurrent:user:' || d.user_id::text, 0))
  );
  v_release uuid;
  v_published integer := 0;
begin
  perform 1 from public.tracks t where t.release_id = any (v_due) order by t.id for no key update;
  foreach v_release in array v_due loop
    begin
      v_published := v_published + private.publish_release(v_release)::integer;
    exception
      when others then
        raise log 'release % could not be published: % %', v_release, sqlstate, sqlerrm;
    end;
  end loop;
  return v_published;
end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('publish-releases', '1 second', 'select private.publish_due_releases()')$cron$;
    -- pg_cron keeps a row of each run.
    execute $cron$select cron.schedule(
      'forget-cron-runs', '27 3 * * *', $run$delete from cron.job_run_details where end_time < now() - interval '1 day'$run$
    )$cron$;
  end if;
end;
$$;

-- Whether the track waits for a release that is out: an operator hid the track when that came out.
create function private.has_release_out(t public.tracks) returns boolean
language sql stable security definer set search_path = ''
return t.awaits_release and exists (
  select from public.releases r where r.id = t.release_id and r.published_at is not null and r.deleted_at is null
);

/*
 * Shows the track once no other act hides it; so also if it was private only because of a release that is out by now. The track is locked before its
 * hidings, as by private.hide_track.
 */
create or replace function private.undo_hiding(p_act uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_undone private.track_hidings;
begin
  perform 1 from public.tracks t
    where t.id = (select h.track_id from private.track_hidings h where h.act_id = p_act) for no key update;
  delete from private.track_hidings h where h.act_id = p_act returning h.* into v_undone;
  if not found then
    return;
  end if;
  update private.track_hidings h set was_public = h.was_public or v_undone.was_public where h.track_id = v_undone.track_id;
  if not found then
    update public.tracks t
      set hidden_at = null, is_public = v_undone.was_public or private.has_release_out(t),
        awaits_release = t.awaits_release and not private.has_release_out(t)
      where t.id = v_undone.track_id and t.deleted_at is null;
  end if;
end;
$$;

-- For scripts with the service key. Hides a track or shows it again; one that the operators hid stays private until its owner publishes it, unless it
-- was private only because of a release that is out by now. False: there is no such track.
create or replace function public.set_track_hidden(p_track_id uuid, p_is_hidden boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_track public.tracks;
  v_act uuid;
begin
  select t.* into v_track from public.tracks t where t.id = p_track_id and t.deleted_at is null for no key update;
  if not found then
    return false;
  elsif (v_track.hidden_at is not null) = p_is_hidden then
    return true;
  end if;
  v_act := private.log_moderation(
    null, case when p_is_hidden then 'hide' else 'show' end, 'track', p_track_id, v_track.user_id, ''
  );
  if p_is_hidden then
    return private.hide_track(v_act, p_track_id, '');
  end if;
  delete from private.track_hidings h where h.track_id = p_track_id;
  update public.tracks t
    set hidden_at = null, is_public = t.is_public or private.has_release_out(t), awaits_release = t.awaits_release and not private.has_release_out(t)
    where t.id = p_track_id;
  return true;
end;
$$;

create function private.require_release_out(t public.tracks) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if t.awaits_release and not private.has_release_out(t) then
    perform private.refuse('release_not_out', 'This track shows with its release.');
  end if;
end;
$$;

-- A track that its owner makes private stays so when its release comes out.
create or replace function private.handle_track_update(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_title text;
  v_is_public boolean;
begin
  if not (p_payload ?| array['title', 'is_public']) then
    perform private.refuse('invalid_payload', 'There is nothing to change.');
  end if;
  if p_payload ? 'is_public' then
    v_is_public := private.boolean_field(p_payload, 'is_public');
  end if;
  if p_payload ? 'title' then
    v_title := private.clean_track_title(private.text_field(p_payload, 'title'), 60);
  end if;
  perform private.require_own_track(p_user, v_track);
  if v_is_public then
    perform private.require_release_out(t) from public.tracks t where t.id = v_track;
  end if;
  update public.tracks t
    set title = coalesce(v_title, t.title), is_public = coalesce(v_is_public, t.is_public),
      awaits_release = t.awaits_release and v_is_public is null
    where t.id = v_track;
  return jsonb_build_object('success', true);
end;
$$;

-- The same for REST.
create function private.admit_visibility() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.is_public then
    perform private.require_release_out(old);
  end if;
  new.awaits_release := false;
  return new;
end;
$$;
create trigger tracks_admit_visibility before update of is_public on public.tracks
  for each row when (old.awaits_release and current_user in ('anon', 'authenticated')) execute function private.admit_visibility();
