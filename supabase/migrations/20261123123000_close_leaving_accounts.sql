-- What meets an account at the moment in which it is deleted (S-6): a request to it goes with it, and what it does itself on another
-- device is refused as to somebody without an account.

-- The rows every user has. The name comes from the part of the e-mail before the @. The caller may have waited for the user's lock, and
-- the account may have gone meanwhile.
create or replace function private.ensure_user(p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_email text;
  v_name text;
begin
  select u.email into v_email from auth.users u where u.id = p_user;
  if not found then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  if not exists (select 1 from public.user_profiles p where p.id = p_user) then
    v_name := nullif(btrim(left(btrim(split_part(v_email, '@', 1)), 50)), '');
    if v_name is null or private.has_restricted_words(v_name) then
      v_name := 'New User';
    end if;
    insert into public.user_profiles (id, artist_name, tip_link) values (p_user, v_name, null) on conflict do nothing;
  end if;
  insert into public.user_balances (user_id) values (p_user) on conflict do nothing;
  insert into public.user_stats (user_id) values (p_user) on conflict do nothing;
end;
$$;

-- Whether one more file may come into the own folder: for each free slot one that no track names yet, and a few for uploads that
-- are under way or were given up; those go after a day, or when their owner deletes them. The account is looked for under the lock: what
-- its deletion did not find would stay for that day.
create or replace function private.may_add_file(p_bucket text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  perform private.require_user();
  if p_bucket not in ('tracks', 'covers') then
    return true;
  end if;
  return (
    select count(*) from storage.objects o
    where o.bucket_id = p_bucket and o.owner_id = v_user::text and not private.is_file_named(o.bucket_id, o.name)
  ) < private.slots_available(v_user) + case p_bucket when 'tracks' then 3 else 6 end;
end;
$$;

/*
 * Takes up a request of p_user, under the pair's lock. 'new': there is no row yet, and one may be made; 'asked': the row that was there
 * is pending from p_user now, or accepted; 'there': nobody may ask (again). S-29, S-41, S-47. The profiles are held before they are
 * looked at: an account that is being deleted waits for this request, and finds it, or this one finds nobody.
 */
create or replace function private.take_up_connection(p_user uuid, p_partner uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.connections := private.hold_connection(p_user, p_partner);
  v_status text := case when v_row.deleted_at is null then v_row.status end;
begin
  -- A declined request is final for the one who asked.
  if v_status = 'accepted' or (v_status is not null and v_row.user_id = p_user) then
    return 'there';
  end if;
  perform 1 from public.user_profiles p where p.id in (p_user, p_partner) order by p.id for no key update;
  perform private.require_may_connect(p_user, p_partner);
  -- In the words for somebody who cannot be asked: who is blocked is not told.
  if private.is_hidden_from(p_user, p_partner) then
    perform private.refuse('partner_incomplete', 'Cannot connect to a user without a completed profile.');
  end if;
  if v_row.id is null then
    return 'new';
  elsif v_status = 'pending' then
    -- The partner has asked already.
    update public.connections c set status = 'accepted', updated_at = private.now() where c.id = v_row.id;
  else
    update public.connections c
      set user_id = p_user, connection_id = p_partner, status = 'pending', created_at = private.now(), updated_at = private.now(),
        deleted_at = null
      where c.id = v_row.id;
  end if;
  return 'asked';
end;
$$;

-- S-6. An account that goes, whoever deletes it, leaves what others hold: their messages with it under a bare id, and
-- tombstones of what they saw, empty of what it said.
create or replace function private.farewell_user() returns trigger
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
