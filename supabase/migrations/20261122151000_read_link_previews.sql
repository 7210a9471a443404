-- What a link shows of its page to whoever is sent it, a robot without a beta session too (S-1): of a public track its title, artist
-- and cover, of a public profile its name and picture, and nothing else. Null for anything else: what is private, what is for
-- friends and what is not there look the same.
create function public.get_link_preview(p_page text, p_id uuid) returns jsonb
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
-- People have the pages themselves.
revoke all on function public.get_link_preview(text, uuid) from public, anon, authenticated;
grant execute on function public.get_link_preview(text, uuid) to anon;
