-- S-7: the rules travel to every device, so that what it shows and predicts is what the server decides by.
alter table public.zap_rules
  add column id uuid not null default gen_random_uuid(),
  add column deleted_at timestamptz,
  add column rev bigint not null default 1,
  add column row_xid xid8 not null default pg_current_xact_id(),
  add constraint zap_rules_id_unique unique (id),
  -- The server reads the rules without asking whether they are deleted.
  add constraint zap_rules_are_never_deleted check (deleted_at is null),
  add constraint zap_rules_play_has_a_cap check (action_type <> 'play' or coalesce(daily_cap > 0, false)),
  add constraint zap_rules_spends_have_a_price
    check (action_type not in ('vote', 'share', 'sponsor') or coalesce(zap_value <= 0, false));
create index zap_rules_sync on public.zap_rules (row_xid, id);
create trigger zap_rules_stamp before insert or update on public.zap_rules
  for each row execute function private.stamp_sync_row();
create trigger zap_rules_soft_delete before delete on public.zap_rules
  for each row execute function private.soft_delete_row();

drop policy zap_rules_all_nobody on public.zap_rules;
create policy zap_rules_select_visible on public.zap_rules for select to anon, authenticated
  using ((select private.may_browse()));
grant select on table public.zap_rules to anon, authenticated;
revoke delete, truncate on table public.zap_rules from service_role;

select private.sync_table('zap_rules', array['action_type', 'zap_value', 'daily_cap', 'min_level', 'streak_bonus', 'lasts_days']);

-- SY-18: everybody hears that there is something to pull.
create constraint trigger zap_rules_note_change after insert or update on public.zap_rules
  deferrable initially deferred for each row
  execute function private.note_catalogue_change();

-- SY-23: a new device shows the prices of now from its first screen on.
create or replace function public.first_screen(p jsonb) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 100), 0), 100);
  v_rows json;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select coalesce(json_agg(json_build_object('t', s.t, 'row', s."row")), '[]')
    into v_rows
    from (
      (
        select 'tracks' as t, private.row_json(r) as "row" from public.tracks r
        where r.is_public and not r.sponsored and r.deleted_at is null
        order by r.average_vote_rating desc, r.created_at desc, r.id
        limit v_limit
      )
      union all
      (
        select 'genres', private.row_json(r) from public.genres r
        where r.deleted_at is null order by r.position
      )
      union all
      select 'zap_rules', private.row_json(r) from public.zap_rules r
      union all
      select 'user_profiles', private.row_json(r) from public.user_profiles r
        where r.id = v_viewer and r.deleted_at is null
      union all
      select 'user_balances', private.row_json(r) from public.user_balances r
        where r.user_id = v_viewer and r.deleted_at is null
      union all
      select 'user_stats', private.row_json(r) from public.user_stats r
        where r.user_id = v_viewer and r.deleted_at is null
    ) s;
  return json_build_object(
    'rows', v_rows,
    'total', (select sum(t.explore_tracks) from private.community_totals t),
    'server_time', private.iso(private.now())
  );
end;
$$;
