-- S-65. People who moderate. A row is written by `npm run operator` or in SQL, never through the API.
create table private.operators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default private.now()
);

alter table private.operators enable row level security;
create policy operators_all_nobody on private.operators for all to anon, authenticated
  using (false) with check (false);

-- What operators did. Without foreign keys to accounts and tracks, because a row outlives what it names.
create table private.moderation_log (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default private.now(),
  -- Null: done with the service key, in SQL, or by `npm run operator`.
  operator_id uuid,
  act text not null,
  subject text,
  subject_id uuid,
  -- The account that the act concerns.
  person_id uuid,
  reason text not null default '',
  details jsonb not null default '{}',
  undoes uuid references private.moderation_log (id),
  constraint moderation_log_act_is_known check (act in (
    'hide', 'silence', 'dismiss', 'undo', 'show', 'unsilence', 'keep', 'grant', 'revoke', 'add_word', 'remove_word', 'change_passcode',
    'invite', 'end_invitation', 'change_rule', 'change_item'
  )),
  constraint moderation_log_undone_once unique (undoes)
);
create index moderation_log_subject on private.moderation_log (subject_id, created_at);
create index moderation_log_person on private.moderation_log (person_id, act);
create index moderation_log_act on private.moderation_log (act, created_at);

alter table private.moderation_log enable row level security;
create policy moderation_log_all_nobody on private.moderation_log for all to anon, authenticated
  using (false) with check (false);

-- Refuses every change of the log, also by the owner of the database.
create function private.keep_moderation_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The moderation log cannot be edited' using errcode = '42501';
end;
$$;
create trigger moderation_log_is_append_only before update or delete or truncate on private.moderation_log
  for each statement execute function private.keep_moderation_log();

-- Read from the profile, so that the log keeps no name of a deleted account.
create function private.operator_name(p_operator uuid) returns text
language sql stable security definer set search_path = ''
return coalesce(
  (select p.artist_name from public.user_profiles p where p.id = p_operator),
  case when p_operator is null then 'The server''s administrator' else 'An operator' end
);

create function private.log_moderation(
  p_operator uuid, p_act text, p_subject text, p_subject_id uuid, p_person uuid, p_reason text, p_details jsonb default '{}',
  p_undoes uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into private.moderation_log (operator_id, act, subject, subject_id, person_id, reason, details, undoes)
    values (p_operator, p_act, p_subject, p_subject_id, p_person, p_reason, p_details, p_undoes)
    returning id into v_id;
  return v_id;
end;
$$;

/*
 * Grants or revokes the role. Returns 'done', 'unchanged' if there was nothing to change, 'missing' if no account has this e-mail, or
 * 'unconfirmed' if the account's e-mail was never confirmed.
 */
create function private.set_operator(p_email text, p_is_operator boolean) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid;
  v_confirmed_at timestamptz;
begin
  select u.id, u.email_confirmed_at into v_user, v_confirmed_at from auth.users u where lower(u.email) = lower(btrim(p_email));
  if v_user is null then
    return 'missing';
  elsif p_is_operator and v_confirmed_at is null then
    return 'unconfirmed';
  end if;
  if p_is_operator then
    insert into private.operators (user_id) values (v_user) on conflict do nothing;
  else
    delete from private.operators o where o.user_id = v_user;
  end if;
  if not found then
    return 'unchanged';
  end if;
  perform private.log_moderation(null, case when p_is_operator then 'grant' else 'revoke' end, null, null, v_user, '');
  return 'done';
end;
$$;

-- Returns the id of the signed-in operator. Everybody else gets PostgreSQL's message for a procedure that is not granted.
create function private.require_operator(p_procedure text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
begin
  if v_user is null or not exists (select 1 from private.operators o where o.user_id = v_user) then
    raise exception 'permission denied for function %', p_procedure using errcode = '42501';
  end if;
  perform private.refuse_ended_session();
  return v_user;
end;
$$;
