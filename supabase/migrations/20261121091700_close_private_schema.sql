-- Functions are open to everyone when they are made. In this schema only what row policies and column defaults call stays open.
revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function private.may_browse(), private.can_see_profile(uuid, text, uuid) to anon, authenticated, service_role;
grant execute on function private.now() to service_role;
