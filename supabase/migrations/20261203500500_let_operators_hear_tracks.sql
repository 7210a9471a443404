-- What an operator needs to decide about a subject, with the place of a track's file: operators hear tracks that are private or hidden, too.
-- Null if nobody reported it, or if it concerns the operator.
create or replace function public.operator_report(p_subject text, p_subject_id uuid) returns jsonb
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
      select jsonb_build_object(
        'artist_name', t.artist_name, 'duration_ms', t.duration_ms, 'created_at', t.created_at,
        -- Null once the file is removed with the track.
        'audio_url', case when t.deleted_at is null then t.audio_url end
      )
      from public.tracks t where p_subject = 'track' and t.id = p_subject_id
    ),
    'person', private.record_of_person(v_person)
  );
end;
$$;
