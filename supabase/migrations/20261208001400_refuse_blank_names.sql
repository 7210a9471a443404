-- A name without space around it; empty if it has nothing that shows, such as spaces, joiners and direction marks alone: others would see a link
-- without a word. `isBlank` in src/platform/blank.ts.
create function private.name_field(p_payload jsonb, p_key text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_name text := btrim(private.text_field(p_payload, p_key));
begin
  return case
    when regexp_replace(
      v_name,
      private.unseen_characters() || '|[\s\u0001-\u001f\u007f-\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]',
      '', 'g'
    ) <> '' then v_name
    else ''
  end;
end;
$$;

create or replace function private.with_playlist_fields(p_playlist public.playlists, p_payload jsonb) returns public.playlists
language plpgsql stable set search_path = ''
as $$
declare
  v public.playlists := p_playlist;
begin
  if p_payload ? 'title' then
    v.title := private.name_field(p_payload, 'title');
  end if;
  if p_payload ? 'description' then
    v.description := btrim(private.text_field(p_payload, 'description'));
  end if;
  if p_payload ? 'visibility' then
    v.visibility := private.text_field(p_payload, 'visibility');
  end if;
  if coalesce(v.title, '') = '' then
    perform private.refuse('title_missing', 'A playlist needs a name.');
  elsif char_length(v.title) > 60 then
    perform private.refuse('title_too_long', 'The name of a playlist must be 60 characters or less.');
  elsif char_length(v.description) > 500 then
    perform private.refuse('description_too_long', 'The description of a playlist must be 500 characters or less.');
  elsif v.visibility not in ('private', 'link', 'public') then
    perform private.refuse('invalid_payload', 'The field visibility must be private, link or public.');
  end if;
  if v.visibility <> 'private' then
    perform private.check_words(v.title);
    perform private.check_words(v.description);
  end if;
  return v;
end;
$$;

create or replace function private.with_release_fields(p_release public.releases, p_payload jsonb) returns public.releases
language plpgsql stable set search_path = ''
as $$
declare
  v public.releases := p_release;
begin
  if p_payload ? 'title' then
    v.title := private.name_field(p_payload, 'title');
  end if;
  if p_payload ? 'artist_name' then
    v.artist_name := private.name_field(p_payload, 'artist_name');
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
      elsif v.publish_at > private.now() + interval '731 days' and v.publish_at is distinct from p_release.publish_at then
        perform private.refuse('publish_at_too_late', 'A release can be dated at most two years ahead. Choose an earlier date.');
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
