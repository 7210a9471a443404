-- A picture of one's own in the bucket 'avatars', or an address of the web: never a scheme that runs or carries anything.
create function private.is_avatar_address(p_user uuid, p_address text) returns boolean
language sql immutable
return char_length(p_address) <= 1000 and (
  p_address ~ '^https://[^\s<>"]+$'
  or p_address ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/[^\s<>"]*$'
  or p_address ~ ('^' || p_user::text || '/[A-Za-z0-9._-]+(\?v=[0-9]+)?$')
);

create function private.update_profile(p_user uuid, p_payload jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_profile public.user_profiles;
  v_earned integer := 0;
begin
  if not (p_payload ?| array['artist_name', 'avatar_url']) then
    perform private.refuse('invalid_payload', 'There is nothing to change.');
  end if;
  select p.* into strict v_profile from public.user_profiles p where p.id = p_user for no key update;
  if p_payload ? 'artist_name' then
    v_profile.artist_name := btrim(private.text_field(p_payload, 'artist_name'));
    if v_profile.artist_name = '' then
      perform private.refuse('artist_missing', 'Artist name is required');
    elsif char_length(v_profile.artist_name) > 50 then
      perform private.refuse('artist_too_long', 'Artist name too long');
    end if;
    perform private.check_words(v_profile.artist_name);
  end if;
  if p_payload ? 'avatar_url' then
    v_profile.avatar_url :=
      case when jsonb_typeof(p_payload -> 'avatar_url') <> 'null' then private.text_field(p_payload, 'avatar_url') end;
    if not coalesce(private.is_avatar_address(p_user, v_profile.avatar_url), true) then
      perform private.refuse('avatar_invalid', 'This picture cannot be used.');
    end if;
  end if;
  update public.user_profiles p
    set artist_name = v_profile.artist_name, avatar_url = v_profile.avatar_url, updated_at = private.now()
    where p.id = p_user;
  if v_profile.artist_name is not null and v_profile.avatar_url is not null then
    v_earned := private.grant_once(p_user, 'profile_creation', '{}', private.utc_day(private.now()));
  end if;
  return jsonb_build_object('success', true, 'zaps_earned', v_earned);
end;
$$;
