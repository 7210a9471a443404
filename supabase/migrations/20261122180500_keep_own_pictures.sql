-- A picture that a person chooses is a file of the own folder in the bucket 'avatars', there and judged like any other (S-15): an
-- address elsewhere would tell its owner who looks. Addresses of the web are for the operator to import.
create or replace function private.clean_profile(p_profile public.user_profiles) returns public.user_profiles
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

drop function private.is_avatar_address(uuid, text);
revoke all on function private.admit_avatar() from public, anon, authenticated;
