-- A report quotes what somebody wrote. It is deleted half a year after the decision, and with the account of the reported person; an
-- appeal half a year after its answer. The moderation log, which stays, quotes nothing.
insert into private.retentions (log, kept) values ('reports', interval '180 days');
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

-- As it was, with ended sessions and settled reports.
create or replace function private.sweep_logs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_oldest_action timestamptz := (
    select v_now - greatest(r.kept, interval '1 day') from private.retentions r where r.log = 'action_log'
  );
begin
  delete from partitions.action_log_default l where l.created_at < v_oldest_action;
  delete from private.recent_actions r where r.created_at < v_now - interval '1 hour';
  delete from public.security_events e using private.retentions r
    where r.log = 'security_events' and e.created_at < v_now - r.kept;
  delete from public.beta_attempts a using private.retentions r
    where r.log = 'beta_attempts' and a.attempted_at < v_now - r.kept and a.attempted_at < v_now - interval '1 minute';
  delete from public.beta_sessions s using private.retentions r
    where r.log = 'beta_sessions' and s.expires_at < v_now - r.kept;
  delete from private.mail_refusals m using private.retentions r
    where r.log = 'mail_refusals' and m.refused_at < v_now - r.kept;
  delete from private.ended_sessions s using private.retentions r
    where r.log = 'ended_sessions' and s.ended_at < v_now - r.kept;
  delete from public.reports x using private.retentions r
    where r.log = 'reports' and x.settled_at < v_now - r.kept;
  delete from private.appeals a using private.retentions r
    where r.log = 'reports' and a.settled_at < v_now - r.kept;
  perform private.drop_answered_months(v_oldest_action);
  perform private.sweep_tombstones();
  perform private.sweep_search_words();
end;
$$;
