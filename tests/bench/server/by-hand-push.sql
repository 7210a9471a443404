-- A sync_push by hand, for plays only. It keeps the rules S-7, S-10 and S-11, isolates each action, and stores each
-- outcome. It has no handlers, helpers or triggers.
create function bench.push_plays(p_user uuid, p_actions jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_xid xid8 := pg_current_xact_id();
  v_results jsonb[] := '{}';
  a record;
  v_hash bytea;
  v_status text;
  v_result jsonb;
  v_at timestamptz;
  v_day date;
  v_last timestamptz;
  v_owner uuid;
  v_is_public boolean;
  v_duration_ms integer;
  v_count integer;
  v_threshold interval;
  v_heard timestamptz;
  v_earned integer;
  v_xp integer;
  v_plays integer := 0;
  v_zaps integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('undercurrent:user:' || p_user::text, 0));
  perform 1 from public.tracks t
    where t.id in (select (x.value -> 'payload' ->> 'track_id')::uuid from jsonb_array_elements(p_actions) x)
    order by t.id
    for no key update;
  select m.last_action_at into v_last from private.user_marks m where m.user_id = p_user;
  for a in
    select (x.value ->> 'id')::uuid as id, x.value as request, (x.value ->> 'occurred_at')::timestamptz as occurred_at,
      (x.value -> 'payload' ->> 'track_id')::uuid as track, (x.value -> 'payload' ->> 'progress_ms')::integer as progress_ms,
      (x.value -> 'payload' ->> 'is_manual')::boolean as is_manual
    from jsonb_array_elements(p_actions) with ordinality x order by x.ordinality
  loop
    v_hash := sha256(convert_to(a.request::text, 'UTF8'));
    select l.status, case when l.req_hash = v_hash then l.result else '{"code": "id_reuse"}' end into v_status, v_result
      from public.action_log l where l.user_id = p_user and l.action_id = a.id;
    if not found then
      begin
        v_at := case when a.occurred_at between greatest(v_now - interval '7 days', v_last) and v_now then a.occurred_at else v_now end;
        v_day := (v_at at time zone 'UTC')::date;
        select t.user_id, t.is_public, t.duration_ms, t.play_count into v_owner, v_is_public, v_duration_ms, v_count
          from public.tracks t
          where t.id = a.track and t.deleted_at is null and (t.is_public or t.user_id = p_user);
        if not found then
          raise exception using errcode = 'UC000', message = 'This track is no longer available.', detail = 'track_missing';
        end if;
        v_threshold := make_interval(secs => case when v_duration_ms < 30000 then floor(v_duration_ms * 0.95) / 1000.0 else 30 end);
        if a.progress_ms < extract(epoch from v_threshold) * 1000 then
          raise exception using errcode = 'UC000', message = 'Not enough of this track was heard for it to count.', detail = 'too_short';
        end if;
        if exists (select 1 from public.track_plays p where p.user_id = p_user and p.track_id = a.track and p.played_on = v_day) then
          raise exception using errcode = 'UC000', message = 'This track was already counted today.', detail = 'already_counted';
        end if;
        if exists (
          select 1 from public.track_plays p
          where p.user_id = p_user and p.heard_at > v_at - v_threshold
            and p.heard_at < v_at + interval '30 seconds'
            and (p.heard_at <= v_at or p.heard_at < v_at + make_interval(secs => p.threshold_ms / 1000.0))
        ) then
          raise exception using errcode = 'UC000', message = 'Plays cannot be counted faster than they can be heard.', detail = 'too_fast';
        end if;
        select p.heard_at into v_heard from public.track_plays p
          where p.user_id = p_user and p.heard_at < v_at order by p.heard_at desc limit 1;
        v_earned := 0;
        if a.is_manual and v_owner <> p_user then
          if (
            select count(*) from public.zap_actions z where z.user_id = p_user and z.action_type = 'play' and z.credited_on = v_day
          ) < 10 then
            insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at, row_xid)
              values (p_user, 'play', 1, jsonb_build_object('track_id', a.track), v_day, v_now, v_xid);
            v_earned := 1;
          end if;
          if not exists (select 1 from public.zap_actions z where z.user_id = p_user and z.action_type = 'first_play_bonus') then
            insert into public.zap_actions (user_id, action_type, zap_value, metadata, credited_on, created_at, row_xid)
              values (p_user, 'first_play_bonus', 1, jsonb_build_object('track_id', a.track), v_day, v_now, v_xid);
            v_earned := v_earned + 1;
          end if;
          if v_earned > 0 then
            insert into public.zap_weeks as w (user_id, week_start, zaps_earned, reached_at)
              values (p_user, date_trunc('week', v_day)::date, v_earned, v_now)
              on conflict (user_id, week_start) do update
                set zaps_earned = w.zaps_earned + excluded.zaps_earned, reached_at = excluded.reached_at;
          end if;
        end if;
        insert into public.track_plays
            (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play, zaps_earned, created_at, row_xid)
          values (p_user, a.track, v_day, v_at, extract(epoch from v_threshold) * 1000, a.is_manual, v_owner = p_user, v_earned, v_now, v_xid);
        update public.user_balances b
          set zaps = b.zaps + v_earned, total_zaps_earned = b.total_zaps_earned + v_earned,
            total_listen_ms = b.total_listen_ms
              + least(a.progress_ms, v_duration_ms, floor(extract(epoch from v_at - v_heard) * 1000)::bigint),
            rev = b.rev + 1, row_xid = v_xid
          where b.user_id = p_user
          returning b.total_zaps_earned into v_xp;
        if v_owner <> p_user then
          update public.tracks t set play_count = t.play_count + 1, counts_rev = t.counts_rev + 1
            where t.id = a.track returning t.play_count into v_count;
          insert into private.undigested_changes (counts_of) values (a.track);
        end if;
        update public.user_stats s
          set fan_level = case when v_xp < 14 then 1 when v_xp < 26 then 2 else (v_xp - 26) / 26 + 3 end,
            current_streak = case
              when v_owner = p_user or s.last_active_on >= v_day then s.current_streak
              when s.last_active_on = v_day - 1 then s.current_streak + 1
              else 1 end,
            longest_streak = greatest(s.longest_streak, case
              when v_owner <> p_user and s.last_active_on = v_day - 1 then s.current_streak + 1 else 1 end),
            last_active_on = case when v_owner = p_user then s.last_active_on else greatest(s.last_active_on, v_day) end,
            rev = s.rev + 1, row_xid = v_xid
          where s.user_id = p_user
            and ((v_owner <> p_user and (s.last_active_on is null or s.last_active_on < v_day))
              or s.fan_level <> case when v_xp < 14 then 1 when v_xp < 26 then 2 else (v_xp - 26) / 26 + 3 end);
        insert into private.user_marks as m (user_id, last_action_at) values (p_user, v_at)
          on conflict (user_id) do update set last_action_at = greatest(m.last_action_at, excluded.last_action_at);
        v_last := greatest(v_last, v_at);
        v_plays := v_plays + (v_owner <> p_user and v_is_public)::integer;
        v_zaps := v_zaps + v_earned;
        v_status := 'applied';
        v_result := jsonb_build_object('success', true, 'newPlayCount', v_count, 'is_self_play', v_owner = p_user,
          'zaps_earned', v_earned, 'played_on', v_day);
      exception
        when serialization_failure or deadlock_detected or lock_not_available or query_canceled then
          raise;
        when others then
          v_status := 'rejected';
          v_result := jsonb_build_object('code', 'refused', 'message', sqlerrm);
      end;
      insert into public.action_log (user_id, action_id, kind, req_hash, status, result, row_xid, created_at)
        values (p_user, a.id, 'play.record', v_hash, v_status, v_result, v_xid, v_now);
    end if;
    v_results := v_results || jsonb_build_object('id', a.id, 'status', v_status, 'result', v_result);
  end loop;
  update private.community_totals t set plays = t.plays + v_plays, zaps_earned = t.zaps_earned + v_zaps
    where t.slot = (select s.slot from private.community_totals s order by s.slot limit 1 for update skip locked);
  if not found then
    insert into private.community_totals (plays, zaps_earned) values (v_plays, v_zaps);
  end if;
  return jsonb_build_object('results', to_jsonb(v_results),
    'server_time', to_char(v_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end;
$$;
