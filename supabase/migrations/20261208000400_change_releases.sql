/*
 * Locks what a batch of actions changes, in one order for all batches. Favourites change no track: their tracks are not locked, so that nobody's
 * hearts make the plays and votes of others wait. Changes of releases may change each of the person's tracks.
 */
create or replace function private.lock_batch(p_user uuid, p_actions jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_partners uuid[];
  v_changes_profile boolean;
  v_changes_releases boolean;
begin
  select
      coalesce(array_agg(case when private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        then (a.value -> 'payload' ->> 'partner_id')::uuid end) filter (where a.value ->> 'kind' like 'connection.%'), '{}'),
      coalesce(bool_or(a.value ->> 'kind' = 'profile.update'), false),
      coalesce(bool_or(a.value ->> 'kind' like 'release.%' or a.value -> 'payload' ? 'release_id'), false)
    into v_partners, v_changes_profile, v_changes_releases
    from jsonb_array_elements(p_actions) a;
  perform 1 from public.tracks t
    where t.id in (
      select (a.value -> 'payload' ->> 'track_id')::uuid from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'track_id') and a.value ->> 'kind' not like 'favourite.%'
      union
      select o.id from public.tracks o where v_changes_releases and o.user_id = p_user and o.deleted_at is null
    )
    order by t.id
    for no key update;
  perform private.lock_pair(p_user, o.id)
    from (
      select distinct (a.value -> 'payload' ->> 'partner_id')::uuid as id from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        and (a.value ->> 'kind' like 'connection.%' or a.value ->> 'kind' = 'message.send')
      order by 1
    ) o;
  if v_changes_profile or cardinality(v_partners) > 0 then
    perform 1 from public.connections c
      where (c.user_id = p_user and (v_changes_profile or c.connection_id = any (v_partners)))
        or (c.connection_id = p_user and (v_changes_profile or c.user_id = any (v_partners)))
      order by c.id
      for no key update;
    perform 1 from public.user_profiles p
      where p.id = p_user or p.id = any (v_partners)
      order by p.id
      for no key update;
  end if;
end;
$$;

create function private.own_release(p_user uuid, p_payload jsonb) returns public.releases
language plpgsql security definer set search_path = ''
as $$
declare
  v_release public.releases;
begin
  select r.* into v_release from public.releases r
    where r.id = private.uuid_field(p_payload, 'release_id') and r.user_id = p_user and r.deleted_at is null
    for no key update;
  if not found then
    perform private.refuse('release_missing', 'This release was deleted.');
  end if;
  return v_release;
end;
$$;

-- Whether the payload has a value for the field that is not null.
create function private.has_value(p_payload jsonb, p_key text) returns boolean
language sql immutable set search_path = ''
return coalesce(jsonb_typeof(p_payload -> p_key), 'null') <> 'null';

-- What the person may write, in place of what the release has. A field that the payload lacks stays as it is.
create function private.with_release_fields(p_release public.releases, p_payload jsonb) returns public.releases
language plpgsql stable set search_path = ''
as $$
declare
  v public.releases := p_release;
begin
  if p_payload ? 'title' then
    v.title := btrim(private.text_field(p_payload, 'title'));
  end if;
  if p_payload ? 'artist_name' then
    v.artist_name := btrim(private.text_field(p_payload, 'artist_name'));
  end if;
  if p_payload ? 'kind' then
    v.kind := case when private.has_value(p_payload, 'kind') then private.text_field(p_payload, 'kind') end;
  end if;
  if p_payload ? 'notes' then
    v.notes := private.clean_long_text(p_payload, 'notes', 500, 'The notes of a release');
  end if;
  if p_payload ? 'publish_at' then
    v.publish_at := null;
    if private.has_value(p_payload, 'publish_at') then
      v.publish_at := date_trunc('milliseconds', private.parse_time(private.text_field(p_payload, 'publish_at')));
      if v.publish_at is null then
        perform private.refuse('invalid_payload', 'The field publish_at must be a time or null.');
      end if;
    end if;
  end if;
  if coalesce(v.title, '') = '' then
    perform private.refuse('title_missing', 'A release needs a title.');
  elsif char_length(v.title) > 100 then
    perform private.refuse('title_too_long', 'The title of a release must be 100 characters or less.');
  elsif coalesce(v.artist_name, '') = '' then
    perform private.refuse('artist_missing', 'Artist name is required');
  elsif char_length(v.artist_name) > 50 then
    perform private.refuse('artist_too_long', 'Artist name too long');
  elsif v.kind not in ('single', 'ep', 'album') then
    perform private.refuse('invalid_payload', 'The field kind must be single, ep, album or null.');
  end if;
  perform private.check_words(v.title);
  perform private.check_words(v.artist_name);
  return v;
end;
$$;

