-- S-23: friends_only is for accepted connections. Inlined into policies and pull; only a friends_only profile asks further.
create or replace function private.can_see_profile(p_owner uuid, p_privacy text, p_viewer uuid) returns boolean
language sql stable
return p_privacy = 'public'
  or p_owner = p_viewer
  or (p_privacy = 'friends_only' and private.are_connected(p_owner, p_viewer));

-- SY-7: a friends_only profile, and what it shares, comes to the other side, or goes, with the connection.
create function private.follow_connection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- In the order of the ids, as everywhere: two connections of one person never wait for each other in a circle.
  for v_id in
    select p.id from public.user_profiles p
    where p.id in (new.user_id, new.connection_id) and p.privacy_setting = 'friends_only' and p.deleted_at is null
    order by p.id
    for no key update
  loop
    update public.user_profiles p set row_xid = p.row_xid where p.id = v_id;
    perform private.touch_shares_of(v_id);
  end loop;
  return null;
end;
$$;
create trigger connections_follow_insert after insert on public.connections
  for each row when (new.status = 'accepted') execute function private.follow_connection();
create trigger connections_follow_update after update on public.connections
  for each row when (
    (old.status = 'accepted' and old.deleted_at is null) is distinct from (new.status = 'accepted' and new.deleted_at is null)
  ) execute function private.follow_connection();

-- SY-7: the small profiles inside a connection, and what is shown under a profile's privacy.
create function private.follow_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (old.artist_name, old.avatar_url, old.deleted_at) is distinct from (new.artist_name, new.avatar_url, new.deleted_at) then
    perform 1 from public.connections c
      where (c.user_id = new.id or c.connection_id = new.id) and c.deleted_at is null
      order by c.id
      for no key update;
    update public.connections c set row_xid = c.row_xid
      where (c.user_id = new.id or c.connection_id = new.id) and c.deleted_at is null;
  end if;
  if old.privacy_setting is distinct from new.privacy_setting then
    perform private.touch_shares_of(new.id);
  end if;
  return null;
end;
$$;
create trigger user_profiles_follow after update on public.user_profiles
  for each row when (
    (old.artist_name, old.avatar_url, old.privacy_setting, old.deleted_at)
      is distinct from (new.artist_name, new.avatar_url, new.privacy_setting, new.deleted_at)
  ) execute function private.follow_profile();

-- Batches of different people meet in tracks, pairs, connections and profiles. Taken in this one order, they wait for each
-- other and never in a circle.
create or replace function private.lock_batch(p_user uuid, p_actions jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_partners uuid[];
  v_changes_profile boolean;
begin
  perform 1 from public.tracks t
    where t.id in (
      select (a.value -> 'payload' ->> 'track_id')::uuid from jsonb_array_elements(p_actions) a
      where private.is_uuid(a.value -> 'payload' ->> 'track_id')
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
  select
      coalesce(array_agg(case when private.is_uuid(a.value -> 'payload' ->> 'partner_id')
        then (a.value -> 'payload' ->> 'partner_id')::uuid end) filter (where a.value ->> 'kind' like 'connection.%'), '{}'),
      coalesce(bool_or(a.value ->> 'kind' = 'profile.update'), false)
    into v_partners, v_changes_profile
    from jsonb_array_elements(p_actions) a;
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

revoke all on function private.follow_connection(), private.follow_profile() from public, anon, authenticated;
