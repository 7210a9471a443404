-- Locks a subject, so that decisions about it run one at a time. Locks the track before its reports, as the deletion of an account does.
create function private.hold_subject(p_subject_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:moderation:' || p_subject_id::text, 0));
  perform 1 from public.tracks t where t.id = p_subject_id for no key update;
end;
$$;

-- The reason of a decision. The person reads it after a hiding or a silence.
create function private.reason_field(p_payload jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_reason text := regexp_replace(private.text_field(p_payload, 'reason'), '^\s+|\s+$', '', 'g');
begin
  if regexp_replace(v_reason, private.unseen_characters() || '|\s', '', 'g') = '' then
    perform private.refuse('reason_missing', 'Write a reason for your decision.');
  elsif char_length(v_reason) > 200 then
    perform private.refuse('reason_too_long', 'A reason has at most 200 characters.');
  end if;
  return v_reason;
end;
$$;

create function private.describe_act(p_log private.moderation_log) returns text
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

-- Refuses a decision about a subject without open reports, and says who decided and how.
create function private.refuse_decided(p_subject text, p_subject_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_log private.moderation_log;
begin
  select l.* into v_log from private.moderation_log l
    where l.subject = p_subject and l.subject_id = p_subject_id and l.act in ('hide', 'silence', 'dismiss')
      -- Operators do not learn who decided about themselves.
      and l.person_id is distinct from auth.uid()
      and not exists (select 1 from private.moderation_log u where u.undoes = l.id)
    order by l.created_at desc
    limit 1;
  perform private.refuse(
    'already_decided',
    case when v_log.id is null then 'These reports are no longer open. Reload the page to see the present list.' else 'Already decided: ' || private.describe_act(v_log) end
  );
end;
$$;

/*
 * Settles the reports about a subject that the operator has seen; later ones stay open. Operators cannot decide about reports against
 * themselves.
 */
create function private.handle_operator_decide(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_decision text := private.text_field(p_payload, 'decision');
  v_subject text := private.text_field(p_payload, 'subject');
  v_id uuid := private.uuid_field(p_payload, 'subject_id');
  v_seen timestamptz := private.parse_time(private.text_field(p_payload, 'seen_at'));
  v_reason text := private.reason_field(p_payload);
  v_days integer;
  v_reports uuid[];
  v_person uuid;
  v_details jsonb;
  v_act uuid;
begin
  if v_decision not in ('hide', 'silence', 'dismiss') or (v_decision = 'hide' and v_subject <> 'track') then
    perform private.refuse('invalid_payload', 'This decision is not known.');
  elsif v_seen is null then
    perform private.refuse('invalid_payload', 'The field seen_at must be a time.');
  elsif v_decision = 'silence' then
    v_days := private.whole_number_field(p_payload, 'days', 1, 30);
    if v_days not in (1, 7, 30) then
      perform private.refuse('invalid_payload', 'An account is silenced for 1, 7 or 30 days.');
    end if;
  end if;
  perform private.hold_subject(v_id);
  select array_agg(r.id), min(r.person_id::text)::uuid into v_reports, v_person from public.reports r
    where r.subject = v_subject and r.subject_id = v_id and r.settled_at is null and r.created_at <= v_seen and r.person_id <> p_user;
  if v_reports is null then
    perform private.refuse_decided(v_subject, v_id);
  end if;
  v_details := jsonb_build_object('reports', cardinality(v_reports))
    || case when v_days is null then '{}'::jsonb else jsonb_build_object('days', v_days) end;
  v_act := private.log_moderation(p_user, v_decision, v_subject, v_id, v_person, v_reason, v_details);
  if v_decision = 'hide' and not private.hide_track(v_act, v_id, v_reason) then
    perform private.refuse('subject_missing', 'Its artist deleted this track. Dismiss the reports.');
  elsif v_decision = 'silence' then
    if not exists (select 1 from auth.users u where u.id = v_person) then
      perform private.refuse('person_missing', 'This account was deleted. Hide or dismiss what was reported.');
    end if;
    insert into private.silences (act_id, user_id, reason, ends_at)
      values (v_act, v_person, v_reason, private.now() + make_interval(days => v_days));
  end if;
  update public.reports r set settled_at = private.now(), act_id = v_act where r.id = any (v_reports) and r.settled_at is null;
  return jsonb_build_object('success', true, 'act_id', v_act);
end;
$$;

-- Undoes a decision that was a mistake: ends it, and opens the reports that it settled.
create function private.handle_operator_undo(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
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

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.decide', 'handle_operator_decide', false),
  ('operator.undo', 'handle_operator_undo', false);

create function public.operator_decide(
  p_decision text, p_subject text, p_subject_id uuid, p_seen_at text, p_reason text, p_days integer default null,
  p_action_id uuid default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_decide');
  return private.call_once(
    'operator.decide',
    jsonb_build_object(
      'decision', p_decision, 'subject', p_subject, 'subject_id', p_subject_id, 'seen_at', p_seen_at, 'reason', p_reason,
      'days', p_days
    ),
    p_action_id
  );
end;
$$;
grant execute on function public.operator_decide(text, text, uuid, text, text, integer, uuid) to authenticated;

create function public.operator_undo(p_act_id uuid, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_operator('operator_undo');
  return private.call_once('operator.undo', jsonb_build_object('act_id', p_act_id), p_action_id);
end;
$$;
grant execute on function public.operator_undo(uuid, uuid) to authenticated;
