/*
 * Codes that open the gate like the passcode, for so many uses and until their end. The device of the operator makes a code of 60 random
 * bits and sends only its SHA-256, which is enough for random codes.
 */
create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null,
  note text not null,
  max_uses integer not null,
  uses integer not null default 0,
  ends_at timestamptz not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default private.now(),
  revoked_at timestamptz,
  constraint invitations_one_of_each_code unique (code_hash),
  constraint invitations_hash_is_sha256 check (octet_length(code_hash) = 32),
  constraint invitations_note_length check (char_length(note) <= 100),
  constraint invitations_max_uses_in_range check (max_uses between 1 and 1000),
  constraint invitations_never_overused check (uses between 0 and max_uses)
);
create index invitations_created_by on private.invitations (created_by);
create index invitations_recent on private.invitations (created_at desc);

alter table private.invitations enable row level security;
create policy invitations_all_nobody on private.invitations for all to anon, authenticated
  using (false) with check (false);

/*
 * The unused session of a use, so that a retry of the same device renews the session and takes no second use. `key_hash` is of a random
 * key of the device. Deleted once the session is used: nothing tells who came by which invitation.
 */
create table private.invitation_entries (
  invitation_id uuid not null references private.invitations (id) on delete cascade,
  key_hash bytea not null,
  token_hash bytea not null references public.beta_sessions (token_hash) on delete cascade on update cascade,
  primary key (invitation_id, key_hash)
);
create index invitation_entries_token on private.invitation_entries (token_hash);

alter table private.invitation_entries enable row level security;
create policy invitation_entries_all_nobody on private.invitation_entries for all to anon, authenticated
  using (false) with check (false);

create function private.forget_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.invitation_entries e where e.token_hash = new.token_hash;
  return null;
end;
$$;
create trigger beta_sessions_forget_entry after update of used on public.beta_sessions
  for each row when (new.used and new.is_invited) execute function private.forget_entry();

/*
 * Opens a session for an invitation's code. Null for an unknown, revoked, ended or used-up one: the gate says the same about all of them.
 * The row lock lets only one of several simultaneous callers have the last use. `p_device_key` may be null; then every call takes a use.
 */
