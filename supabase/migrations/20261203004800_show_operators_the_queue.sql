-- The open reports, except those against the operator who asks: nobody learns who reported them.
create function private.open_reports(p_operator uuid) returns setof public.reports
language sql stable security definer set search_path = ''
as $$
  select r.* from public.reports r where r.settled_at is null and r.person_id <> p_operator;
$$;

create function private.open_queue(p_operator uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'act_id', null, 'subject', g.subject, 'subject_id', g.subject_id, 'person_id', g.person_id, 'person_name', p.artist_name,
      'excerpt', left(g.excerpt, 200), 'cover_url', t.cover_url, 'avatar_url', p.avatar_url, 'reason', g.reason, 'people', g.people,
      'at', g.first_at, 'seen_at', g.last_at, 'by', null, 'act', null, 'ends_at', null, 'is_hidden', t.hidden_at is not null,
      'is_gone', coalesce(t.deleted_at, p.deleted_at) is not null
    ) order by g.people desc, g.first_at, g.subject_id), '[]')
  from (
    select r.subject, r.subject_id, min(r.person_id::text)::uuid as person_id, count(*) as people, min(r.created_at) as first_at,
      max(r.created_at) as last_at, mode() within group (order by r.reason) as reason,
      (array_agg(r.excerpt order by r.created_at desc))[1] as excerpt
    from private.open_reports(p_operator) r
    group by 1, 2
    order by 4 desc, 5, 2
    limit 50
  ) g
  join public.user_profiles p on p.id = g.person_id
  left join public.tracks t on g.subject = 'track' and t.id = g.subject_id;
$$;

-- Acts in force: hidings, silences that have not ended, and operators' dismissals of the last 90 days; none of them undone.
create function private.acts_in_force(p_operator uuid, p_act text) returns setof private.moderation_log
language sql stable security definer set search_path = ''
as $$
  select l.* from private.moderation_log l
  where l.act = p_act and l.person_id <> p_operator
    and case p_act
      when 'hide' then exists (select 1 from private.track_hidings h where h.act_id = l.id)
      when 'silence' then exists (select 1 from private.silences s where s.act_id = l.id and s.ends_at > private.now())
      else l.operator_id is not null and l.created_at > private.now() - interval '90 days'
        and not exists (select 1 from private.moderation_log u where u.undoes = l.id)
    end;
$$;

create function private.settled_queue(p_operator uuid, p_act text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'act_id', l.id, 'subject', l.subject, 'subject_id', l.subject_id, 'person_id', l.person_id, 'person_name', p.artist_name,
      'excerpt', coalesce(left(r.excerpt, 200), t.title, ''), 'cover_url', t.cover_url, 'avatar_url', p.avatar_url, 'reason', l.reason,
      'people', coalesce((l.details ->> 'reports')::integer, 0), 'at', l.created_at, 'seen_at', l.created_at, 'by', private.operator_name(l.operator_id),
      'act', l.act, 'ends_at', s.ends_at, 'is_hidden', t.hidden_at is not null,
      'is_gone', coalesce(t.deleted_at, p.deleted_at) is not null
    ) order by l.created_at desc), '[]')
  from (
    select a.* from private.acts_in_force(p_operator, p_act) a order by a.created_at desc limit 50
  ) l
  left join public.user_profiles p on p.id = l.person_id
  left join public.tracks t on l.subject = 'track' and t.id = l.subject_id
  left join private.silences s on s.act_id = l.id
  left join lateral (
    select x.excerpt from public.reports x where x.subject = l.subject and x.subject_id = l.subject_id order by x.created_at desc limit 1
  ) r on true;
$$;

create function public.operator_queue(p_list text) returns jsonb
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

grant execute on function public.operator_queue(text) to authenticated;

-- S-66. A reported message, and the one before and after it in the conversation. Empty for a message that nobody reported.
create function private.reported_messages(p_message uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with reported as (
    select m.* from public.messages m
    where m.id = p_message and exists (select 1 from public.reports r where r.subject = 'message' and r.subject_id = m.id)
  ),
  around as (
    (
      select m.* from public.messages m join reported d on
        least(m.sender_id, m.receiver_id) = least(d.sender_id, d.receiver_id)
        and greatest(m.sender_id, m.receiver_id) = greatest(d.sender_id, d.receiver_id)
      where (m.created_at, m.id) < (d.created_at, d.id) and m.deleted_at is null
      order by m.created_at desc, m.id desc limit 1
    )
    union all
    select d.* from reported d
    union all
    (
      select m.* from public.messages m join reported d on
        least(m.sender_id, m.receiver_id) = least(d.sender_id, d.receiver_id)
        and greatest(m.sender_id, m.receiver_id) = greatest(d.sender_id, d.receiver_id)
      where (m.created_at, m.id) > (d.created_at, d.id) and m.deleted_at is null
      order by m.created_at, m.id limit 1
    )
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'content', a.content, 'at', a.created_at, 'is_reported', a.id = p_message, 'is_theirs', a.sender_id = d.sender_id
    ) order by a.created_at, a.id), '[]')
  from around a cross join reported d;
