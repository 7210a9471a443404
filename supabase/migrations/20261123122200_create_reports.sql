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
  constraint reports_subject_is_known check (subject in ('track', 'profile', 'message')),
  constraint reports_reason_is_known check (
    reason in ('spam', 'harassment', 'hate', 'impersonation', 'not_their_recording', 'other')
  ),
  constraint reports_details_length check (char_length(details) <= 500),
  constraint reports_not_of_oneself check (reporter_id <> person_id),
  constraint reports_one_of_each unique (reporter_id, subject, subject_id)
);
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
  created_at timestamptz not null default private.now()
);

alter table private.silenced_accounts enable row level security;
create policy silenced_accounts_all_nobody on private.silenced_accounts for all to anon, authenticated
  using (false) with check (false);

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
return exists (select 1 from private.silenced_accounts s where s.user_id = p_user);
grant execute on function private.is_silenced(uuid) to service_role;

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

-- For the operator. Shown again it stays private: to make it public is the owner's to do. False: there is no such track.
create function public.set_track_hidden(p_track_id uuid, p_is_hidden boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tracks t
    set is_public = t.is_public and not p_is_hidden,
      hidden_at = case when p_is_hidden then coalesce(t.hidden_at, private.now()) end
    where t.id = p_track_id and t.deleted_at is null;
  return found;
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

-- For the operator: takes everything that is open about one thing out of the queue. Answers how many reports that were.
create function public.settle_reports(p_subject_id uuid) returns integer
language sql security definer set search_path = ''
as $$
  with settled as (
    update public.reports r set settled_at = private.now()
      where r.subject_id = p_subject_id and r.settled_at is null
      returning r.id
  )
  select count(*)::integer from settled;
$$;
