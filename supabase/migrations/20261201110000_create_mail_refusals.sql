-- Addresses that the mail server of `npm start` refused, for the operator. Rows are deleted after 30 days, and with the account.
create table private.mail_refusals (
  email text primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  refusals integer not null default 1,
  -- The mail server's last reply.
  reply text not null,
  refused_at timestamptz not null default private.now(),
  constraint mail_refusals_reply_is_short check (char_length(reply) <= 500)
);
create index mail_refusals_user on private.mail_refusals (user_id);

alter table private.mail_refusals enable row level security;
create policy mail_refusals_all_nobody on private.mail_refusals for all to anon, authenticated
  using (false) with check (false);

insert into private.retentions (log, kept) values ('mail_refusals', interval '30 days');

-- As it was, with the refusals of mails.
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
  perform private.drop_answered_months(v_oldest_action);
  perform private.sweep_tombstones();
  perform private.sweep_search_words();
end;
$$;
