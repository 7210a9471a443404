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
create policy reports_all_nobody on public.reports for all to anon, authenticated using (false) with check (false);
revoke all on table public.reports from public, anon, authenticated, service_role;
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

insert into private.action_kinds (kind, handler, is_queueable) values ('report.send', 'handle_report_send', true);

revoke all on function
  private.reported_thing(uuid, text, uuid),
  private.handle_report_send(uuid, jsonb, timestamptz)
from public, anon, authenticated;
