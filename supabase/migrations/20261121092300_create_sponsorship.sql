-- S-19: for its price a track comes into the radio's queue, once and for good. Artists may sponsor their own (S-13).
create function private.handle_track_sponsor(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track public.tracks := private.lock_track(p_user, private.uuid_field(p_payload, 'track_id'));
  v_balance integer;
begin
  if not v_track.is_public then
    perform private.refuse('track_private', 'Make this track public first: the Radio plays public tracks only.');
  end if;
  if not v_track.radio_opt_in then
    perform private.refuse('radio_not_enabled', 'Artist has not enabled Radio');
  end if;
  if v_track.sponsored then
    perform private.refuse('already_sponsored', 'This track is already sponsored and in the Radio queue.');
  end if;
  perform private.require_level_for(p_user, 'sponsor');
  v_balance := private.spend_zaps(
    p_user, 'sponsor', private.zap_price('sponsor'), jsonb_build_object('track_id', v_track.id),
    'You need {cost} ⚡ to sponsor this track. You have {balance} ⚡.'
  );
  update public.tracks t set sponsored = true, sponsored_at = private.now() where t.id = v_track.id;
  return jsonb_build_object('success', true, 'message', 'Track Sponsored!', 'new_balance', v_balance);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values ('track.sponsor', 'handle_track_sponsor', false);

-- p_sponsor_cost is accepted and ignored (S-7).
create function public.sponsor_track_for_radio(
  p_track_id uuid, p_sponsor_cost integer default null, p_action_id uuid default null
) returns jsonb
language sql security definer set search_path = ''
as $$
  select private.call_once('track.sponsor', jsonb_build_object('track_id', p_track_id), p_action_id);
$$;
revoke all on function public.sponsor_track_for_radio(uuid, integer, uuid) from public, anon, authenticated;
grant execute on function public.sponsor_track_for_radio(uuid, integer, uuid) to authenticated;
