-- Of the small functions that every action goes through, those that were left in SQL: planned anew by each statement that calls them,
-- they cost more than what they do.
create or replace function private.is_uuid(p_text text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_text ~ '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'
    and p_text <> '00000000-0000-0000-0000-000000000000';
end;
$$;

create or replace function private.mark_action(p_user uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.user_marks as m (user_id, last_action_at) values (p_user, p_at)
  on conflict (user_id) do update set last_action_at = greatest(m.last_action_at, excluded.last_action_at);
end;
$$;

create or replace function private.grant_zaps(p_user uuid, p_type text, p_value integer, p_metadata jsonb, p_day date)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
    values (p_user, p_type, p_value, p_metadata, p_day, private.now());
end;
$$;
