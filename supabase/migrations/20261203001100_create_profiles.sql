-- Who may look at a profile (S-23): friends_only is for accepted connections. Pull and row policies both ask here.
create function private.can_see_profile(p_owner uuid, p_privacy text, p_viewer uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_privacy = 'public'
    or p_owner = p_viewer
    or (p_privacy = 'friends_only' and private.are_connected(p_owner, p_viewer));
end;
$$;
grant execute on function private.can_see_profile(uuid, text, uuid) to anon, authenticated, service_role;

-- A row keeps a path, or a public address of this storage, with or without a '?v=' behind it. Null for other addresses.
create function private.storage_path(p_bucket text, p_address text) returns text
language sql immutable set search_path = ''
return case
  when p_address ~ '^[a-zA-Z][a-zA-Z0-9+.-]*://' then
    substring(p_address from '^https?://[^/]+/storage/v1/object/public/' || p_bucket || '/([^?#]+)')
  else split_part(p_address, '?', 1)
end;
grant execute on function private.storage_path(text, text) to anon, authenticated, service_role;

-- `id` is the user's. No foreign key to auth.users: the tombstone outlives the account, or other replicas would keep the row.
create table public.user_profiles (
  id uuid primary key,
  artist_name text,
  bio text,
  avatar_url text,
  privacy_setting text not null default 'public',
  instagram_url text,
  tiktok_url text,
  youtube_url text,
  twitter_url text,
  website_url text,
  tip_link text,
  created_at timestamptz not null default private.now(),
  updated_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  -- S-26: what others see of what the person holds. They judge expires_at themselves: nothing changes when it passes.
  cosmetics jsonb not null default '[]',
  -- Whether the row is on the shelf (G-1), as in public.tracks.
  shelved boolean,
  -- G-5: while a community does not fit on a device, its artists are listed by these figures, which travel with their profiles. While it fits,
  -- they stay 0: each device counts the tracks it holds.
  track_count integer not null default 0,
  total_plays bigint not null default 0,
  constraint user_profiles_privacy_is_known check (privacy_setting in ('public', 'friends_only', 'private')),
  constraint user_profiles_artist_name_length check (char_length(artist_name) between 1 and 50),
  constraint user_profiles_bio_length check (char_length(bio) <= 500),
  constraint user_profiles_cosmetics_are_a_list check (jsonb_typeof(cosmetics) = 'array')
);
create index user_profiles_sync on public.user_profiles (row_xid, id) where shelved is not null;
create index user_profiles_newest on public.user_profiles (created_at desc, id)
  where privacy_setting <> 'private' and deleted_at is null;
create index user_profiles_most_active on public.user_profiles ((track_count * 10 + total_plays) desc, created_at desc, id)
  where artist_name is not null and avatar_url is not null and privacy_setting = 'public' and deleted_at is null and track_count > 0;
create index user_profiles_most_plays on public.user_profiles (total_plays desc, created_at desc, id)
  where artist_name is not null and avatar_url is not null and privacy_setting = 'public' and deleted_at is null and track_count > 0;
create index user_profiles_track_count on public.user_profiles ((track_count::bigint) desc, created_at desc, id)
  where artist_name is not null and avatar_url is not null and privacy_setting = 'public' and deleted_at is null and track_count > 0;
create index user_profiles_newest_artists on public.user_profiles (created_at desc, id)
  where artist_name is not null and avatar_url is not null and privacy_setting = 'public' and deleted_at is null and track_count > 0;
create index user_profiles_tombstones on public.user_profiles (row_xid) where deleted_at is not null;
create index user_profiles_shelf_sync on public.user_profiles (row_xid, id) where shelved;
create index user_profiles_avatar_file on public.user_profiles (private.storage_path('avatars', avatar_url))
  where deleted_at is null;
create trigger user_profiles_stamp before insert or update on public.user_profiles
  for each row execute function private.stamp_sync_row();
create trigger user_profiles_soft_delete before delete on public.user_profiles
  for each row execute function private.soft_delete_row();

alter table public.user_profiles enable row level security;
create policy user_profiles_select_visible on public.user_profiles for select to anon, authenticated
  using (
    deleted_at is null
    and (select private.may_browse())
    and private.can_see_profile(id, privacy_setting, (select auth.uid()))
  );
create policy user_profiles_insert_own on public.user_profiles for insert to authenticated
  with check (id = (select auth.uid()) and deleted_at is null);
create policy user_profiles_update_own on public.user_profiles for update to authenticated
  using (id = (select auth.uid()) and deleted_at is null)
  with check (id = (select auth.uid()) and deleted_at is null);
grant select on table public.user_profiles to anon, authenticated;
grant
  insert (id, artist_name, tip_link),
  update (
    artist_name, bio, privacy_setting, avatar_url, instagram_url, tiktok_url, youtube_url, twitter_url, website_url, tip_link
  )
on table public.user_profiles to authenticated;

select private.sync_table(
  'user_profiles',
  array[
    'artist_name', 'bio', 'avatar_url', 'privacy_setting', 'instagram_url', 'tiktok_url', 'youtube_url', 'twitter_url', 'website_url',
    'tip_link', 'cosmetics', 'track_count', 'total_plays', 'created_at', 'updated_at'
  ],
  p_owners => array['id'],
  p_seen_if => 'private.can_see_profile(r.id, r.privacy_setting, p_viewer)',
  p_is_shelved => true
);

-- The rows every user has. The name comes from the part of the e-mail before the @; what follows a '+' there is a tag of its owner's and no
-- part of a name (S-52). The caller may have waited for the user's lock, and the account may have gone meanwhile.
create function private.ensure_user(p_user uuid) returns void
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
    v_name := nullif(btrim(left(btrim(split_part(split_part(v_email, '@', 1), '+', 1)), 50)), '');
    if v_name is null or private.has_restricted_words(v_name) then
      v_name := 'New User';
    end if;
    insert into public.user_profiles (id, artist_name, tip_link) values (p_user, v_name, null) on conflict do nothing;
  end if;
  insert into public.user_balances (user_id) values (p_user) on conflict do nothing;
  insert into public.user_stats (user_id) values (p_user) on conflict do nothing;
end;
$$;

create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ensure_user(new.id);
  return new;
end;
$$;
create trigger welcome_user after insert on auth.users
  for each row execute function private.welcome_user();

create function public.backfill_missing_profile() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  perform private.ensure_user(v_user);
  return jsonb_build_object('success', true);
end;
$$;
grant execute on function public.backfill_missing_profile() to authenticated;

-- Tells a profile that the caller may not see from one that is not there (S-23), and nothing else of it. To those who are hidden from
-- each other it is missing.
create function public.get_profile_visibility(p_profile_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  return coalesce(
    (
      select case when private.can_see_profile(p.id, p.privacy_setting, auth.uid()) then 'visible' else 'private' end
      from public.user_profiles p
      where p.id = p_profile_id and p.deleted_at is null and not private.is_hidden_from(p.id, auth.uid())
    ),
    'missing'
  );
end;
$$;
grant execute on function public.get_profile_visibility(uuid) to anon, authenticated;

create function private.has_complete_profile(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_profiles p
    where p.id = p_user and p.deleted_at is null and p.artist_name is not null and p.avatar_url is not null
  );
$$;

-- S-24: an address of the web, on one of these hosts or below it; any host with a dot when there are none. 'https://' is
-- added where there is no scheme. A port, a name before '@' or a sign that a browser reads as another is refused. Null when
-- empty.
create function private.clean_link(p_text text, p_hosts text[], p_words text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_link text := nullif(btrim(p_text), '');
  v_host text;
begin
  if v_link is null then
    return null;
  end if;
  if v_link !~ '^[a-zA-Z][a-zA-Z0-9+.-]*://' then
    v_link := 'https://' || v_link;
  end if;
  v_host := lower(substring(v_link from
    '^[hH][tT][tT][pP][sS]?://((?:[[:alnum:]](?:[[:alnum:]-]*[[:alnum:]])?\.)+[[:alpha:]](?:[[:alnum:]-]*[[:alnum:]]))(?:[/?#][^\s<>"\\^`{|}]*)?$'
  ));
  if v_host is null or char_length(v_link) > 500 or char_length(v_host) > 253 or not (
    p_hosts is null or exists (select 1 from unnest(p_hosts) h where v_host = h or v_host like '%.' || h)
  ) then
    perform private.refuse('link_invalid', p_words);
  end if;
  return v_link;
end;
$$;

-- A picture that a person chooses is a file of the own folder in the bucket 'avatars', there and judged like any other (S-15): an
-- address elsewhere would tell its owner who looks. Addresses of the web are for the operator to import.
create function private.clean_profile(p_profile public.user_profiles) returns public.user_profiles
language plpgsql stable security definer set search_path = ''
as $$
declare
  v public.user_profiles := p_profile;
begin
  v.artist_name := btrim(coalesce(v.artist_name, ''));
  if v.artist_name = '' then
    perform private.refuse('artist_missing', 'Artist name is required');
  elsif char_length(v.artist_name) > 50 then
    perform private.refuse('artist_too_long', 'Artist name too long');
  end if;
  perform private.check_words(v.artist_name);
  v.bio := nullif(btrim(v.bio), '');
  if char_length(v.bio) > 500 then
    perform private.refuse('bio_too_long', 'Bio too long');
  end if;
  if v.bio is not null then
    perform private.check_words(v.bio);
  end if;
  if v.privacy_setting is null or v.privacy_setting not in ('public', 'friends_only', 'private') then
    perform private.refuse('privacy_unknown', 'Privacy must be public, friends_only or private.');
  end if;
  v.avatar_url := nullif(btrim(v.avatar_url), '');
  v.instagram_url := private.clean_link(
    v.instagram_url, array['instagram.com', 'instagr.am'], 'Must be a valid Instagram URL');
  v.tiktok_url := private.clean_link(v.tiktok_url, array['tiktok.com'], 'Must be a valid TikTok URL');
  v.youtube_url := private.clean_link(v.youtube_url, array['youtube.com', 'youtu.be'], 'Must be a valid YouTube URL');
  v.twitter_url := private.clean_link(v.twitter_url, array['x.com', 'twitter.com'], 'Must be a valid X/Twitter URL');
  v.website_url := private.clean_link(v.website_url, null, 'Must be a valid website URL');
  v.tip_link := private.clean_link(
    v.tip_link, array['cash.app', 'paypal.me', 'paypal.com'], 'Must be a valid CashApp or PayPal URL');
  v.updated_at := private.now();
  return v;
end;
$$;

-- At the table, so that it holds at every door: whoever acts for a person has the person's claims.
create function private.admit_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_picture text;
begin
  if new.avatar_url is null or auth.uid() is null then
    return new;
  end if;
  -- The public address of a file stands for the file, whatever host it names.
  new.avatar_url := regexp_replace(new.avatar_url, '^https?://[^/]+/storage/v1/object/public/avatars/', '');
  if new.avatar_url !~ ('^' || new.id::text || '/[A-Za-z0-9._-]{1,200}(\?v=[0-9]{1,20})?$') then
    perform private.refuse('avatar_invalid', 'This picture cannot be used.');
  end if;
  foreach v_picture in array private.picture_files(private.storage_path('avatars', new.avatar_url)) loop
    perform private.own_file(new.id, 'avatars', v_picture, array['png', 'jpeg', 'webp', 'gif']);
  end loop;
  return new;
end;
$$;
create trigger user_profiles_admit_avatar_of_new before insert on public.user_profiles
  for each row execute function private.admit_avatar();
create trigger user_profiles_admit_avatar before update of avatar_url on public.user_profiles
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function private.admit_avatar();

-- S-7: once, when name and picture are first both there. Answers what was earned. The caller holds the user's lock.
create function private.reward_profile(p_profile public.user_profiles) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  if p_profile.artist_name is null or p_profile.avatar_url is null then
    return 0;
  end if;
  return private.grant_once(p_profile.id, 'profile_creation', '{}', private.utc_day(private.now()));
end;
$$;

create function private.update_profile(p_user uuid, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_fields constant text[] := array[
    'bio', 'avatar_url', 'instagram_url', 'tiktok_url', 'youtube_url', 'twitter_url', 'website_url', 'tip_link'
  ];
  v_field text;
  v_changes jsonb := '{}';
  v public.user_profiles;
begin
  if p_payload ? 'artist_name' then
    v_changes := v_changes || jsonb_build_object('artist_name', private.text_field(p_payload, 'artist_name'));
  end if;
  if p_payload ? 'privacy_setting' then
    v_changes := v_changes || jsonb_build_object('privacy_setting', private.text_field(p_payload, 'privacy_setting'));
  end if;
  foreach v_field in array v_fields loop
    if p_payload ? v_field then
      v_changes := v_changes || jsonb_build_object(v_field,
        case when jsonb_typeof(p_payload -> v_field) <> 'null' then private.text_field(p_payload, v_field) end);
    end if;
  end loop;
  if v_changes = '{}' then
    perform private.refuse('invalid_payload', 'There is nothing to change.');
  end if;
  -- Connections before the profile, as everywhere: the change of a name reaches them.
  perform 1 from public.connections c
    where c.user_id = p_user or c.connection_id = p_user
    order by c.id
    for no key update;
  select p.* into strict v from public.user_profiles p where p.id = p_user for no key update;
  v := private.clean_profile(jsonb_populate_record(v, v_changes));
  update public.user_profiles p
    set artist_name = v.artist_name, bio = v.bio, avatar_url = v.avatar_url, privacy_setting = v.privacy_setting,
      instagram_url = v.instagram_url, tiktok_url = v.tiktok_url, youtube_url = v.youtube_url,
      twitter_url = v.twitter_url, website_url = v.website_url, tip_link = v.tip_link, updated_at = v.updated_at
    where p.id = p_user;
  return jsonb_build_object('success', true, 'zaps_earned', private.reward_profile(v));
end;
$$;

create function private.handle_profile_update(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.update_profile(p_user, p_payload);
$$;

-- The doors of REST. The person's lock and the connections come before the row that the update itself locks.
create function private.begin_profile_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  perform private.lock_user(v_user);
  perform 1 from public.connections c
    where c.user_id = v_user or c.connection_id = v_user
    order by c.id
    for no key update;
  return null;
end;
$$;
create trigger user_profiles_begin_edit before insert or update on public.user_profiles
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.begin_profile_edit();

create function private.admit_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_self(new.id);
  return private.clean_profile(new);
end;
$$;
create trigger user_profiles_admit before insert or update on public.user_profiles
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_profile();

create function private.reward_edited_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ensure_user(new.id);
  perform private.reward_profile(new);
  return null;
end;
$$;
create trigger user_profiles_reward after insert or update on public.user_profiles
  for each row when (current_user in ('anon', 'authenticated')) execute function private.reward_edited_profile();

insert into private.action_kinds (kind, handler, is_queueable) values
  ('profile.update', 'handle_profile_update', true);

create trigger user_profiles_touch_pins after update on public.user_profiles
  for each row
  when (new.shelved is not true and new.rev <> old.rev)
  execute function private.touch_pins();
create trigger user_profiles_shelve_new before insert on public.user_profiles
  for each row execute function private.shelve_profile();
create trigger user_profiles_shelve before update of privacy_setting, deleted_at on public.user_profiles
  for each row
  when ((old.privacy_setting <> 'private', old.deleted_at is null) is distinct from (new.privacy_setting <> 'private', new.deleted_at is null))
  execute function private.shelve_profile();
