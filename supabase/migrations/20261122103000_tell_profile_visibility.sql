-- Tells a profile that the caller may not see from one that is not there (S-23), and nothing else of it.
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
      where p.id = p_profile_id and p.deleted_at is null
    ),
    'missing'
  );
end;
$$;
revoke all on function public.get_profile_visibility(uuid) from public, anon, authenticated;
grant execute on function public.get_profile_visibility(uuid) to anon, authenticated;
