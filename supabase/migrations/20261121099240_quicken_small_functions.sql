-- As in quicken_visibility, for the small functions that every call goes through.
create or replace function private.utc_day(p_at timestamptz) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return (p_at at time zone 'UTC')::date;
end;
$$;

create or replace function private.utc_week(p_day date) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return p_day - (extract(isodow from p_day)::integer - 1);
end;
$$;

create or replace function private.iso(p_at timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end;
$$;

create or replace function private.fan_level(p_xp integer) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_xp < 14 then 1 when p_xp < 26 then 2 else (p_xp - 26) / 26 + 3 end;
end;
$$;

create or replace function private.play_threshold_ms(p_duration_ms integer) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when p_duration_ms > 0 and p_duration_ms < 30000 then floor(p_duration_ms * 0.95)::integer else 30000 end;
end;
$$;

create or replace function private.has_account() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from auth.users u where u.id = auth.uid());
end;
$$;
