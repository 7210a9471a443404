-- As before, and of the auth service's log those lines alone go that are about this person: an address may end in another one.
create or replace function private.forget_sign_ins(p_user uuid, p_email text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
begin
  foreach v_table in array array['auth.refresh_tokens', 'auth.flow_state', 'auth.one_time_tokens'] loop
    if to_regclass(v_table) is not null and has_table_privilege(v_table, 'delete') then
      execute format('delete from %s where user_id::text = $1', v_table) using p_user::text;
    end if;
  end loop;
  if to_regclass('auth.audit_log_entries') is not null and has_table_privilege('auth.audit_log_entries', 'delete') then
    execute $sql$
      delete from auth.audit_log_entries a
      where $1 in (a.payload ->> 'actor_id', a.payload -> 'traits' ->> 'user_id')
        or lower($2) in (lower(a.payload ->> 'actor_username'), lower(a.payload -> 'traits' ->> 'user_email'))
    $sql$ using p_user::text, p_email;
  end if;
end;
$$;
