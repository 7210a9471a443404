-- What the community's totals and Explore's count are made of, kept by the tables' own triggers, so that neither is counted
-- through the whole catalogue each time somebody looks (S-25). The sums of all slots are the totals. A writer takes the first
-- slot that nobody else is writing, or a new one: it never waits for another writer, so no circle of waiting passes here.
create table private.community_totals (
  slot bigint primary key generated always as identity,
  artists bigint not null default 0,
  -- Public ones, and of those the ones that Explore lists.
  tracks bigint not null default 0,
  explore_tracks bigint not null default 0,
  plays bigint not null default 0,
  zaps_earned bigint not null default 0
) with (fillfactor = 20);

alter table private.community_totals enable row level security;
create policy community_totals_all_nobody on private.community_totals for all to anon, authenticated
  using (false) with check (false);

insert into private.community_totals default values;

create function private.add_to_totals(
  p_artists integer, p_tracks integer, p_explore_tracks integer, p_plays bigint, p_zaps bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_artists = 0 and p_tracks = 0 and p_explore_tracks = 0 and p_plays = 0 and p_zaps = 0 then
    return;
  end if;
  update private.community_totals t
    set artists = t.artists + p_artists, tracks = t.tracks + p_tracks, explore_tracks = t.explore_tracks + p_explore_tracks,
      plays = t.plays + p_plays, zaps_earned = t.zaps_earned + p_zaps
    where t.slot = (select s.slot from private.community_totals s order by s.slot limit 1 for update skip locked);
  if not found then
    insert into private.community_totals (artists, tracks, explore_tracks, plays, zaps_earned)
      values (p_artists, p_tracks, p_explore_tracks, p_plays, p_zaps);
  end if;
end;
$$;

create function private.total_artist() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_to_totals(
    case when tg_op <> 'DELETE' and new.deleted_at is null and new.artist_name is not null then 1 else 0 end
      - case when tg_op <> 'INSERT' and old.deleted_at is null and old.artist_name is not null then 1 else 0 end,
    0, 0, 0, 0
  );
  return null;
end;
$$;
create trigger user_profiles_total after insert or delete on public.user_profiles
  for each row execute function private.total_artist();
create trigger user_profiles_total_again after update on public.user_profiles
  for each row
  when (
    (old.deleted_at is null and old.artist_name is not null) <> (new.deleted_at is null and new.artist_name is not null)
  )
  execute function private.total_artist();

create function private.total_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was boolean := tg_op <> 'INSERT' and old.is_public and old.deleted_at is null;
  v_is boolean := tg_op <> 'DELETE' and new.is_public and new.deleted_at is null;
begin
  if v_was or v_is then
    perform private.add_to_totals(
      0,
      v_is::integer - v_was::integer,
      case when v_is and not new.sponsored then 1 else 0 end - case when v_was and not old.sponsored then 1 else 0 end,
      case when v_is then new.play_count else 0 end - case when v_was then old.play_count else 0 end,
      0
    );
  end if;
  return null;
end;
$$;
create trigger tracks_total after insert or delete on public.tracks
  for each row execute function private.total_track();
create trigger tracks_total_again after update on public.tracks
  for each row
  when (
    (old.is_public, old.sponsored, old.deleted_at is null, old.play_count)
      is distinct from (new.is_public, new.sponsored, new.deleted_at is null, new.play_count)
  )
  execute function private.total_track();

create function private.total_zaps() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_to_totals(
    0, 0, 0, 0,
    case when tg_op <> 'DELETE' then new.total_zaps_earned else 0 end
      - case when tg_op <> 'INSERT' then old.total_zaps_earned else 0 end
  );
  return null;
end;
$$;
create trigger user_balances_total after insert or delete on public.user_balances
  for each row execute function private.total_zaps();
create trigger user_balances_total_again after update on public.user_balances
  for each row when (old.total_zaps_earned <> new.total_zaps_earned) execute function private.total_zaps();

-- S-25: the sums and nothing of what they are made of.
create function public.get_community_totals() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'artists', sum(t.artists), 'tracks', sum(t.tracks), 'total_plays', sum(t.plays), 'total_zaps_earned', sum(t.zaps_earned)
    )
    from private.community_totals t
  );
end;
$$;
grant execute on function public.get_community_totals() to anon, authenticated;
