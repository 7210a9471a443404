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
