-- The signed-in person's appeals, for the archive of their data. Rows, so that it is read page by page like their tables.
create function public.get_own_appeals()
returns table (
  id uuid, decision text, track_id uuid, content text, created_at timestamptz, settled_at timestamptz, outcome text, answer text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return query
    select a.id, l.act, case when l.subject = 'track' then l.subject_id end, a.content, a.created_at, a.settled_at, a.outcome, a.answer
    from private.appeals a
    join private.moderation_log l on l.id = a.act_id
    where a.user_id = v_user;
end;
$$;
grant execute on function public.get_own_appeals() to authenticated;

-- The reports that the signed-in person sent, for the archive of their data: their own words, neither the quotation nor the decision. Rows,
-- so that it is read page by page like their tables.
create function public.get_own_reports()
returns table (id uuid, subject text, subject_id uuid, reason text, details text, created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
begin
  return query
    select r.id, r.subject, r.subject_id, r.reason, r.details, r.created_at from public.reports r where r.reporter_id = v_user;
end;
$$;
grant execute on function public.get_own_reports() to authenticated;
