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

-- Tracks that were hidden before this table existed.
insert into private.track_hidings (act_id, track_id, reason, was_public)
  select gen_random_uuid(), t.id, '', false from public.tracks t where t.hidden_at is not null;

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

create or replace function private.is_silenced(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select 1 from private.silenced_accounts s where s.user_id = p_user)
  or exists (select 1 from private.silences s where s.user_id = p_user and s.ends_at > private.now());

-- A trigger on the tables, so that no procedure bypasses it. Its argument is the column of the person who acts.
create or replace function private.require_voice() returns trigger
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

-- For scripts with the service key. A track that is shown again stays private until its owner publishes it. False if there is no such track.
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
  update public.tracks t set hidden_at = null where t.id = p_track_id;
  return true;
end;
$$;

-- For scripts with the service key. Returns false if there is no such account.
create or replace function public.set_account_silenced(p_account_id uuid, p_is_silenced boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from auth.users u where u.id = p_account_id) then
    return false;
  end if;
  -- Waits for an action of the person that is running. Later ones are refused.
  perform private.lock_user(p_account_id);
  if p_is_silenced then
    insert into private.silenced_accounts (user_id) values (p_account_id) on conflict (user_id) do nothing;
    if not found then
      return true;
    end if;
  else
    if not private.is_silenced(p_account_id) then
      return true;
    end if;
    delete from private.silenced_accounts s where s.user_id = p_account_id;
    delete from private.silences s where s.user_id = p_account_id;
  end if;
  perform private.log_moderation(
    null, case when p_is_silenced then 'silence' else 'unsilence' end, 'profile', p_account_id, p_account_id, ''
  );
  return true;
end;
$$;
