-- As in close_private_schema: only what row policies and column defaults call stays open.
revoke all on all functions in schema private from public, anon, authenticated;
grant execute on function
  private.may_browse(),
  private.can_see_profile(uuid, text, uuid),
  private.can_see_share(uuid, uuid, boolean, uuid)
to anon, authenticated, service_role;
