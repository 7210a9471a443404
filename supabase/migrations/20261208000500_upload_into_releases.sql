/*
 * The release that an upload names, with the track in its place; null if it was deleted. A place that the release does not
 * await is not taken from its track: the new one comes last.
 */
create function private.place_in_release(p_user uuid, p_track uuid, p_payload jsonb) returns public.releases
language plpgsql security definer set search_path = ''
as $$
declare
  v public.releases;
  v_place uuid := case when private.has_value(p_payload, 'release_place') then private.uuid_field(p_payload, 'release_place') else p_track end;
begin
  select r.* into v from public.releases r
    where r.id = private.uuid_field(p_payload, 'release_id') and r.user_id = p_user and r.deleted_at is null
    for no key update;
  if found then
    -- Where the device named the track itself too, that place goes.
    v.places := case when v_place = p_track then v.places else array_remove(v.places, p_track) end;
    v.places := case when v_place = any (v.awaited) then array_replace(v.places, v_place, p_track) else array_append(v.places, p_track) end;
    v.awaited := private.without(v.awaited, array[v_place, p_track]);
    perform private.require_room_in_release(v.places);
  elsif not exists (
    select from public.releases r where r.id = private.uuid_field(p_payload, 'release_id') and r.user_id = p_user
  ) then
    perform private.refuse('release_missing', 'The release of this track is not here. Send the release first, then this track.');
  end if;
  return v;
end;
$$;

-- A track whose release was deleted meanwhile arrives as a private one: its artist never meant to show it alone.
create or replace function private.create_track(p_user uuid, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v public.tracks;
  v_description text := '';
  v_release public.releases;
begin
  v.id := private.uuid_field(p_payload, 'track_id');
  v.title := private.text_field(p_payload, 'title');
  v.artist_name := private.text_field(p_payload, 'artist_name');
  v.genre := private.text_field(p_payload, 'genre');
  v.audio_url := private.text_field(p_payload, 'audio_path');
  if private.has_value(p_payload, 'cover_path') then
    v.cover_url := private.text_field(p_payload, 'cover_path');
  end if;
  v.radio_opt_in := private.boolean_field(p_payload, 'radio_opt_in');
  v.rights_confirmed := private.boolean_field(p_payload, 'rights_confirmed');
  if private.has_value(p_payload, 'description') then
    v_description := private.clean_long_text(p_payload, 'description', 1000, 'The description of a track');
  end if;
  v := private.admit_track(p_user, v);
  v.is_public := true;
  if private.has_value(p_payload, 'release_id') then
    v_release := private.place_in_release(p_user, v.id, p_payload);
    v.is_public := v_release.published_at is not null;
  end if;
  insert into public.tracks
      (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed, is_public,
       release_id, awaits_release)
    values
      (v.id, p_user, v.title, v.artist_name, v.genre, v.audio_url, v.cover_url, v.duration_ms, v.audio_bytes, v.radio_opt_in, true, v.is_public,
       v_release.id, v_release.id is not null and not v.is_public);
  if v_description <> '' then
    perform private.write_track_texts(p_user, v.id, v_description, null);
  end if;
  if v_release.id is not null then
    update public.releases r set places = v_release.places, awaited = v_release.awaited where r.id = v_release.id;
    perform private.publish_release(v_release.id);
  end if;
  return jsonb_build_object('success', true, 'track_id', v.id, 'slots_available', private.slots_available(p_user));
end;
$$;
