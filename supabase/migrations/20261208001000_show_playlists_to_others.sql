-- S-60: others read a playlist that its owner shows them. Its rows are synced to its owner alone.

insert into private.library_limits (part, most) values ('playlist_likes', 200);

-- The playlists of others that a person keeps in the library. A like outlives its playlist, since the library says that the playlist is gone; so
-- `playlist_id` is no foreign key.
create table public.playlist_likes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (id),
  playlist_id uuid not null,
  -- When the person liked it, also without a network.
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint playlist_likes_one_a_playlist unique (user_id, playlist_id)
);
create index playlist_likes_sync on public.playlist_likes (user_id, row_xid, id);
create index playlist_likes_tombstones on public.playlist_likes (row_xid) where deleted_at is not null;
create index playlist_likes_of_playlist on public.playlist_likes (playlist_id) where deleted_at is null;
create trigger playlist_likes_stamp before insert or update on public.playlist_likes
  for each row execute function private.stamp_sync_row();
create trigger playlist_likes_soft_delete before delete on public.playlist_likes
  for each row execute function private.soft_delete_row();
alter table public.playlist_likes enable row level security;
create policy playlist_likes_select_own on public.playlist_likes for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
grant select on table public.playlist_likes to authenticated;

select private.sync_table('playlist_likes', array['user_id', 'playlist_id', 'created_at'], p_owners => array['user_id']);
update private.synced_tables s set swept_if = 'true' where s.name = 'playlist_likes';
-- A tombstone that is liked stays: if its id were free, anybody who knows it could put another playlist into these people's libraries.
update private.synced_tables s
  set swept_if = s.swept_if || ' and not exists (select from public.playlist_likes x where x.playlist_id = r.id and x.deleted_at is null)'
  where s.name = 'playlists';
update private.synced_tables s
  set swept_if = s.swept_if || ' and not exists (select from public.playlist_likes x where x.user_id = r.id)'
  where s.name = 'user_profiles';

create trigger playlist_likes_tell_of_new after insert on public.playlist_likes
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();
create trigger playlist_likes_tell_of_changed after update on public.playlist_likes
  referencing new table as changed
  for each statement execute function private.notify_devices_of_library();

-- S-6: what is left of an account likes nothing.
create function private.forget_playlist_likes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from public.playlist_likes l where l.user_id = new.id and l.deleted_at is null order by l.id for no key update;
  update public.playlist_likes l set deleted_at = private.now() where l.user_id = new.id and l.deleted_at is null;
  return null;
end;
$$;
create trigger user_profiles_forget_playlist_likes after update on public.user_profiles
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_playlist_likes();

