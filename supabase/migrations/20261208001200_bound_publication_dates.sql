-- S-61: nobody plans further ahead, and a mistyped year would take the slots of the tracks for good. `latestPublication` in sync/model/release-date.ts.
create or replace function private.with_release_fields(p_release public.releases, p_payload jsonb) returns public.releases
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
