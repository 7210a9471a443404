-- An account that the operator silenced: it listens, and nothing new of it reaches others.
create table private.silenced_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default private.now()
);
alter table private.silenced_accounts enable row level security;
create policy silenced_accounts_all_nobody on private.silenced_accounts for all to anon, authenticated
  using (false) with check (false);
revoke all on table private.silenced_accounts from public, anon, authenticated, service_role;

-- On the tables themselves, so that no door goes past it. Its argument is the column of the person who speaks.
create function private.require_voice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select 1 from private.silenced_accounts s where s.user_id = (to_jsonb(new) ->> tg_argv[0])::uuid
  ) then
    perform private.refuse('account_silenced', 'Your account was silenced by the operator. It cannot send anything to others.');
  end if;
  return new;
end;
$$;
revoke all on function private.require_voice() from public, anon, authenticated;
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

-- For the operator. False: there is no such account.
create function public.set_account_silenced(p_account_id uuid, p_is_silenced boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from auth.users u where u.id = p_account_id) then
    return false;
  end if;
  -- What the person does at this moment is done before, or refused after.
  perform private.lock_user(p_account_id);
  if p_is_silenced then
    insert into private.silenced_accounts (user_id) values (p_account_id) on conflict (user_id) do nothing;
  else
    delete from private.silenced_accounts s where s.user_id = p_account_id;
  end if;
  return true;
end;
$$;
revoke all on function public.set_account_silenced(uuid, boolean) from public, anon, authenticated;
grant execute on function public.set_account_silenced(uuid, boolean) to service_role;

create function private.is_silenced(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select 1 from private.silenced_accounts s where s.user_id = p_user);
revoke all on function private.is_silenced(uuid) from public, anon, authenticated;
grant execute on function private.is_silenced(uuid) to service_role;
