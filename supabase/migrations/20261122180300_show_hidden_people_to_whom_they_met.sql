-- Whether a person may see name and picture of another (S-23, S-29). Of a hidden profile only those may who were asked by it, are or
-- were connected with it, or got a message from it: nobody learns who is behind an id by asking or by blocking.
create function private.shows_itself_to(p_person uuid, p_privacy text, p_viewer uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_privacy = 'public' or p_person = p_viewer
    or exists (
      select 1 from public.connections c
      where least(c.user_id, c.connection_id) = least(p_person, p_viewer)
        and greatest(c.user_id, c.connection_id) = greatest(p_person, p_viewer)
        and (c.user_id = p_person or c.status = 'accepted')
    )
    or exists (select 1 from public.messages m where m.sender_id = p_person and m.receiver_id = p_viewer);
end;
$$;

-- The other one of a connection or of a block as the caller may see it; null for an account that is gone or does not show itself.
create function private.person_shown(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'artist_name', p.artist_name, 'avatar_url', p.avatar_url)
  from public.user_profiles p
  where p.id = p_id and p.deleted_at is null
    and private.shows_itself_to(p.id, p.privacy_setting, (select auth.uid()));
$$;

select private.sync_table(
  'connections',
  array['user_id', 'connection_id', 'status', 'created_at', 'updated_at'],
  p_owners => array['user_id', 'connection_id'],
  p_more => $$'user_profile', private.person_shown((r).user_id), 'connection_profile', private.person_shown((r).connection_id)$$
);
select private.sync_table(
  'blocks',
  array['user_id', 'blocked_id', 'created_at'],
  p_owners => array['user_id', 'blocked_id'],
  p_more => $$'blocked_profile', private.person_shown((r).blocked_id)$$
);

create or replace function public.get_user_connections()
returns table (
  id uuid, user_id uuid, connection_id uuid, status text, created_at timestamptz, updated_at timestamptz,
  user_profile json, connection_profile json
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return query
    select c.id, c.user_id, c.connection_id, c.status, c.created_at, c.updated_at,
      private.person_shown(c.user_id)::json, private.person_shown(c.connection_id)::json
    from public.connections c
    where (c.user_id = v_user or c.connection_id = v_user) and c.deleted_at is null
    order by c.updated_at desc, c.id;
end;
$$;

-- People whom the caller is connected with, has asked or is asked by, or has talked to, as far as they show themselves.
create or replace function public.get_connected_user_profiles(user_ids uuid[])
returns table (id uuid, artist_name text, avatar_url text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  if cardinality(user_ids) > 200 then
    raise exception 'At most 200 ids at a time' using errcode = '22023';
  end if;
  return query
    select p.id, p.artist_name, p.avatar_url
    from public.user_profiles p
    where p.id = any (user_ids) and p.deleted_at is null and (
      exists (
        select 1 from public.connections c
        where least(c.user_id, c.connection_id) = least(p.id, v_user)
          and greatest(c.user_id, c.connection_id) = greatest(p.id, v_user)
          and c.status in ('pending', 'accepted') and c.deleted_at is null
      ) or exists (
        select 1 from public.messages m
        where least(m.sender_id, m.receiver_id) = least(p.id, v_user)
          and greatest(m.sender_id, m.receiver_id) = greatest(p.id, v_user)
          and m.deleted_at is null
      )
    ) and private.shows_itself_to(p.id, p.privacy_setting, v_user)
    order by p.id;
end;
$$;

-- SY-7: as before, and a profile that hides or shows itself changes what is inside its connections.
create or replace function private.follow_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (old.artist_name, old.avatar_url, old.privacy_setting = 'public', old.deleted_at)
    is distinct from (new.artist_name, new.avatar_url, new.privacy_setting = 'public', new.deleted_at)
  then
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

revoke all on function private.shows_itself_to(uuid, text, uuid), private.person_shown(uuid) from public, anon, authenticated;
