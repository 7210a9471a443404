-- S-25: the sums and nothing of what they are made of.
create function public.get_community_totals() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'artists', (
        select count(*) from public.user_profiles p where p.deleted_at is null and p.artist_name is not null
      ),
      'tracks', count(*),
      'total_plays', coalesce(sum(t.play_count), 0),
      'total_zaps_earned', (select coalesce(sum(b.total_zaps_earned), 0) from public.user_balances b)
    )
    from public.tracks t
    where t.is_public and t.deleted_at is null
  );
end;
$$;
revoke all on function public.get_community_totals() from public, anon, authenticated;
grant execute on function public.get_community_totals() to anon, authenticated;
