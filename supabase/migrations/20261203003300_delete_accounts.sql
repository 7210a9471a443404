-- What the auth service keeps of a user without a foreign key. Its tables differ between its versions. Of its log those lines alone go
-- that are about this person: an address may end in another one.
create function private.forget_sign_ins(p_user uuid, p_email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
begin
  foreach v_table in array array['auth.refresh_tokens', 'auth.flow_state', 'auth.one_time_tokens'] loop
    if to_regclass(v_table) is not null and has_table_privilege(v_table, 'delete') then
      execute format('delete from %s where user_id::text = $1', v_table) using p_user::text;
    end if;
  end loop;
  if to_regclass('auth.audit_log_entries') is not null and has_table_privilege('auth.audit_log_entries', 'delete') then
    execute $sql$
      delete from auth.audit_log_entries a
      where $1 in (a.payload ->> 'actor_id', a.payload -> 'traits' ->> 'user_id')
        or lower($2) in (lower(a.payload ->> 'actor_username'), lower(a.payload -> 'traits' ->> 'user_email'))
    $sql$ using p_user::text, p_email;
  end if;
end;
$$;

-- S-6. An account that goes, whoever deletes it, leaves what others hold: their messages with it under a bare id, and
-- tombstones of what they saw, empty of what it said.
create function private.farewell_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid;
begin
  for v_track in
    select t.id from public.tracks t where t.user_id = old.id and t.deleted_at is null order by t.id for no key update
  loop
    perform private.remove_track(v_track);
  end loop;
  perform 1 from public.connections c
    where c.user_id = old.id or c.connection_id = old.id
    order by c.id
    for no key update;
  update public.user_profiles p
    set deleted_at = private.now(), privacy_setting = 'private', artist_name = null, bio = null, avatar_url = null,
      instagram_url = null, tiktok_url = null, youtube_url = null, twitter_url = null, website_url = null, tip_link = null
    where p.id = old.id;
  -- After the profile: who asked meanwhile held it, and their request can be seen only now.
  update public.connections c
    set deleted_at = private.now()
    where (c.user_id = old.id or c.connection_id = old.id) and c.deleted_at is null;
  -- What two people wrote to each other belongs to nobody when both are gone.
  update public.messages m
    set deleted_at = private.now(), content = 'Deleted message'
    where m.deleted_at is null and (m.sender_id = old.id or m.receiver_id = old.id)
      and not exists (
        select 1 from public.user_profiles p
        where p.id = case when m.sender_id = old.id then m.receiver_id else m.sender_id end and p.deleted_at is null
      );
  -- All files in the own folders, those of failed uploads too.
  insert into private.file_removals (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('tracks', 'covers', 'avatars') and o.name like old.id::text || '/%'
    on conflict do nothing;
  perform private.forget_sign_ins(old.id, old.email);
  return old;
end;
$$;

create trigger farewell_user after delete on auth.users
  for each row execute function private.farewell_user();

create function public.delete_my_profile() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  -- The order of every batch: tracks, pairs, connections, profile; the rest follows in the triggers.
  perform 1 from public.tracks t
    where t.user_id = v_user
      or t.id in (select private.tracks_counting(v_user))
    order by t.id
    for no key update;
  perform private.lock_pair(v_user, o.id)
    from (
      select case when c.user_id = v_user then c.connection_id else c.user_id end as id
      from public.connections c
      where c.user_id = v_user or c.connection_id = v_user
      order by 1
    ) o;
  delete from auth.users u where u.id = v_user;
  return jsonb_build_object('success', true);
end;
$$;

grant execute on function public.delete_my_profile() to authenticated;