-- Whether the viewer, null for a guest, may read the playlist: the owner always, others by its visibility, unless a block is between them (S-47).
create function private.can_see_playlist(p_playlist public.playlists, p_viewer uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select p_playlist.deleted_at is null
    and (
      p_playlist.user_id = p_viewer
      or (p_playlist.visibility in ('link', 'public') and not private.is_hidden_from(p_playlist.user_id, p_viewer))
    );
$$;

-- The playlist as a card shows it. `covers`: of those of its first 24 tracks that everybody may see. The owner's name is null where the viewer may not see the profile.
create function private.playlist_card(p_playlist public.playlists, p_viewer uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_playlist.id,
    'user_id', p_playlist.user_id,
    'owner_name', o.artist_name,
    'owner_avatar', o.avatar_url,
    'title', p_playlist.title,
    'visibility', p_playlist.visibility,
    'track_count', (
      select count(*) from public.playlist_tracks e where e.playlist_id = p_playlist.id and e.deleted_at is null
    ),
    'covers', coalesce(
      (
        select jsonb_agg(jsonb_build_object('id', c.id, 'cover_url', c.cover_url) order by c.position, c.entry)
        from (
          select t.id, t.cover_url, f.position, f.entry
          from (
            select e.track_id, e.position, e.id as entry
            from public.playlist_tracks e
            where e.playlist_id = p_playlist.id and e.deleted_at is null
            order by e.position, e.id
            limit 24
          ) f
          join public.tracks t on t.id = f.track_id and t.is_public and t.deleted_at is null
        ) c
      ), '[]'
    )
  )
  from (values (1)) one (row)
  left join public.user_profiles o
    on o.id = p_playlist.user_id and o.deleted_at is null and private.can_see_profile(o.id, o.privacy_setting, p_viewer);
$$;

-- A playlist with its tracks in order. Null for one that the caller may not see, and for one that is not there: they look the same.
create function public.get_playlist(p_playlist_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_browsing();
  return (
    select private.playlist_card(p, auth.uid()) || jsonb_build_object(
      'description', p.description,
      'track_ids', coalesce(
        (
          select jsonb_agg(e.track_id order by e.position, e.id)
          from public.playlist_tracks e where e.playlist_id = p.id and e.deleted_at is null
        ), '[]'
      )
    )
    from public.playlists p
    where p.id = p_playlist_id and private.can_see_playlist(p, auth.uid())
  );
end;
$$;
grant execute on function public.get_playlist(uuid) to anon, authenticated;

-- A person's public playlists that have tracks, the newest 60.
create function public.get_playlists_of(p_profile_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_browsing();
  return coalesce(
    (
      select jsonb_agg(private.playlist_card(s.p, auth.uid()) order by (s.p).created_at desc, (s.p).id)
      from (
        select p from public.playlists p
        where p.user_id = p_profile_id and p.visibility = 'public' and private.can_see_playlist(p, auth.uid())
          and exists (select from public.playlist_tracks e where e.playlist_id = p.id and e.deleted_at is null)
        order by p.created_at desc, p.id
        limit 60
      ) s
    ), '[]'
  );
end;
$$;
grant execute on function public.get_playlists_of(uuid) to anon, authenticated;

-- Those of the person's liked playlists that their owners still show, the latest liked first.
create function public.get_liked_playlists() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (
      select jsonb_agg(private.playlist_card(p, l.user_id) order by l.created_at desc, l.id)
      from public.playlist_likes l
      join public.playlists p on p.id = l.playlist_id and private.can_see_playlist(p, l.user_id)
      where l.user_id = private.require_user() and l.deleted_at is null
    ), '[]'
  );
end;
$$;
grant execute on function public.get_liked_playlists() to authenticated;

-- What a link shows of its page to whoever is sent it, a robot without a beta session too (S-1): of a public track its title, artist
-- and cover, of a release that is out the same with the cover of its first track, of a playlist that is not
-- private its title, the owner's public name and the first cover, of a public profile its name and picture, and nothing else.
-- Null for anything else: what is private, what is for friends and what is not there look the same.
create or replace function public.get_link_preview(p_page text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_page = 'track' then
    return (
      -- S-43: the name of the profile, where everybody may read it.
      select jsonb_build_object(
        'title', t.title, 'artist', coalesce(p.artist_name, t.artist_name), 'picture', t.cover_url
      )
      from public.tracks t
      left join public.user_profiles p on p.id = t.user_id and p.privacy_setting = 'public' and p.deleted_at is null
      where t.id = p_id and t.is_public and t.deleted_at is null
    );
  elsif p_page = 'release' then
    return (
      select jsonb_build_object('title', r.title, 'artist', r.artist_name, 'picture', t.cover_url)
      from public.releases r
      join public.tracks t on t.id = (private.shown_release(r) -> 'track_ids' ->> 0)::uuid
      where r.id = p_id
    );
  elsif p_page = 'playlist' then
    return (
      select jsonb_build_object('title', p.title, 'artist', o.artist_name, 'picture', private.playlist_card(p, null) -> 'covers' -> 0 ->> 'cover_url')
      from public.playlists p
      join public.user_profiles o
        on o.id = p.user_id and o.privacy_setting = 'public' and o.artist_name is not null and o.deleted_at is null
      where p.id = p_id and private.can_see_playlist(p, null)
    );
  elsif p_page = 'profile' then
    return (
      select jsonb_build_object('title', null, 'artist', p.artist_name, 'picture', p.avatar_url)
      from public.user_profiles p
      where p.id = p_id and p.privacy_setting = 'public' and p.artist_name is not null and p.deleted_at is null
    );
  end if;
  return null;
end;
$$;

create function private.handle_playlist_like(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_playlist uuid := private.uuid_field(p_payload, 'playlist_id');
  v_most integer := (select l.most from private.library_limits l where l.part = 'playlist_likes');
begin
  if exists (
    select from public.playlist_likes l where l.user_id = p_user and l.playlist_id = v_playlist and l.deleted_at is null
  ) then
    return jsonb_build_object('success', true);
  end if;
  if not exists (
    select from public.playlists p where p.id = v_playlist and p.user_id <> p_user and private.can_see_playlist(p, p_user)
  ) then
    perform private.refuse('playlist_hidden', 'This playlist is private now, or was deleted.');
  end if;
  if (select count(*) from public.playlist_likes l where l.user_id = p_user and l.deleted_at is null) >= v_most then
    perform private.refuse(
      'too_many_likes', format('You have %s playlists of others in your library, and that is the most. Remove one, then try again.', v_most)
    );
  end if;
  insert into public.playlist_likes as l (user_id, playlist_id, created_at)
    values (p_user, v_playlist, least(p_occurred_at, private.now()))
    on conflict (user_id, playlist_id) do update set deleted_at = null, created_at = excluded.created_at;
  return jsonb_build_object('success', true);
end;
$$;

create function private.handle_playlist_unlike(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update public.playlist_likes l set deleted_at = private.now()
    where l.user_id = p_user and l.playlist_id = private.uuid_field(p_payload, 'playlist_id') and l.deleted_at is null;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('playlist.like', 'handle_playlist_like', true),
  ('playlist.unlike', 'handle_playlist_unlike', true);