create function private.places_field(p_payload jsonb) returns uuid[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_list jsonb := p_payload -> 'places';
  v_places uuid[];
begin
  if jsonb_typeof(v_list) = 'array' and jsonb_array_length(v_list) between 1 and 50
    and not exists (
      select from jsonb_array_elements(v_list) e (value)
      where jsonb_typeof(e.value) <> 'string' or not private.is_uuid(e.value #>> '{}')
    )
  then
    v_places := array(select e.value::uuid from jsonb_array_elements_text(v_list) with ordinality e (value, at) order by e.at);
  end if;
  if v_places is null or (select count(distinct u.id) from unnest(v_places) u (id)) < cardinality(v_places) then
    perform private.refuse('invalid_payload', 'The field places must be a list of 1 to 50 different ids.');
  end if;
  return v_places;
end;
$$;

-- The elements that are not among the others, in order.
create function private.without(p_ids uuid[], p_others uuid[]) returns uuid[]
language sql immutable set search_path = ''
return array(select u.id from unnest(p_ids) with ordinality u (id, at) where u.id <> all (p_others) order by u.at);

create function private.own_tracks_among(p_user uuid, p_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
return array(select t.id from public.tracks t where t.id = any (p_ids) and t.user_id = p_user and t.deleted_at is null);

-- Makes own tracks members of the release, whose places the caller writes. A track that waited for another release waits for this one.
create function private.move_into_release(p_release public.releases, p_tracks uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_out boolean := p_release.published_at is not null;
begin
  update public.releases r set places = private.without(r.places, p_tracks), awaited = private.without(r.awaited, p_tracks)
    where r.user_id = p_release.user_id and r.id <> p_release.id and r.places && p_tracks;
  update public.tracks t
    set release_id = p_release.id,
      is_public = t.is_public or (v_is_out and t.awaits_release and t.hidden_at is null),
      awaits_release = t.awaits_release and not (v_is_out and t.hidden_at is null),
      created_at = case when v_is_out and t.awaits_release and t.hidden_at is null then private.now() else t.created_at end
    where t.id = any (p_tracks) and t.user_id = p_release.user_id and t.deleted_at is null;
end;
$$;

-- A place that is a track of somebody else, or was a track, is left out: no upload can fill it.
create function private.handle_release_create(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.releases;
  v_most integer := (select l.most from private.library_limits l where l.part = 'releases');
  v_places uuid[] := private.places_field(p_payload);
  v_own uuid[] := private.own_tracks_among(p_user, v_places);
begin
  v.id := private.uuid_field(p_payload, 'release_id');
  if exists (select from public.releases r where r.id = v.id) or exists (select from private.swept_releases s where s.id = v.id) then
    perform private.refuse('release_exists', 'This release was made before.');
  end if;
  if (select count(*) from public.releases r where r.user_id = p_user and r.deleted_at is null) >= v_most then
    perform private.refuse(
      'too_many_releases', format('You have %s releases, and that is the most. Delete one, then try again.', v_most)
    );
  end if;
  v.notes := '';
  v := private.with_release_fields(v, p_payload);
  v.user_id := p_user;
  v.places := private.without(v_places, array(
    select t.id from public.tracks t where t.id = any (v_places) and t.id <> all (v_own)
    union
    select s.id from private.swept_tracks s where s.id = any (v_places)
  ));
  insert into public.releases (id, user_id, title, artist_name, kind, notes, places, awaited, publish_at, created_at)
    values (
      v.id, v.user_id, v.title, v.artist_name, v.kind, v.notes, v.places, private.without(v.places, v_own), v.publish_at,
      least(p_occurred_at, private.now())
    );
  perform private.move_into_release(v, v_own);
  perform private.publish_release(v.id);
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_release_update(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.releases := private.own_release(p_user, p_payload);
  v public.releases := private.with_release_fields(v_old, p_payload);
begin
  if v_old.published_at is not null and v.publish_at is distinct from v_old.publish_at then
    perform private.refuse('release_published', 'This release is out already.');
  end if;
  update public.releases r
    set title = v.title, artist_name = v.artist_name, kind = v.kind, notes = v.notes, publish_at = v.publish_at
    where r.id = v.id;
  perform private.publish_release(v.id);
  return jsonb_build_object('success', true);
end;
$$;

create function private.require_room_in_release(p_places uuid[]) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if cardinality(p_places) > 50 then
    perform private.refuse('release_full', 'A release holds 50 tracks. Remove some, then try again.');
  end if;
end;
$$;

-- Places that the person did not name stay behind the others: another device may have added them.
create function private.handle_release_arrange(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.releases := private.own_release(p_user, p_payload);
  v_named uuid[] := private.places_field(p_payload);
  v_own uuid[] := private.own_tracks_among(p_user, v_named);
  v_unknown uuid[] := private.without(v_named, v.places || v_own);
  v_places uuid[];
begin
  v_places := private.without(v_named, v_unknown) || private.without(v.places, v_named);
  perform private.require_room_in_release(v_places);
  update public.releases r set places = v_places, awaited = private.without(r.awaited, v_own) where r.id = v.id;
  perform private.move_into_release(
    v, array(select t.id from public.tracks t where t.id = any (v_own) and t.release_id is distinct from v.id)
  );
  perform private.publish_release(v.id);
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_release_remove(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.releases := private.own_release(p_user, p_payload);
  v_place uuid := private.uuid_field(p_payload, 'place');
begin
  update public.tracks t set release_id = null, awaits_release = false where t.id = v_place and t.release_id = v.id;
  update public.releases r set places = array_remove(r.places, v_place), awaited = array_remove(r.awaited, v_place)
    where r.id = v.id and v_place = any (r.places);
  perform private.publish_release(v.id);
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_release_delete(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_release uuid := private.uuid_field(p_payload, 'release_id');
begin
  perform 1 from public.releases r where r.id = v_release and r.user_id = p_user and r.deleted_at is null for no key update;
  if found then
    perform private.remove_release(v_release);
  end if;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('release.create', 'handle_release_create', true),
  ('release.update', 'handle_release_update', true),
  ('release.arrange', 'handle_release_arrange', true),
  ('release.remove', 'handle_release_remove', true),
  ('release.delete', 'handle_release_delete', true);
