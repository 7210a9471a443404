-- G-5: words that were held when their last text left leave the list of search words later.
create table private.search_words_sweep (
  is_only boolean primary key default true,
  -- The last word that was examined; '' at the beginning of the list.
  up_to text not null default '',
  constraint search_words_sweep_one_row check (is_only)
);
alter table private.search_words_sweep enable row level security;
create policy search_words_sweep_all_nobody on private.search_words_sweep for all to anon, authenticated
  using (false) with check (false);
insert into private.search_words_sweep default values;

-- Examines the next 1000 words.
create function private.sweep_search_words() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_words text[] := array(
    select w.word from private.search_words w, private.search_words_sweep s where w.word > s.up_to order by w.word limit 1000
  );
begin
  update private.search_words_sweep s set up_to = coalesce(v_words[1000], '') where s.up_to <> coalesce(v_words[1000], '');
  perform private.forget_words(v_words);
end;
$$;

-- As it was, with the search words.
create or replace function private.sweep_logs() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := private.now();
  v_oldest_action timestamptz := (
    select v_now - greatest(r.kept, interval '1 day') from private.retentions r where r.log = 'action_log'
  );
begin
  delete from partitions.action_log_default l where l.created_at < v_oldest_action;
  delete from private.recent_actions r where r.created_at < v_now - interval '1 hour';
  delete from public.security_events e using private.retentions r
    where r.log = 'security_events' and e.created_at < v_now - r.kept;
  delete from public.beta_attempts a using private.retentions r
    where r.log = 'beta_attempts' and a.attempted_at < v_now - r.kept and a.attempted_at < v_now - interval '1 minute';
  delete from public.beta_sessions s using private.retentions r
    where r.log = 'beta_sessions' and s.expires_at < v_now - r.kept;
  perform private.drop_answered_months(v_oldest_action);
  perform private.sweep_tombstones();
  perform private.sweep_search_words();
end;
$$;
