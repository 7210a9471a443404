-- The public track with this title whose artist has this name, or one that contains it or is contained in it ('Kiln feat. Nadia'). Null without one:
-- another track in a playlist would be worse than none. An empty artist leaves the title alone.
create function private.find_track(p_artist text, p_title text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_title text := private.fold_text(left(p_title, 100));
  v_artist text := private.fold_text(left(p_artist, 100));
  v_words text[] := string_to_array(v_title, ' ');
  v_terms text[];
  v_found uuid;
begin
  -- A common title alone may have more tracks than a search returns. A featured artist in the file may be missing in the catalogue.
  for v_terms in
    select private.search_terms(to_jsonb(t.words))
    from (values (v_words[:5] || (string_to_array(v_artist, ' '))[:3]), (v_words[:8])) t (words)
  loop
    continue when cardinality(v_terms) = 0;
    select t.id into v_found
      from private.search_tracks(
          private.search_conditions('(x.own || x.name)', v_terms, array_fill(false, array[cardinality(v_terms)])), null, v_terms
        ) s,
        unnest(s.ids) with ordinality f (id, at)
      join public.tracks t on t.id = f.id
      left join public.user_profiles p on p.id = t.user_id and p.privacy_setting = 'public' and p.deleted_at is null
      where private.fold_text(t.title) = v_title
        and (
          v_artist = ''
          or exists (
            select from (values (private.fold_text(t.artist_name)), (private.fold_text(p.artist_name))) n (name)
            where position(' ' || n.name || ' ' in ' ' || v_artist || ' ') > 0 or position(' ' || v_artist || ' ' in ' ' || n.name || ' ') > 0
          )
        )
      order by f.at
      limit 1;
    exit when found;
  end loop;
  return v_found;
end;
$$;

-- For an imported playlist: of each { artist, title }, at most 20 of them, the id of a public track, or null; in their order.
create function public.find_tracks(p_entries jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_user();
  if jsonb_typeof(p_entries) is distinct from 'array' or jsonb_array_length(p_entries) > 20 then
    raise exception 'At most 20 tracks are looked up together' using errcode = '22023';
  end if;
  return (
    select coalesce(jsonb_agg(private.find_track(coalesce(e.entry ->> 'artist', ''), coalesce(e.entry ->> 'title', '')) order by e.at), '[]')
    from jsonb_array_elements(p_entries) with ordinality e (entry, at)
  );
end;
$$;
grant execute on function public.find_tracks(jsonb) to authenticated;
