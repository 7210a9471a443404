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
