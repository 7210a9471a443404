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

-- Ends the hiding or silence of an act. The effects of other acts stay.
create function private.end_decision(p_act uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.undo_hiding(p_act);
  delete from private.silences s where s.act_id = p_act;
  delete from private.silenced_accounts s where s.act_id = p_act;
end;
$$;

-- The open appeals, except the operator's own, and except those about deleted tracks.
create function private.open_appeals(p_operator uuid) returns setof private.appeals
language sql stable security definer set search_path = ''
as $$
  select a.* from private.appeals a
  join private.moderation_log l on l.id = a.act_id
  where a.settled_at is null and a.user_id <> p_operator
    and not (l.subject = 'track' and l.act = 'hide' and exists (
      select 1 from public.tracks t where t.id = l.subject_id and t.deleted_at is not null
    ));
$$;

-- The appeals against other operators' decisions first, each part oldest first.
create function public.operator_appeals() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_appeals');
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'content', a.content, 'at', a.created_at,
        'act', l.act, 'act_at', l.created_at, 'reason', l.reason, 'by', private.operator_name(l.operator_id),
        'is_own', a.is_own, 'ends_at', s.ends_at,
        'subject', l.subject, 'subject_id', l.subject_id, 'person_id', a.user_id, 'person_name', p.artist_name,
        'excerpt', coalesce(t.title, left(r.excerpt, 200), ''), 'cover_url', t.cover_url, 'avatar_url', p.avatar_url
      ) order by a.is_own, a.created_at, a.id), '[]')
    from (
      select o.*, coalesce(d.operator_id = v_user, false) as is_own
      from private.open_appeals(v_user) o
      join private.moderation_log d on d.id = o.act_id
      order by is_own, o.created_at, o.id
      limit 50
    ) a
    join private.moderation_log l on l.id = a.act_id
    left join public.user_profiles p on p.id = a.user_id
    left join public.tracks t on l.subject = 'track' and t.id = l.subject_id
    left join private.silences s on s.act_id = l.id
    left join lateral (
      select x.excerpt from public.reports x where x.subject = l.subject and x.subject_id = l.subject_id order by x.created_at desc limit 1
    ) r on true
  );
end;
$$;
grant execute on function public.operator_appeals() to authenticated;

/*
 * Keeps a decision or undoes it, with a reason that the person reads. Unlike the undo of a mistake, it leaves the reports settled:
 * the operator has decided about them a second time.
 */
create function private.handle_operator_answer(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := private.uuid_field(p_payload, 'appeal_id');
  v_outcome text := private.text_field(p_payload, 'outcome');
  v_reason text := private.reason_field(p_payload);
  v_appeal private.appeals;
  v_act private.moderation_log;
  v_earlier private.moderation_log;
begin
  if v_outcome not in ('keep', 'undo') then
    perform private.refuse('invalid_payload', 'This outcome is not known.');
  end if;
  select a.* into v_appeal from private.appeals a where a.id = v_id and a.user_id <> p_user;
  if not found then
    perform private.refuse('appeal_missing', 'This appeal is gone: its account was deleted.');
  end if;
  select l.* into strict v_act from private.moderation_log l where l.id = v_appeal.act_id;
  perform private.hold_subject(v_act.subject_id);
  -- What the decision set comes before its appeal, as when it is deleted.
  perform 1 from private.silences s where s.act_id = v_act.id for update;
  perform 1 from private.silenced_accounts s where s.act_id = v_act.id for update;
  update private.appeals a set settled_at = private.now(), outcome = v_outcome, answer = v_reason
    where a.id = v_id and a.settled_at is null;
  if not found then
    select l.* into v_earlier from private.moderation_log l
      where l.undoes = v_act.id or (l.act = 'keep' and l.details ->> 'appeal' = v_id::text)
      order by l.created_at desc limit 1;
    perform private.refuse(
      'already_decided',
      case when v_earlier.id is null then 'This decision was ended by the server''s administrator.'
        else 'Already answered: ' || private.describe_act(v_earlier) end
    );
  end if;
  perform private.log_moderation(
    p_user, v_outcome, v_act.subject, v_act.subject_id, v_act.person_id, v_reason, jsonb_build_object('appeal', v_id),
    case when v_outcome = 'undo' then v_act.id end
  );
  if v_outcome = 'undo' then
    perform private.end_decision(v_act.id);
  end if;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.answer', 'handle_operator_answer', false);

create function public.operator_answer(p_appeal_id uuid, p_outcome text, p_reason text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_answer');
  return private.call_once(
    'operator.answer', jsonb_build_object('appeal_id', p_appeal_id, 'outcome', p_outcome, 'reason', p_reason), p_action_id
  );
end;
$$;
grant execute on function public.operator_answer(uuid, text, text, uuid) to authenticated;
