alter table private.moderation_log drop constraint moderation_log_act_is_known;
alter table private.moderation_log add constraint moderation_log_act_is_known check (act in (
  'hide', 'silence', 'dismiss', 'undo', 'show', 'unsilence', 'keep', 'grant', 'revoke', 'add_word', 'remove_word', 'change_passcode',
  'invite', 'end_invitation', 'change_rule', 'change_item'
));

create or replace function private.describe_act(p_log private.moderation_log) returns text
language sql stable set search_path = ''
return private.operator_name(p_log.operator_id) || case p_log.act
    when 'hide' then ' hid it'
    when 'silence' then case when p_log.details ? 'days' then format(
      ' silenced the account for %s %s', p_log.details ->> 'days', case p_log.details ->> 'days' when '1' then 'day' else 'days' end
    ) else ' silenced the account' end
    when 'dismiss' then ' dismissed it'
    when 'keep' then ' kept the decision'
    when 'change_rule' then ' changed it'
    when 'change_item' then ' changed it'
    when 'end_invitation' then ' ended it'
    else ' undid it'
  end
  || to_char(p_log.created_at at time zone 'UTC', '" on "FMDD FMMonth" at "HH24:MI" UTC"')
  || case when p_log.reason = '' then '.' else '. Reason: ' || p_log.reason end;

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

-- Undoes a decision that was a mistake: ends it, and opens the reports that it settled.
create or replace function private.handle_operator_undo(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := private.uuid_field(p_payload, 'act_id');
  v_act private.moderation_log;
  v_undo private.moderation_log;
begin
  select l.* into v_act from private.moderation_log l where l.id = v_id and l.act in ('hide', 'silence', 'dismiss');
  if not found or v_act.person_id = p_user then
    perform private.refuse('act_missing', 'There is nothing to undo.');
  end if;
  perform private.hold_subject(v_act.subject_id);
  select l.* into v_undo from private.moderation_log l where l.undoes = v_id;
  if found then
    perform private.refuse('already_undone', 'Already undone: ' || private.describe_act(v_undo));
  end if;
  perform private.log_moderation(p_user, 'undo', v_act.subject, v_act.subject_id, v_act.person_id, '', '{}', v_id);
  perform private.end_decision(v_id);
  update public.reports r set settled_at = null, act_id = null where r.act_id = v_id and r.settled_at is not null;
  return jsonb_build_object('success', true);
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

create or replace function public.operator_queue(p_list text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_queue');
  v_act text := case p_list when 'hidden' then 'hide' when 'silenced' then 'silence' when 'dismissed' then 'dismiss' end;
begin
  return jsonb_build_object(
    'counts', jsonb_build_object(
      'open', (select count(distinct (r.subject, r.subject_id)) from private.open_reports(v_user) r),
      'appeals', (select count(*) from private.open_appeals(v_user)),
      'hidden', (select count(*) from private.acts_in_force(v_user, 'hide')),
      'silenced', (select count(*) from private.acts_in_force(v_user, 'silence')),
      'dismissed', (select count(*) from private.acts_in_force(v_user, 'dismiss'))
    ),
    'rows', case when v_act is null then private.open_queue(v_user) else private.settled_queue(v_user, v_act) end
  );
end;
$$;