create function public.beta_enter_by_invitation(p_code_hash text, p_device_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_invitation private.invitations;
  v_key bytea := private.token_hash(p_device_key);
  v_token text := private.random_token();
  v_session jsonb;
begin
  if p_code_hash !~ '^[0-9a-f]{64}$' then
    return null;
  end if;
  select i.* into v_invitation from private.invitations i where i.code_hash = decode(p_code_hash, 'hex') for update;
  if not found or v_invitation.revoked_at is not null or v_invitation.ends_at <= v_now then
    return null;
  end if;
  update public.beta_sessions s set token_hash = private.token_hash(v_token), expires_at = v_now + interval '2 hours'
    from private.invitation_entries e
    where e.invitation_id = v_invitation.id and e.key_hash = v_key and s.token_hash = e.token_hash and not s.used;
  if found then
    return jsonb_build_object('session_token', v_token, 'expires_at', private.iso(v_now + interval '2 hours'));
  elsif v_invitation.uses >= v_invitation.max_uses then
    return null;
  end if;
  update private.invitations i set uses = i.uses + 1 where i.id = v_invitation.id;
  v_session := public.beta_open_session();
  update public.beta_sessions s set is_invited = true where s.token_hash = private.token_hash(v_session ->> 'session_token');
  if v_key is not null then
    insert into private.invitation_entries (invitation_id, key_hash, token_hash)
      values (v_invitation.id, v_key, private.token_hash(v_session ->> 'session_token'));
  end if;
  return v_session;
end;
$$;
grant execute on function public.beta_enter_by_invitation(text, text) to service_role;

create function private.handle_operator_invite(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_hash text := private.text_field(p_payload, 'hash');
  v_note text := regexp_replace(private.text_field(p_payload, 'note'), '^\s+|\s+$', '', 'g');
  v_uses integer := private.whole_number_field(p_payload, 'uses', 1, 1000);
  v_ends_at timestamptz := private.parse_time(private.text_field(p_payload, 'ends_at'));
  v_now timestamptz := private.now();
  v_id uuid;
begin
  if v_hash !~ '^[0-9a-f]{64}$' then
    perform private.refuse('invalid_payload', 'The invitation was not made: its hash has another form. Reload the page and try again.');
  elsif char_length(v_note) > 100 then
    perform private.refuse('note_too_long', 'A note has at most 100 characters.');
  elsif v_ends_at is null or v_ends_at <= v_now or v_ends_at > v_now + interval '366 days' then
    perform private.refuse('invalid_end', 'An invitation ends after today and within a year.');
  end if;
  insert into private.invitations (code_hash, note, max_uses, ends_at, created_by, created_at)
    values (decode(v_hash, 'hex'), v_note, v_uses, v_ends_at, p_user, v_now)
    on conflict (code_hash) do nothing
    returning id into v_id;
  -- A retry whose first answer was lost.
  if v_id is null and exists (
    select 1 from private.invitations i where i.code_hash = decode(v_hash, 'hex') and i.created_by = p_user
  ) then
    return jsonb_build_object('success', true);
  elsif v_id is null then
    perform private.refuse('code_known', 'This code exists already. Make another one.');
  end if;
  perform private.log_moderation(
    p_user, 'invite', 'invitation', v_id, null, '', jsonb_build_object('uses', v_uses, 'ends_at', private.iso(v_ends_at))
  );
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_operator_end_invitation(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := private.uuid_field(p_payload, 'invitation_id');
  v_log private.moderation_log;
begin
  update private.invitations i set revoked_at = private.now() where i.id = v_id and i.revoked_at is null;
  if not found then
    select l.* into v_log from private.moderation_log l where l.act = 'end_invitation' and l.subject_id = v_id;
    perform private.refuse(
      'already_ended',
      case when v_log.id is null then 'This invitation is not known.' else 'Already ended: ' || private.describe_act(v_log) end
    );
  end if;
  perform private.log_moderation(p_user, 'end_invitation', 'invitation', v_id, null, '');
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.invite', 'handle_operator_invite', false),
  ('operator.end_invitation', 'handle_operator_end_invitation', false);

create function public.operator_invite(p_hash text, p_note text, p_uses integer, p_ends_at text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_invite');
  return private.call_once(
    'operator.invite', jsonb_build_object('hash', p_hash, 'note', p_note, 'uses', p_uses, 'ends_at', p_ends_at), p_action_id
  );
end;
$$;
grant execute on function public.operator_invite(text, text, integer, text, uuid) to authenticated;

create function public.operator_end_invitation(p_invitation_id uuid, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_end_invitation');
  return private.call_once('operator.end_invitation', jsonb_build_object('invitation_id', p_invitation_id), p_action_id);
end;
$$;
grant execute on function public.operator_end_invitation(uuid, uuid) to authenticated;

-- The open ones first, then those that ended or were revoked in the last 30 days.
create function public.operator_invitations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
begin
  perform private.require_operator('operator_invitations');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', i.id, 'note', i.note, 'uses', i.uses, 'max_uses', i.max_uses, 'ends_at', i.ends_at, 'revoked_at', i.revoked_at,
        'created_at', i.created_at, 'by', private.operator_name(i.created_by), 'is_open', i.is_open
      ) order by i.is_open desc, i.created_at desc), '[]')
    from (
      select x.*, x.revoked_at is null and x.ends_at > v_now and x.uses < x.max_uses as is_open
      from private.invitations x
      where least(x.ends_at, x.revoked_at) > v_now - interval '30 days'
      order by is_open desc, x.created_at desc
      limit 100
    ) i
  );
end;
$$;
grant execute on function public.operator_invitations() to authenticated;
