-- SY-18: a change here only says 'pull now'. Updates and inserts suffice: nothing of these is deleted for good.
alter publication supabase_realtime add table public.user_balances;
alter publication supabase_realtime add table public.user_stats;
alter publication supabase_realtime add table public.zap_actions;
alter publication supabase_realtime add table public.tracks;
