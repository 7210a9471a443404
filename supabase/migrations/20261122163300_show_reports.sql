-- For the operator: what is open, about whom, and what was done about it already.
create view public.report_queue with (security_invoker = true) as
  select r.id, r.created_at, r.reason, r.details, r.subject, r.subject_id, r.excerpt, r.person_id, p.artist_name,
    count(*) over (partition by r.subject, r.subject_id) as reports_of_subject,
    count(*) over (partition by r.person_id) as reports_of_person,
    t.hidden_at is not null as is_hidden,
    private.is_silenced(r.person_id) as is_silenced,
    r.reporter_id, w.artist_name as reporter_name
  from public.reports r
  join public.user_profiles p on p.id = r.person_id
  left join public.tracks t on r.subject = 'track' and t.id = r.subject_id
  left join public.user_profiles w on w.id = r.reporter_id
  where r.settled_at is null
  order by r.created_at;
revoke all on table public.report_queue from public, anon, authenticated, service_role;
grant select on table public.report_queue to service_role;
create trigger report_queue_is_read_only instead of insert or update or delete on public.report_queue
  for each row execute function private.refuse_overview_write();

-- For the operator: takes everything that is open about one thing out of the queue. Answers how many reports that were.
create function public.settle_reports(p_subject_id uuid) returns integer
language sql security definer set search_path = ''
as $$
  with settled as (
    update public.reports r set settled_at = private.now()
      where r.subject_id = p_subject_id and r.settled_at is null
      returning r.id
  )
  select count(*)::integer from settled;
$$;
revoke all on function public.settle_reports(uuid) from public, anon, authenticated;
grant execute on function public.settle_reports(uuid) to service_role;
