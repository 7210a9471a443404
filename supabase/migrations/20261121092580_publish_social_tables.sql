-- SY-18. The policies decide who hears of a row.
alter publication supabase_realtime add table public.connections;
alter publication supabase_realtime add table public.messages;
