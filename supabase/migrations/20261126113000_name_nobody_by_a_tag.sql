-- S-52: of the part of an e-mail before the '@', what follows a '+' is a tag of its owner's and no part of a name.
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
