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

-- The profile as it will be kept; refuses what may not be in it.
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
  if not coalesce(private.is_avatar_address(v.id, v.avatar_url), true) then
    perform private.refuse('avatar_invalid', 'This picture cannot be used.');
  end if;
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

create or replace function private.update_profile(p_user uuid, p_payload jsonb) returns jsonb
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

create function private.admit_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_self(new.id);
  return private.clean_profile(new);
end;
$$;

create function private.reward_edited_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ensure_user(new.id);
  perform private.reward_profile(new);
  return null;
end;
$$;

create trigger user_profiles_begin_edit before insert or update on public.user_profiles
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.begin_profile_edit();
create trigger user_profiles_admit before insert or update on public.user_profiles
  for each row when (current_user in ('anon', 'authenticated')) execute function private.admit_profile();
create trigger user_profiles_reward after insert or update on public.user_profiles
  for each row when (current_user in ('anon', 'authenticated')) execute function private.reward_edited_profile();

create policy user_profiles_insert_own on public.user_profiles for insert to authenticated
  with check (id = (select auth.uid()) and deleted_at is null);
create policy user_profiles_update_own on public.user_profiles for update to authenticated
  using (id = (select auth.uid()) and deleted_at is null)
  with check (id = (select auth.uid()) and deleted_at is null);
grant
  insert (id, artist_name, tip_link),
  update (
    artist_name, bio, privacy_setting, avatar_url, instagram_url, tiktok_url, youtube_url, twitter_url, website_url, tip_link
  )
on table public.user_profiles to authenticated;

revoke all on function
  private.clean_link(text, text[], text),
  private.clean_profile(public.user_profiles),
  private.reward_profile(public.user_profiles),
  private.begin_profile_edit(),
  private.admit_profile(),
  private.reward_edited_profile()
from public, anon, authenticated;
