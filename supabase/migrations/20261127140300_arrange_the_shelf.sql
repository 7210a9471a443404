-- G-1: how many rows of each kind the shelf holds. An operator may change the sizes; devices follow within two minutes.
create table private.shelf_sizes (
  part text primary key,
  size integer not null,
  constraint shelf_sizes_are_bounded check (size between 0 and 10000000)
);
alter table private.shelf_sizes enable row level security;
create policy shelf_sizes_all_nobody on private.shelf_sizes for all to anon, authenticated
  using (false) with check (false);
-- More than any community has: the app's lists end where the shelf ends.
insert into private.shelf_sizes (part, size) values
  ('best_tracks', 1000000), ('newest_tracks', 1000000), ('newest_shares', 1000000), ('newest_people', 1000000);

create index tracks_newest on public.tracks (created_at desc, id) where is_public and deleted_at is null;
create index user_profiles_newest on public.user_profiles (created_at desc, id)
  where privacy_setting <> 'private' and deleted_at is null;

-- Puts these rows on the shelf, and takes off those that are neither among them nor at the edge. Rows that somebody changes at this moment wait
-- for the next call. Returns how many rows changed.
create function private.shelve_only(p_table text, p_visible_if text, p_inside uuid[], p_edge uuid[]) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_changed bigint;
begin
  execute format(
    $f$
      with changing as (
        select r.id, true as belongs
        from unnest($1) i (id) join public.%1$I r on r.id = i.id
        where r.shelved is not true and (%2$s)
        union
        select r.id, false
        from public.%1$I r left join unnest($1 || $2) e (id) on e.id = r.id
        where r.shelved and e.id is null
      ), locked as (
        select r.id, c.belongs from public.%1$I r join changing c on c.id = r.id order by r.id for no key update of r skip locked
      )
      update public.%1$I r set shelved = l.belongs from locked l where l.id = r.id
    $f$,
    p_table, p_visible_if
  ) using p_inside, p_edge;
  get diagnostics v_changed = row_count;
  return v_changed;
end;
$$;

/*
 * Arranges the shelf by its sizes; true if that changed anything. Called each minute. A row leaves once it is a tenth beyond a size (at the edge),
 * so that rows there do not come and go.
 */
create function private.arrange_shelf() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_sizes jsonb := (select jsonb_object_agg(s.part, s.size) from private.shelf_sizes s);
  v_best integer := (v_sizes ->> 'best_tracks')::integer;
  v_newest integer := (v_sizes ->> 'newest_tracks')::integer;
  v_shares integer := (v_sizes ->> 'newest_shares')::integer;
  v_people integer := (v_sizes ->> 'newest_people')::integer;
  v_best_ids uuid[] := array(
    select t.id from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null
    order by t.average_vote_rating desc, t.created_at desc, t.id limit v_best + v_best / 10
  );
  v_newest_ids uuid[] := array(
    select t.id from public.tracks t where t.is_public and t.deleted_at is null
    order by t.created_at desc, t.id limit v_newest + v_newest / 10
  );
  v_sponsored_ids uuid[] := array(select t.id from public.tracks t where t.sponsored and t.is_public and t.deleted_at is null);
  v_share_ids uuid[] := array(
    select s.id from public.shared_tracks s where s.is_shared and s.deleted_at is null
    order by s.created_at desc, s.id limit v_shares + v_shares / 10
  );
  v_person_ids uuid[] := array(
    select p.id from public.user_profiles p where p.privacy_setting <> 'private' and p.deleted_at is null
    order by p.created_at desc, p.id limit v_people + v_people / 10
  );
  v_tracks uuid[];
  v_edge_tracks uuid[];
  v_changed bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:shelf', 0)) then
    return false;
  end if;
  v_tracks := v_best_ids[:v_best] || v_newest_ids[:v_newest] || v_sponsored_ids
    || array(select s.track_id from public.shared_tracks s where s.id = any (v_share_ids[:v_shares]));
  v_edge_tracks := v_best_ids || v_newest_ids || array(select s.track_id from public.shared_tracks s where s.id = any (v_share_ids));
  v_changed := private.shelve_only('tracks', 'r.is_public and r.deleted_at is null', v_tracks, v_edge_tracks)
    + private.shelve_only('shared_tracks', 'r.is_shared and r.deleted_at is null', v_share_ids[:v_shares], v_share_ids)
    + private.shelve_only(
      'user_profiles', $sql$r.privacy_setting <> 'private' and r.deleted_at is null$sql$,
      v_person_ids[:v_people]
        || array(select t.user_id from public.tracks t where t.id = any (v_tracks))
        || array(select s.user_id from public.shared_tracks s where s.id = any (v_share_ids[:v_shares])),
      v_person_ids
        || array(select t.user_id from public.tracks t where t.id = any (v_edge_tracks))
        || array(select s.user_id from public.shared_tracks s where s.id = any (v_share_ids))
    );
  return v_changed > 0;
end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('arrange-shelf', '* * * * *', 'select private.arrange_shelf()')$cron$;
  end if;
end;
$$;
