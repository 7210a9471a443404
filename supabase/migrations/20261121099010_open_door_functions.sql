-- What REST's own writes and reads run as the client: column defaults, the indexes on files' names, and the policy of
-- messages. Closed by the sweep before this file.
grant execute on function private.now(), private.has_account() to authenticated, service_role;
grant execute on function private.storage_path(text, text) to anon, authenticated, service_role;