$$;

create function private.record_of_person(p_person uuid) returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'since', (select p.created_at from public.user_profiles p where p.id = p_person),
  'tracks', (select count(*) from public.tracks t where t.user_id = p_person and t.deleted_at is null),
  'plays', (select coalesce(sum(t.play_count), 0) from public.tracks t where t.user_id = p_person and t.deleted_at is null),
  'reports', (select count(*) from public.reports r where r.person_id = p_person and r.settled_at is not null),
  'dismissed', (
    select count(*) from private.moderation_log l where l.person_id = p_person and l.act = 'dismiss'
      and not exists (select 1 from private.moderation_log u where u.undoes = l.id)
  ),
  'hidden', (
    select count(*) from private.moderation_log l where l.person_id = p_person and l.act = 'hide'
      and not exists (select 1 from private.moderation_log u where u.undoes = l.id)
  ),
  'silenced', (
    select count(*) from private.moderation_log l where l.person_id = p_person and l.act = 'silence'
      and not exists (select 1 from private.moderation_log u where u.undoes = l.id)
  ),
  'is_silenced', private.is_silenced(p_person)
);

-- What an operator needs to decide about a subject. Null if nobody reported it, or if it concerns the operator.
create function public.operator_report(p_subject text, p_subject_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_report');
  v_person uuid;
begin
  select r.person_id into v_person from public.reports r
    where r.subject = p_subject and r.subject_id = p_subject_id and r.person_id <> v_user limit 1;
  if not found then
    return null;
  end if;
  return jsonb_build_object(
    'reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.id, 'name', p.artist_name, 'avatar_url', p.avatar_url, 'reason', r.reason, 'details', r.details, 'at', r.created_at
        ) order by r.details = '', r.created_at), '[]')
      from (
        select x.* from public.reports x
        where x.subject = p_subject and x.subject_id = p_subject_id and x.settled_at is null
        order by x.details = '', x.created_at
        limit 20
      ) r
      left join public.user_profiles p on p.id = r.reporter_id
    ),
    'messages', case when p_subject = 'message' then private.reported_messages(p_subject_id) else '[]'::jsonb end,
    'track', (
      select jsonb_build_object('artist_name', t.artist_name, 'duration_ms', t.duration_ms, 'created_at', t.created_at)
      from public.tracks t where p_subject = 'track' and t.id = p_subject_id
    ),
    'person', private.record_of_person(v_person)
  );
end;
$$;
grant execute on function public.operator_report(text, uuid) to authenticated;

create function public.operator_figures() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_figures');
  v_now timestamptz := private.now();
  v_today date := private.utc_day(v_now);
  v_start timestamptz := v_today::timestamp at time zone 'UTC';
begin
  return jsonb_build_object(
    'people_today', (select count(*) from public.user_days d where d.day = v_today),
    'new_this_week', (
      select count(*) from public.user_profiles p where p.created_at > v_now - interval '7 days' and p.deleted_at is null
    ),
    'plays_today', (select coalesce(sum(d.plays), 0) from private.track_days d where d.day = v_today),
    'plays_yesterday', (select coalesce(sum(d.plays), 0) from private.track_days d where d.day = v_today - 1),
    'uploads_today', (select count(*) from public.tracks t where t.created_at >= v_start and t.deleted_at is null),
    'tracks', (select coalesce(sum(c.tracks), 0) from private.community_totals c),
    'stored_bytes', (select coalesce(sum(f.bytes), 0) from private.file_facts f),
    'files', (select count(*) from private.file_facts f),
    'open_reports', (select count(*) from private.open_reports(v_user)),
    'oldest_report_at', (select min(r.created_at) from private.open_reports(v_user) r),
    'abuse_last_hour', (
      select count(*) from public.security_events e
      where e.source = 'server' and e.severity = 'warning' and e.created_at > v_now - interval '1 hour'
    ),
    'abuse_today', (
      select count(*) from public.security_events e
      where e.source = 'server' and e.severity = 'warning' and e.created_at >= v_start
    )
  );
end;
$$;
grant execute on function public.operator_figures() to authenticated;

/*
 * What operators decided about the signed-in person, with the reasons, the person's appeals, those answered in the last 30 days whose
 * decision no longer applies, and whether the person is an operator.
 */
create function public.get_own_standing() returns jsonb
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

grant execute on function public.get_own_standing() to authenticated;
