-- Each decision to hide or to silence is a row with its reason, so that undoing one leaves the others in force.
create table private.track_hidings (
  act_id uuid primary key,
  track_id uuid not null references public.tracks (id) on delete cascade,
  reason text not null,
  -- Whether the track was public before. If so, an undo makes it public again.
  was_public boolean not null,
  created_at timestamptz not null default private.now()
);
create index track_hidings_track on private.track_hidings (track_id);

alter table private.track_hidings enable row level security;
create policy track_hidings_all_nobody on private.track_hidings for all to anon, authenticated
  using (false) with check (false);

create table private.silences (
  act_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default private.now(),
  ends_at timestamptz not null
);
create index silences_user on private.silences (user_id, ends_at);

alter table private.silences enable row level security;
create policy silences_all_nobody on private.silences for all to anon, authenticated
  using (false) with check (false);

create function private.hide_track(p_act uuid, p_track uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_was_public boolean;
begin
  select t.is_public into v_was_public from public.tracks t where t.id = p_track and t.deleted_at is null for no key update;
  if not found then
    return false;
  end if;
  insert into private.track_hidings (act_id, track_id, reason, was_public) values (p_act, p_track, p_reason, v_was_public);
  update public.tracks t set is_public = false, hidden_at = coalesce(t.hidden_at, private.now()) where t.id = p_track;
  return true;
end;
$$;

-- Shows the track once no other act hides it.
create function private.undo_hiding(p_act uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_undone private.track_hidings;
begin
  delete from private.track_hidings h where h.act_id = p_act returning h.* into v_undone;
  if not found then
    return;
  end if;
  perform 1 from public.tracks t where t.id = v_undone.track_id for no key update;
  update private.track_hidings h set was_public = h.was_public or v_undone.was_public where h.track_id = v_undone.track_id;
  if not found then
    update public.tracks t
      set hidden_at = null, is_public = v_undone.was_public
      where t.id = v_undone.track_id and t.deleted_at is null;
  end if;
end;
$$;

-- A trigger on the tables, so that no procedure bypasses it. Its argument is the column of the person who acts.
create function private.require_voice() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_last private.silences;
begin
  if exists (select 1 from private.silenced_accounts s where s.user_id = v_user) then
    perform private.refuse('account_silenced', 'Your account was silenced by the operator. It cannot send anything to others.');
  end if;
  select s.* into v_last from private.silences s
    where s.user_id = v_user and s.ends_at > private.now()
    order by s.ends_at desc
    limit 1;
  if found then
    perform private.refuse(
      'account_silenced',
      format(
        'Your account was silenced by the operator until %s UTC. Reason: %s',
        to_char(v_last.ends_at at time zone 'UTC', 'FMDD FMMonth YYYY, HH24:MI'), v_last.reason
      )
    );
  end if;
  return new;
end;
$$;

-- Silenced people cannot publish a private track either. Showing a hidden track again is not affected.
create trigger tracks_require_voice_to_publish before update of is_public on public.tracks
  for each row when (new.is_public and not old.is_public and old.hidden_at is null)
  execute function private.require_voice('user_id');

create trigger messages_require_voice before insert on public.messages
  for each row execute function private.require_voice('sender_id');
create trigger tracks_require_voice before insert on public.tracks
  for each row execute function private.require_voice('user_id');
create trigger shared_tracks_require_voice before insert on public.shared_tracks
  for each row execute function private.require_voice('user_id');
create trigger connections_require_voice before insert on public.connections
  for each row execute function private.require_voice('user_id');
-- A row that was there is taken up again by whoever asks anew (S-41).
create trigger connections_require_voice_anew before update of status, user_id, deleted_at on public.connections
  for each row when (
    new.status = 'pending' and new.deleted_at is null
    and (old.status <> 'pending' or old.deleted_at is not null or old.user_id <> new.user_id)
  ) execute function private.require_voice('user_id');

create function private.is_silenced(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select 1 from private.silenced_accounts s where s.user_id = p_user)
  or exists (select 1 from private.silences s where s.user_id = p_user and s.ends_at > private.now());

grant execute on function private.is_silenced(uuid) to service_role;

-- For the operator: what is open, about whom, and what was done about it already.
create view public.report_queue with (security_invoker = true) as
  select r.id, r.created_at, r.reason, r.details, r.subject, r.subject_id, r.excerpt, r.person_id, p.artist_name,
    count(*) over (partition by r.subject, r.subject_id) as reports_of_subject,
    count(*) over (partition by r.person_id) as reports_of_person,
    t.hidden_at is not null as is_hidden,
    private.is_silenced(r.person_id) as is_silenced,
    r.reporter_id, w.artist_name as reporter_name
  from public.reports r
  join public.user_profiles p on p.id = r.person_id
  left join public.tracks t on r.subject = 'track' and t.id = r.subject_id
  left join public.user_profiles w on w.id = r.reporter_id
  where r.settled_at is null
  order by r.created_at;
create trigger report_queue_is_read_only instead of insert or update or delete on public.report_queue
  for each row execute function private.refuse_overview_write();
revoke all on table public.report_queue from service_role;
grant select on table public.report_queue to service_role;
