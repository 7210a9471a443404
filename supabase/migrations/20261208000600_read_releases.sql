-- The tracks of a release that everybody may see, in order.
create function private.public_tracks_of(p_release public.releases) returns uuid[]
language sql stable security definer set search_path = ''
return array(
  select t.id
  from unnest(p_release.places) with ordinality u (id, at)
  join public.tracks t on t.id = u.id and t.release_id = p_release.id
  where t.is_public and t.deleted_at is null
  order by u.at
);

-- What others read of a release; null unless it is out and has a track that they may see.
create function private.shown_release(p_release public.releases) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tracks uuid[];
begin
  if p_release.published_at is null or p_release.deleted_at is not null then
    return null;
  end if;
  v_tracks := private.public_tracks_of(p_release);
  if v_tracks = '{}' then
    return null;
  end if;
  return jsonb_build_object(
    'id', p_release.id, 'user_id', p_release.user_id, 'title', p_release.title, 'artist_name', p_release.artist_name, 'kind', p_release.kind,
    'published_at', private.iso(p_release.published_at), 'track_ids', to_jsonb(v_tracks)
  );
end;
$$;

create function private.require_browsing() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
end;
$$;

create function public.get_release(p_release_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_browsing();
  return (
    select private.shown_release(r) || jsonb_build_object('notes', r.notes) from public.releases r
    where r.id = p_release_id and not private.is_hidden_from(r.user_id, auth.uid())
  );
end;
$$;
grant execute on function public.get_release(uuid) to anon, authenticated;

-- The newest 100 of a person.
create function public.get_releases_of(p_profile_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_browsing();
  return (
    select coalesce(jsonb_agg(s.shown || jsonb_build_object(
        'cover_url', (select t.cover_url from public.tracks t where t.id = (s.shown -> 'track_ids' ->> 0)::uuid)
      ) order by s.published_at desc, s.id), '[]')
    from (
      select r.id, r.published_at, private.shown_release(r) as shown
      from public.releases r
      where r.user_id = p_profile_id and r.published_at is not null and r.deleted_at is null
        and not private.is_hidden_from(r.user_id, auth.uid())
      order by r.published_at desc, r.id limit 100
    ) s
    where s.shown is not null
  );
end;
$$;
grant execute on function public.get_releases_of(uuid) to anon, authenticated;

-- { description, lyrics, release }; null for a track that the person may not see. `release` is { id, title } if the person may see that, too.
create function public.get_track_texts(p_track_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_browsing();
  return (
    select jsonb_build_object(
      'description', coalesce(x.description, ''),
      'lyrics', coalesce(x.lyrics, ''),
      'release', (
        select jsonb_build_object('id', r.id, 'title', r.title)
        from public.releases r
        where r.id = t.release_id and r.deleted_at is null
          and (
            r.user_id = auth.uid()
            or (private.shown_release(r) is not null and not private.is_hidden_from(r.user_id, auth.uid()))
          )
      )
    )
    from public.tracks t
    left join private.track_texts x on x.track_id = t.id
    where t.id = p_track_id and t.deleted_at is null and (t.is_public or t.user_id = auth.uid())
  );
end;
$$;
grant execute on function public.get_track_texts(uuid) to anon, authenticated;

/*
 * What an operator needs to decide about a subject, with the place of a track's file: operators hear tracks that are private or hidden, too. With a
 * track come its texts and its release, with a profile the newest releases of the person. Null if nobody reported it, or if it concerns the operator.
 */
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
        'audio_url', case when t.deleted_at is null then t.audio_url end,
        'description', coalesce(x.description, ''), 'lyrics', coalesce(x.lyrics, '')
      )
      from public.tracks t
      left join private.track_texts x on x.track_id = t.id
      where p_subject = 'track' and t.id = p_subject_id
    ),
    'releases', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'title', r.title, 'notes', r.notes) order by r.created_at desc, r.id), '[]')
      from (
        select o.* from public.releases o
        where o.deleted_at is null and case p_subject
          when 'track' then o.id = (select t.release_id from public.tracks t where t.id = p_subject_id)
          when 'profile' then o.user_id = v_person
          else false
        end
        order by o.created_at desc, o.id
        limit 20
      ) r
    ),
    'person', private.record_of_person(v_person)
  );
end;
$$;

-- The texts of the signed-in person's tracks, for the archive of their data. Rows, so that they are read page by page like their tables.
create function public.get_own_track_texts() returns table (track_id uuid, description text, lyrics text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return query select x.track_id, x.description, x.lyrics from private.track_texts x where x.user_id = v_user;
end;
$$;
grant execute on function public.get_own_track_texts() to authenticated;
