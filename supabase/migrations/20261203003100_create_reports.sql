-- What people say about a track, a profile or a message that they met. For the operator alone: nobody else reads a report, its
-- writer neither. One of each person about each thing; told again, it takes the place of the earlier one and is open again.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- Null once their account is gone: what they reported stays.
  reporter_id uuid references auth.users (id) on delete set null,
  subject text not null,
  subject_id uuid not null,
  -- Who made it.
  person_id uuid not null references public.user_profiles (id),
  reason text not null,
  details text not null default '',
  -- What stood there when the report came: the title, the name, the words of the message.
  excerpt text not null,
  created_at timestamptz not null default private.now(),
  settled_at timestamptz,
  -- The act that settled the report, so that undoing the act opens the report again.
  act_id uuid,
  constraint reports_subject_is_known check (subject in ('track', 'profile', 'message')),
  constraint reports_reason_is_known check (
    reason in ('spam', 'harassment', 'hate', 'impersonation', 'not_their_recording', 'other')
  ),
  constraint reports_details_length check (char_length(details) <= 500),
  constraint reports_not_of_oneself check (reporter_id <> person_id),
  constraint reports_one_of_each unique (reporter_id, subject, subject_id)
);
create index reports_act on public.reports (act_id);
create index reports_open on public.reports (subject, subject_id) where settled_at is null;
create index reports_of_person on public.reports (person_id, created_at);
create index reports_pace on public.reports (reporter_id, created_at);

alter table public.reports enable row level security;
create policy reports_all_nobody on public.reports for all to anon, authenticated
  using (false) with check (false);
revoke all on table public.reports from service_role;
grant select, delete on table public.reports to service_role;

-- Whose it is and what stands there; refuses what is not there, and of messages those that p_user did not get.
create function private.reported_thing(p_user uuid, p_subject text, p_id uuid, out person_id uuid, out excerpt text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Whatever became of it since: the report may have waited for a network.
  case p_subject
    when 'track' then
      select t.user_id, t.title into person_id, excerpt from public.tracks t where t.id = p_id;
    when 'profile' then
      select p.id, coalesce(p.artist_name, '') into person_id, excerpt from public.user_profiles p where p.id = p_id;
    when 'message' then
      select m.sender_id, m.content into person_id, excerpt from public.messages m
        where m.id = p_id and m.receiver_id = p_user;
    else
      perform private.refuse('invalid_payload', 'The field subject must be track, profile or message.');
  end case;
  if person_id is null then
    perform private.refuse('subject_missing', 'What you reported is no longer there.');
  elsif person_id = p_user then
    perform private.refuse('own_subject', 'You cannot report yourself.');
  end if;
end;
$$;

create function private.handle_report_send(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_subject text := private.text_field(p_payload, 'subject');
  v_id uuid := private.uuid_field(p_payload, 'subject_id');
  v_reason text := private.text_field(p_payload, 'reason');
  v_details text := regexp_replace(private.text_field(p_payload, 'details'), '^\s+|\s+$', '', 'g');
  v_now timestamptz := private.now();
  v_thing record;
begin
  if v_reason not in ('spam', 'harassment', 'hate', 'impersonation', 'not_their_recording', 'other') then
    perform private.refuse('invalid_payload', 'This reason is not known.');
  elsif char_length(v_details) > 500 then
    perform private.refuse('details_too_long', 'Details must be 500 characters or less.');
  end if;
  v_thing := private.reported_thing(p_user, v_subject, v_id);
  if (select count(*) from public.reports r where r.reporter_id = p_user and r.created_at > v_now - interval '1 day') >= 50 then
    perform private.refuse('too_fast', 'You have sent many reports today. Please try again tomorrow.');
  end if;
  insert into public.reports (reporter_id, subject, subject_id, person_id, reason, details, excerpt, created_at)
    values (p_user, v_subject, v_id, v_thing.person_id, v_reason, v_details, v_thing.excerpt, v_now)
    on conflict (reporter_id, subject, subject_id) do update
      set reason = excluded.reason, details = excluded.details, excerpt = excluded.excerpt,
        created_at = excluded.created_at, settled_at = null;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('report.send', 'handle_report_send', true);

-- An account that the operator silenced: it listens, and nothing new of it reaches others.
create table private.silenced_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default private.now(),
  act_id uuid not null
);

alter table private.silenced_accounts enable row level security;
create policy silenced_accounts_all_nobody on private.silenced_accounts for all to anon, authenticated
  using (false) with check (false);

-- For scripts with the service key. Returns false if there is no such account.
create function public.set_account_silenced(p_account_id uuid, p_is_silenced boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_act uuid;
begin
  if not exists (select 1 from auth.users u where u.id = p_account_id) then
    return false;
  end if;
  -- Waits for an action of the person that is running. Later ones are refused.
  perform private.lock_user(p_account_id);
  if p_is_silenced and exists (select 1 from private.silenced_accounts s where s.user_id = p_account_id)
    or not p_is_silenced and not private.is_silenced(p_account_id)
  then
    return true;
  end if;
  v_act := private.log_moderation(
    null, case when p_is_silenced then 'silence' else 'unsilence' end, 'profile', p_account_id, p_account_id, ''
  );
  if p_is_silenced then
    insert into private.silenced_accounts (user_id, act_id) values (p_account_id, v_act);
  else
    delete from private.silenced_accounts s where s.user_id = p_account_id;
    delete from private.silences s where s.user_id = p_account_id;
  end if;
  return true;
end;
$$;

-- At every door through which a track is edited.
create function private.keep_track_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse('track_hidden', 'This track was hidden by the operator. It cannot be made public.');
  return null;
end;
$$;
create trigger tracks_keep_hidden before update of is_public on public.tracks
  for each row when (new.hidden_at is not null and new.is_public) execute function private.keep_track_hidden();

-- For scripts with the service key. A track that is shown again stays private until its owner publishes it. False if there is no such track.
create function public.set_track_hidden(p_track_id uuid, p_is_hidden boolean) returns boolean
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

-- A view over sums cannot be written, and Postgres says so before it looks at privileges, with an error of the server's.
-- These triggers answer a write with the refusal that it gets everywhere else.
create function private.refuse_overview_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The overview is read only' using errcode = '42501';
end;
$$;

-- For scripts with the service key: settles all open reports about a subject. Returns their number.
create function public.settle_reports(p_subject_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
  v_subject text;
  v_person uuid;
begin
  select r.subject, r.person_id into v_subject, v_person from public.reports r
    where r.subject_id = p_subject_id and r.settled_at is null limit 1;
  perform private.hold_subject(p_subject_id);
  update public.reports r set settled_at = private.now(), act_id = null
    where r.subject_id = p_subject_id and r.settled_at is null;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform private.log_moderation(
      null, 'dismiss', v_subject, p_subject_id, v_person, '', jsonb_build_object('reports', v_count)
    );
  end if;
  return v_count;
end;
$$;

create index reports_settled on public.reports (settled_at) where settled_at is not null;

create function private.forget_reports_of_leaving_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.reports r where r.person_id = old.id;
  return old;
end;
$$;
create trigger forget_reports after delete on auth.users
  for each row execute function private.forget_reports_of_leaving_user();
