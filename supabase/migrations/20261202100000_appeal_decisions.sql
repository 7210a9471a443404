-- Hidings and silences that no act records get one, so that each decision in force can be appealed against by its act.
insert into private.moderation_log (id, created_at, act, subject, subject_id, person_id)
  select h.act_id, h.created_at, 'hide', 'track', h.track_id, t.user_id
  from private.track_hidings h
  join public.tracks t on t.id = h.track_id
  where not exists (select 1 from private.moderation_log l where l.id = h.act_id);
alter table private.silenced_accounts add column act_id uuid not null default gen_random_uuid();
insert into private.moderation_log (id, created_at, act, subject, subject_id, person_id)
  select s.act_id, s.created_at, 'silence', 'profile', s.user_id, s.user_id from private.silenced_accounts s;
alter table private.silenced_accounts alter column act_id drop default;

-- At most one for each decision. It is deleted with the account, and some time after its answer (sweep_logs).
create table private.appeals (
  id uuid primary key default gen_random_uuid(),
  -- The decision, a row of the moderation log. Without a foreign key, because rows of the log are never deleted.
  act_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  content text not null,
  created_at timestamptz not null default private.now(),
  settled_at timestamptz,
  outcome text,
  -- Empty if the decision was undone without a look at the appeal.
  answer text not null default '',
  constraint appeals_once_per_decision unique (act_id),
  constraint appeals_content_length check (char_length(content) between 1 and 500),
  constraint appeals_outcome_is_known check (outcome in ('keep', 'undo')),
  constraint appeals_settled_with_outcome check ((settled_at is null) = (outcome is null))
);
create index appeals_user on private.appeals (user_id, settled_at);
create index appeals_open on private.appeals (created_at) where settled_at is null;

alter table private.appeals enable row level security;
create policy appeals_all_nobody on private.appeals for all to anon, authenticated
  using (false) with check (false);

-- On the tables, so that every end of a decision settles its appeal: an undo, and the scripts with the service key.
create function private.settle_appeal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.appeals a set settled_at = private.now(), outcome = 'undo' where a.act_id = old.act_id and a.settled_at is null;
  return null;
end;
$$;
create trigger track_hidings_settle_appeal after delete on private.track_hidings
  for each row execute function private.settle_appeal();
create trigger silences_settle_appeal after delete on private.silences
  for each row execute function private.settle_appeal();
create trigger silenced_accounts_settle_appeal after delete on private.silenced_accounts
  for each row execute function private.settle_appeal();

create or replace function public.set_account_silenced(p_account_id uuid, p_is_silenced boolean) returns boolean
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

-- The decisions in force about a person.
create function private.decisions_about(p_user uuid)
returns table (act_id uuid, track_id uuid, title text, reason text, created_at timestamptz, ends_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select h.act_id, h.track_id, t.title, h.reason, h.created_at, null::timestamptz
    from private.track_hidings h
    join public.tracks t on t.id = h.track_id
    where t.user_id = p_user and t.deleted_at is null
  union all
  select s.act_id, null, null, s.reason, s.created_at, s.ends_at
    from private.silences s where s.user_id = p_user and s.ends_at > private.now()
  union all
  select a.act_id, null, null, '', a.created_at, null from private.silenced_accounts a where a.user_id = p_user;
$$;

create function private.handle_appeal_send(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_act uuid := private.uuid_field(p_payload, 'act_id');
  v_content text := regexp_replace(private.text_field(p_payload, 'content'), '^\s+|\s+$', '', 'g');
begin
  if regexp_replace(v_content, private.unseen_characters() || '|\s', '', 'g') = '' then
    perform private.refuse('appeal_empty', 'Write why the decision should change.');
  elsif char_length(v_content) > 500 then
    perform private.refuse('appeal_too_long', 'An appeal has at most 500 characters.');
  elsif exists (select 1 from private.appeals a where a.act_id = v_act and a.user_id = p_user) then
    perform private.refuse('already_appealed', 'You have asked for another look at this decision already.');
  end if;
  -- Waits for an undo of the decision that is running.
  perform 1 from private.track_hidings h where h.act_id = v_act for key share;
  perform 1 from private.silences s where s.act_id = v_act for key share;
  perform 1 from private.silenced_accounts s where s.act_id = v_act for key share;
  if not exists (select 1 from private.decisions_about(p_user) d where d.act_id = v_act) then
    perform private.refuse('decision_over', 'This decision no longer applies, so there is nothing to appeal against.');
  end if;
  insert into private.appeals (act_id, user_id, content) values (v_act, p_user, v_content);
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('appeal.send', 'handle_appeal_send', true);

create function private.appeal_of(p_act uuid) returns jsonb
language sql stable security definer set search_path = ''
return (
  select jsonb_build_object('at', a.created_at, 'outcome', a.outcome, 'answer', a.answer)
  from private.appeals a where a.act_id = p_act
);

/*
 * What operators decided about the signed-in person, with the reasons, the person's appeals, those answered in the last 30 days whose
 * decision no longer applies, and whether the person is an operator.
 */
create or replace function public.get_own_standing() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return jsonb_build_object(
    'is_operator', exists (select 1 from private.operators o where o.user_id = v_user),
    'silence', (
      select jsonb_build_object('act_id', d.act_id, 'reason', d.reason, 'ends_at', d.ends_at, 'appeal', private.appeal_of(d.act_id))
      from private.decisions_about(v_user) d
      where d.track_id is null
      order by d.ends_at desc nulls first
      limit 1
    ),
    'hidden_tracks', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'act_id', h.act_id, 'track_id', h.track_id, 'title', h.title, 'reason', h.reason, 'appeal', private.appeal_of(h.act_id)
        ) order by h.created_at desc), '[]')
      from (
        select distinct on (d.track_id) d.* from private.decisions_about(v_user) d
        where d.track_id is not null
        order by d.track_id, d.created_at desc
      ) h
    ),
    'answers', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', a.id, 'title', t.title, 'outcome', a.outcome, 'answer', a.answer
        ) order by a.settled_at desc), '[]')
      from private.appeals a
      join private.moderation_log l on l.id = a.act_id
      left join public.tracks t on l.act = 'hide' and t.id = l.subject_id and t.deleted_at is null
      where (l.act <> 'hide' or t.id is not null) and a.user_id = v_user and a.settled_at > private.now() - interval '30 days'
        and not exists (select 1 from private.decisions_about(v_user) d where d.act_id = a.act_id)
    )
  );
end;
$$;
