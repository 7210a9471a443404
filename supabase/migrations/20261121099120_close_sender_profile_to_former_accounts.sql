-- S-6: messages outlive an account, and so does its token for a while. It told the names of those who were written with.
create or replace function public.sender_profile(message public.messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.small_profile(m.sender_id) - 'id'
  from public.messages m
  where m.id = (message).id and m.deleted_at is null and (select auth.uid()) in (m.sender_id, m.receiver_id)
    and (select private.has_account());
$$;
