-- Locks the accounts of an operator and a sponsor, in an order that two operators share, so that neither waits for the other for ever.
create function private.lock_operator_and_sponsor(p_operator uuid, p_sponsor uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid;
begin
  for v_user in
    select u.id from (select p_operator as id union select p_sponsor) u where u.id is not null order by u.id
  loop
    perform private.lock_user(v_user);
  end loop;
end;
$$;

-- What a sponsor gets back when this operator takes the track off: the price, if it has not been played since. Operators get nothing back for
-- their own, or they could sponsor free.
create function private.sponsor_refund(p_sponsorship private.sponsorships, p_operator uuid) returns integer
language sql immutable set search_path = ''
return case
  when p_sponsorship.sponsor_id <> p_operator and p_sponsorship.last_aired_at is null then p_sponsorship.paid
  else 0
end;

/*
 * Ends the sponsorship that the operator saw. If it has brought no airing yet, the sponsor gets the price back. If another
 * operator ended it, or it was sponsored anew, nothing changes.
 */
create function private.handle_operator_take_off(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track_id uuid := private.uuid_field(p_payload, 'track_id');
  v_seen timestamptz := private.parse_time(private.text_field(p_payload, 'sponsored_at'));
  v_reason text := private.reason_field(p_payload);
  v_track public.tracks;
  v_sponsorship private.sponsorships;
  v_refund integer;
  v_log private.moderation_log;
  v_act uuid;
begin
  if v_seen is null then
    perform private.refuse('invalid_payload', 'The field sponsored_at must be a time.');
  end if;
  select t.* into v_track from public.tracks t where t.id = v_track_id and t.deleted_at is null for no key update;
  if v_track.sponsored_at is distinct from v_seen then
    select l.* into v_log from private.moderation_log l
      where l.subject_id = v_track_id and l.act = 'take_off' and private.parse_time(l.details ->> 'sponsored_at') = v_seen
      order by l.created_at desc limit 1;
    perform private.refuse(
      'already_off',
      case when v_log.id is null then 'This sponsorship is over. Nothing was changed.' else 'Already done: ' || private.describe_act(v_log) end
    );
  end if;
  select s.* into v_sponsorship from private.sponsorships s where s.track_id = v_track_id and s.sponsored_at = v_seen;
  v_refund := private.sponsor_refund(v_sponsorship, p_user);
  v_act := private.log_moderation(
    p_user, 'take_off', 'track', v_track_id, v_track.user_id, v_reason,
    jsonb_build_object(
      'sponsored_at', v_seen, 'sponsor', v_sponsorship.sponsor_id, 'refund', v_refund,
      'paid', coalesce(v_sponsorship.paid, 0), 'last_aired_at', v_sponsorship.last_aired_at
    )
  );
  update public.tracks t set sponsored = false, sponsored_at = null where t.id = v_track_id;
  if v_refund > 0 then
    perform private.grant_zaps(
      v_sponsorship.sponsor_id, 'sponsor_refund', v_refund, jsonb_build_object('track_id', v_track_id, 'reason', v_reason),
      private.utc_day(private.now())
    );
  end if;
  return jsonb_build_object('success', true, 'act_id', v_act, 'refund', v_refund);
end;
$$;

-- Undoes take_off: the sponsorship goes on until its former end, and a refund is taken back.
create function private.handle_operator_put_back(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := private.uuid_field(p_payload, 'act_id');
  v_act private.moderation_log;
  v_undo private.moderation_log;
  v_track public.tracks;
  v_sponsored_at timestamptz;
  v_refund integer;
  v_sponsor uuid;
begin
  select l.* into v_act from private.moderation_log l where l.id = v_id and l.act = 'take_off';
  if not found then
    perform private.refuse('act_missing', 'There is nothing to undo.');
  end if;
  v_sponsored_at := private.parse_time(v_act.details ->> 'sponsored_at');
  v_refund := (v_act.details ->> 'refund')::integer;
  v_sponsor := (v_act.details ->> 'sponsor')::uuid;
  select t.* into v_track from public.tracks t where t.id = v_act.subject_id for no key update;
  select l.* into v_undo from private.moderation_log l where l.undoes = v_id;
  if found then
    perform private.refuse('already_undone', 'Already undone: ' || private.describe_act(v_undo));
  elsif v_track.id is null or v_track.deleted_at is not null or not v_track.is_public or not v_track.radio_opt_in then
    perform private.refuse('not_on_radio', 'This track is no longer open to the radio. Nothing was changed.');
  elsif v_track.sponsored then
    perform private.refuse('already_sponsored', 'This track was sponsored again meanwhile. Nothing was changed.');
  elsif v_sponsored_at <= private.sponsored_too_long_ago() then
    perform private.refuse('sponsorship_over', 'The sponsorship would be over by now. Nothing was changed.');
  elsif v_refund > 0 and not exists (select 1 from public.user_balances b where b.user_id = v_sponsor and b.zaps >= v_refund) then
    perform private.refuse('refund_spent', 'The sponsor has spent the refund. Anybody can sponsor the track again.');
  end if;
  perform private.log_moderation(p_user, 'put_back', 'track', v_track.id, v_track.user_id, '', '{}', v_id);
  update public.tracks t set sponsored = true, sponsored_at = v_sponsored_at where t.id = v_track.id;
  -- Since then, the track may have been sponsored by somebody else, and taken off again.
  insert into private.sponsorships (track_id, sponsored_at, sponsor_id, paid, last_aired_at)
    values (
      v_track.id, v_sponsored_at, (select u.id from auth.users u where u.id = v_sponsor), (v_act.details ->> 'paid')::integer,
      (v_act.details ->> 'last_aired_at')::timestamptz
    )
    on conflict (track_id) do update
      set sponsored_at = excluded.sponsored_at, sponsor_id = excluded.sponsor_id, paid = excluded.paid,
        last_aired_at = excluded.last_aired_at;
  if v_refund > 0 then
    perform private.grant_zaps(
      v_sponsor, 'sponsor_refund', -v_refund, jsonb_build_object('track_id', v_track.id), private.utc_day(private.now())
    );
  end if;
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable) values
  ('operator.take_off', 'handle_operator_take_off', false),
  ('operator.put_back', 'handle_operator_put_back', false);

create function public.operator_take_off(p_track_id uuid, p_sponsored_at text, p_reason text, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_operator_and_sponsor(
    private.require_operator('operator_take_off'), (select s.sponsor_id from private.sponsorships s where s.track_id = p_track_id)
  );
  return private.call_once(
    'operator.take_off', jsonb_build_object('track_id', p_track_id, 'sponsored_at', p_sponsored_at, 'reason', p_reason), p_action_id
  );
end;
$$;
grant execute on function public.operator_take_off(uuid, text, text, uuid) to authenticated;

create function public.operator_put_back(p_act_id uuid, p_action_id uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_operator_and_sponsor(
    private.require_operator('operator_put_back'),
    (select u.id from auth.users u join private.moderation_log l on u.id = (l.details ->> 'sponsor')::uuid where l.id = p_act_id)
  );
  return private.call_once('operator.put_back', jsonb_build_object('act_id', p_act_id), p_action_id);
end;
$$;
grant execute on function public.operator_put_back(uuid, uuid) to authenticated;

/*
 * What the station of `npm start` plays, who stopped it, and the sponsored tracks in the order in which it plays them: first those never
 * played.
 */
create function public.operator_radio() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := private.require_operator('operator_radio');
begin
  return jsonb_build_object(
    'playing', (
      select jsonb_build_object(
        'airing_id', s.airing_id, 'track_id', s.track_id, 'title', coalesce(t.title, ''), 'artist_name', coalesce(t.artist_name, ''),
        'cover_url', t.cover_url, 'is_skipped', s.skip_act is not null
      )
      from private.radio_station s
      left join public.tracks t on t.id = s.track_id and t.deleted_at is null
      where s.ends_at > private.now()
    ),
    'stopped', (
      select jsonb_build_object(
        'act_id', l.id, 'by', private.operator_name(l.operator_id), 'at', l.created_at, 'reason', l.reason
      )
      from private.radio_stop s
      join private.moderation_log l on l.id = s.act_id
    ),
    'queue', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'track_id', q.id, 'title', q.title, 'artist_name', q.artist_name, 'cover_url', q.cover_url, 'sponsored_at', q.sponsored_at,
          'by', q.sponsor, 'paid', q.paid, 'refund', q.refund, 'has_played', q.last_aired_at is not null
        ) order by q.last_aired_at nulls first, q.sponsored_at, q.id), '[]')
      from (
        select t.id, t.title, t.artist_name, t.cover_url, t.sponsored_at, p.artist_name as sponsor,
          case when s.sponsor_id is null then 0 else s.paid end as paid, private.sponsor_refund(s, v_user) as refund, s.last_aired_at
        from public.tracks t
        left join private.sponsorships s on s.track_id = t.id and s.sponsored_at = t.sponsored_at
        left join public.user_profiles p on p.id = s.sponsor_id
        where t.sponsored and t.is_public and t.radio_opt_in and t.deleted_at is null
          and t.sponsored_at > coalesce(private.sponsored_too_long_ago(), '-infinity')
        -- As many as the station reads.
        order by t.sponsored_at desc, t.id desc
        limit 1000
      ) q
    )
  );
end;
$$;
grant execute on function public.operator_radio() to authenticated;
