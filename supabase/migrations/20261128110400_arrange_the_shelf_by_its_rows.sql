-- G-1: arranging the shelf, each minute, reads the shelf and not the whole catalogue.
create index tracks_on_shelf on public.tracks (id) where shelved;
create index shared_tracks_on_shelf on public.shared_tracks (id) where shelved;
create index user_profiles_on_shelf on public.user_profiles (id) where shelved;

-- Puts these rows on the shelf, and takes off those that are neither among them nor at the edge. Rows that somebody changes at this moment wait
-- for the next call. Returns how many rows changed. The ids come first, so that the second statement is planned for their number.
create or replace function private.shelve_only(p_table text, p_visible_if text, p_inside uuid[], p_edge uuid[]) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_entering uuid[];
  v_leaving uuid[];
  v_changed bigint;
begin
  execute format(
    $f$
      select array(select unnest($1) except select r.id from public.%1$I r where r.shelved),
        array(select r.id from public.%1$I r where r.shelved except select unnest($1 || $2))
    $f$,
    p_table
  ) into v_entering, v_leaving using p_inside, p_edge;
  execute format(
    $f$
      with locked as (
        select r.id from public.%1$I r
        where (r.id = any ($1) and r.shelved is not true and (%2$s)) or (r.id = any ($2) and r.shelved)
        order by r.id for no key update of r skip locked
      )
      update public.%1$I r set shelved = r.shelved is not true from locked l where l.id = r.id
    $f$,
    p_table, p_visible_if
  ) using v_entering, v_leaving;
  get diagnostics v_changed = row_count;
  return v_changed;
end;
$$;
