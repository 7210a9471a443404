-- Restricted words are said before the files are sent; create_track judges them again (S-18). The description stays on the
-- device (S-15) and is judged all the same, as specified.
create function public.check_upload_words(p_user_id uuid, p_title text, p_artist_name text, p_description text)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_has_words boolean;
begin
  perform private.require_self(p_user_id);
  -- No longer than the form allows: nobody makes the server read a book.
  v_has_words := private.has_restricted_words(left(p_title, 100))
    or private.has_restricted_words(left(p_artist_name, 50))
    or private.has_restricted_words(left(p_description, 1000));
  return jsonb_build_object(
    'valid', not coalesce(v_has_words, false),
    'reason', case when v_has_words then 'Your submission contains restricted words. Please edit and try again.' end
  );
end;
$$;

revoke execute on function public.check_upload_words(uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.check_upload_words(uuid, text, text, text) to authenticated;
