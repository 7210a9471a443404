-- The platform opens every new table to the secret key. What the tables were granted on purpose is less: the server's memory of
-- its answers (SY-9) and its notes on abuse are read and never rewritten, and the one row of sync_meta (SY-8) stays.
revoke insert, update, delete, truncate on table public.action_log from service_role;
revoke insert, update, truncate on table public.security_events from service_role;
revoke insert, delete, truncate on table public.sync_meta from service_role;
