-- S-14, as a question, for what decides about many at once.
create function private.has_level_for(p_user uuid, p_type text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.fan_level from public.user_stats s where s.user_id = p_user), 1)
    >= (select r.min_level from public.zap_rules r where r.action_type = p_type);
end;
$$;

create function private.level_refusal() returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('code', 'level_too_low', 'message', 'Unlocks at Level 3 – keep listening and earning Zaps!');
end;
$$;

create or replace function private.require_level_for(p_user uuid, p_type text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.has_level_for(p_user, p_type) then
    perform private.refuse(private.level_refusal() ->> 'code', private.level_refusal() ->> 'message');
  end if;
end;
$$;

/*
 * Casts or changes votes on different tracks, in their order, by one statement for all of them. Answers what became of each, in its
 * place: { status, result }, as private.attempt does. The caller holds the user's lock.
 */
create function private.cast_votes(p_user uuid, p_tracks uuid[], p_weights integer[]) returns jsonb[]
language plpgsql security definer set search_path = ''
as $$
declare
  -- The server's time: a vote is locked for good after its 24 hours, whatever a device says it was.
  v_now timestamptz := private.now();
  v_until timestamptz := v_now + interval '24 hours';
  v_day date := private.utc_day(v_now);
  v_price integer := private.zap_price('vote');
  v_has_level boolean := private.has_level_for(p_user, 'vote');
  v_balance integer;
  v_outcomes jsonb[];
begin
  perform 1 from public.tracks t where t.id = any (p_tracks) order by t.id for no key update;
  select b.zaps into strict v_balance from public.user_balances b where b.user_id = p_user;
  with asked as (
    select w.place, w.track_id, w.weight, t.id is null as is_missing, t.user_id = p_user as is_own,
      v.id as vote_id, v.editable_until,
      -- How many new ones are to be paid up to this one.
      count(*) filter (where t.user_id <> p_user and v.id is null) over (order by w.place) as nth
    from unnest(p_tracks, p_weights) with ordinality w (track_id, weight, place)
    left join public.tracks t on t.id = w.track_id and t.deleted_at is null and (t.is_public or t.user_id = p_user)
    left join public.track_votes v on v.user_id = p_user and v.track_id = w.track_id
  ), decided as materialized (
    select a.*,
      case
        when a.is_missing then jsonb_build_object('code', 'track_missing', 'message', 'This track is no longer available.')
        when a.is_own then jsonb_build_object('code', 'own_track', 'message', 'You cannot vote on your own track')
        when a.vote_id is not null then
          case when v_now >= a.editable_until then jsonb_build_object(
            'code', 'vote_locked', 'message', 'Your vote on this track is locked. Votes can be changed for 24 hours.'
          ) end
        when not v_has_level then private.level_refusal()
        when a.nth * v_price > v_balance then jsonb_build_object(
          'code', 'insufficient_zaps', 'message', format('Insufficient ZAPs. You need %s ZAPs to vote.', v_price)
        )
      end as refusal
    from asked a
  ), changed as (
    update public.track_votes v set vote_weight = d.weight, updated_at = v_now
      from decided d where d.vote_id = v.id and d.refusal is null
  ), paid as (
    insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at)
      select p_user, 'vote', -v_price, jsonb_build_object('track_id', d.track_id), v_day, v_now
      from decided d where d.vote_id is null and d.refusal is null order by d.place
  ), cast_new as (
    insert into public.track_votes (user_id, track_id, vote_weight, editable_until, created_at, updated_at)
      select p_user, d.track_id, d.weight, v_until, v_now, v_now
      from decided d where d.vote_id is null and d.refusal is null order by d.place
  )
  select array_agg(
      case
        when d.refusal is not null then jsonb_build_object('status', 'rejected', 'result', d.refusal)
        else jsonb_build_object('status', 'applied', 'result',
          case
            when d.vote_id is null then jsonb_build_object(
              'success', true, 'message', format('Vote cast! (-⚡%s)', v_price), 'action', 'new_vote', 'vote_weight', d.weight,
              'editable_until', private.iso(v_until), 'zaps_spent', v_price
            )
            else jsonb_build_object(
              'success', true, 'message', 'Vote updated!', 'action', 'edit_vote', 'vote_weight', d.weight,
              'editable_until', private.iso(d.editable_until), 'zaps_spent', 0
            )
          end
        )
      end
      order by d.place)
    into v_outcomes
    from decided d;
  return v_outcomes;
end;
$$;

create or replace function private.handle_vote_cast(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_outcome jsonb := (private.cast_votes(
    p_user,
    array[private.uuid_field(p_payload, 'track_id')],
    array[private.whole_number_field(p_payload, 'weight', 1, 5)]
  ))[1];
begin
  if v_outcome ->> 'status' = 'rejected' then
    perform private.refuse(v_outcome -> 'result' ->> 'code', v_outcome -> 'result' ->> 'message');
  end if;
  return v_outcome -> 'result';
end;
$$;
