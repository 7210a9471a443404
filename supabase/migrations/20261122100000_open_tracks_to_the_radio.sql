-- S-42: the artist opens a track to sponsorship, or closes it, while it is not sponsored. Told twice is told once.
create function private.handle_track_radio(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_is_open boolean := private.boolean_field(p_payload, 'radio_opt_in');
begin
  perform private.require_own_track(p_user, v_track);
  if exists (select 1 from public.tracks t where t.id = v_track and t.sponsored and t.radio_opt_in <> v_is_open) then
    perform private.refuse('track_sponsored', 'This track is on the radio now. It can be changed when its time there is over.');
  end if;
  update public.tracks t set radio_opt_in = v_is_open where t.id = v_track and t.radio_opt_in <> v_is_open;
  return jsonb_build_object('success', true);
end;
$$;
revoke all on function private.handle_track_radio(uuid, jsonb, timestamptz) from public, anon, authenticated;

insert into private.action_kinds (kind, handler, is_queueable) values ('track.radio', 'handle_track_radio', true);
