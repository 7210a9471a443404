-- G-1: of the rows that everybody may see, a device holds those on the shelf, those that its person's own rows refer to (pins), and those that
-- it fetched itself. A row that leaves the shelf is reported once, by its id: a device that has it may keep it, and hears of its content no
-- more. Null: the row was never public, or left so long ago that it is reported no more. False: it left, or is hidden or deleted.
alter table public.tracks add column shelved boolean;
alter table public.user_profiles add column shelved boolean;
alter table public.shared_tracks add column shelved boolean;

-- What `shelved` becomes when a row is created, shown, hidden or deleted. A row that others may see is shelved at once, because a new one is
-- among the newest; private.arrange_shelf takes off what is too much.
create function private.shelve(p_is_insert boolean, p_is_visible boolean) returns boolean
language sql immutable set search_path = ''
return case when p_is_visible then true when not p_is_insert then false end;

create function private.shelve_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.is_public and new.deleted_at is null);
  return new;
end;
$$;
create trigger tracks_shelve_new before insert on public.tracks
  for each row execute function private.shelve_track();
create trigger tracks_shelve before update of is_public, deleted_at on public.tracks
  for each row
  when ((old.is_public, old.deleted_at is null) is distinct from (new.is_public, new.deleted_at is null))
  execute function private.shelve_track();

create function private.shelve_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.privacy_setting <> 'private' and new.deleted_at is null);
  return new;
end;
$$;
create trigger user_profiles_shelve_new before insert on public.user_profiles
  for each row execute function private.shelve_profile();
create trigger user_profiles_shelve before update of privacy_setting, deleted_at on public.user_profiles
  for each row
  when ((old.privacy_setting <> 'private', old.deleted_at is null) is distinct from (new.privacy_setting <> 'private', new.deleted_at is null))
  execute function private.shelve_profile();

create function private.shelve_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.is_shared and new.deleted_at is null);
  return new;
end;
$$;
create trigger shared_tracks_shelve_new before insert on public.shared_tracks
  for each row execute function private.shelve_share();
create trigger shared_tracks_shelve before update of is_shared, deleted_at on public.shared_tracks
  for each row
  when ((old.is_shared, old.deleted_at is null) is distinct from (new.is_shared, new.deleted_at is null))
  execute function private.shelve_share();

-- As it was, and with `shelved`, whose changes devices hear of.
drop trigger tracks_stamp on public.tracks;
create trigger tracks_stamp before insert or update of
    id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes, radio_opt_in, rights_confirmed, is_public,
    sponsored, sponsored_at, created_at, deleted_at, rev, row_xid, highlighted_until, hidden_at, shelved
  on public.tracks
  for each row execute function private.stamp_sync_row();

-- Without their triggers, the rows keep rev and row_xid, so that no device pulls them again.
alter table public.tracks disable trigger user;
alter table public.user_profiles disable trigger user;
alter table public.shared_tracks disable trigger user;
update public.tracks set shelved = is_public and deleted_at is null;
update public.user_profiles set shelved = privacy_setting <> 'private' and deleted_at is null;
update public.shared_tracks set shelved = is_shared and deleted_at is null;
alter table public.tracks enable trigger user;
alter table public.user_profiles enable trigger user;
alter table public.shared_tracks enable trigger user;

drop index public.tracks_sync;
create index tracks_sync on public.tracks (row_xid, id) where shelved is not null;
create index tracks_sync_own on public.tracks (user_id, row_xid, id) where shelved is not true;
drop index public.user_profiles_sync;
create index user_profiles_sync on public.user_profiles (row_xid, id) where shelved is not null;
drop index public.shared_tracks_sync;
create index shared_tracks_sync on public.shared_tracks (row_xid, id) where shelved is not null;
create index shared_tracks_sync_own on public.shared_tracks (user_id, row_xid, id) where shelved is not true;

/*
 * G-6: the public rows that a person's own rows refer to come with the pull, whether they are shelved or not. `row_xid` is the transaction that
 * made the pin, or a later one that changed the row while it was not shelved.
 */
create table private.pins (
  user_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (user_id, table_name, row_id)
);
create index pins_sync on private.pins (user_id, table_name, row_xid, row_id);
create index pins_row on private.pins (row_id, user_id);
alter table private.pins enable row level security;
create policy pins_all_nobody on private.pins for all to anon, authenticated
  using (false) with check (false);

-- Statement by statement, because votes are cast together.
create function private.pin_tracks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.pins (user_id, table_name, row_id)
    select n.user_id, 'tracks', n.track_id from new_rows n order by n.user_id, n.track_id
    on conflict do nothing;
  return null;
end;
$$;
create trigger track_votes_pin after insert on public.track_votes
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();
create trigger shared_tracks_pin after insert on public.shared_tracks
  referencing new table as new_rows
  for each statement execute function private.pin_tracks();

-- Pins each of two people for the other. Arguments: their columns. In the order of ids, so that two who write to each other at once do not wait
-- for each other in a circle.
create function private.pin_each_other() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_one uuid := to_jsonb(new) ->> tg_argv[0];
  v_other uuid := to_jsonb(new) ->> tg_argv[1];
begin
  insert into private.pins (user_id, table_name, row_id)
    select p.holder, 'user_profiles', p.person from (values (v_one, v_other), (v_other, v_one)) p (holder, person) order by p.holder
    on conflict do nothing;
  return null;
end;
$$;
create trigger messages_pin after insert on public.messages
  for each row execute function private.pin_each_other('sender_id', 'receiver_id');
create trigger connections_pin after insert on public.connections
  for each row execute function private.pin_each_other('user_id', 'connection_id');

create function private.drop_pins_of_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.pins p where p.user_id = old.id;
  return null;
end;
$$;
create trigger drop_pins after delete on auth.users
  for each row execute function private.drop_pins_of_account();

-- While a row is shelved, its changes reach everybody; else the people who have it pinned. A pin is never earlier than the row's last change, so
-- that it makes no difference to them when others hear of the row no more.
create function private.touch_pins() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from private.pins p where p.row_id = new.id order by p.user_id for update;
  if new.deleted_at is not null then
    delete from private.pins p where p.row_id = new.id;
    return null;
  end if;
  update private.pins p set row_xid = pg_current_xact_id() where p.row_id = new.id;
  return null;
end;
$$;
create trigger tracks_touch_pins after update on public.tracks
  for each row
  when (new.shelved is not true and new.rev <> old.rev)
  execute function private.touch_pins();
create trigger user_profiles_touch_pins after update on public.user_profiles
  for each row
  when (new.shelved is not true and new.rev <> old.rev)
  execute function private.touch_pins();

insert into private.pins (user_id, table_name, row_id)
  select v.user_id, 'tracks', v.track_id from public.track_votes v where v.deleted_at is null
  union
  select s.user_id, 'tracks', s.track_id from public.shared_tracks s where s.deleted_at is null
  union
  select p.holder, 'user_profiles', p.person
  from (
    select c.user_id, c.connection_id from public.connections c
    union
    select m.sender_id, m.receiver_id from public.messages m
  ) pairs (one, other), lateral (values (pairs.one, pairs.other), (pairs.other, pairs.one)) p (holder, person);

create function private.is_pinned(p_user uuid, p_table text, p_row uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select 1 from private.pins p where p.user_id = p_user and p.table_name = p_table and p.row_id = p_row);

-- Whether the rows of a table are shelved: `owner_columns` then name the persons whose own rows are always told to them.
alter table private.synced_tables add column is_shelved boolean not null default false;

drop function private.sync_table(text, text[], text, text[], text, text);
/*
 * Declares a synced table, or declares it anew. Only migrations call it.
 * p_columns: what travels, times as ISO text of UTC. p_more: further pairs for json_build_object, over the row r.
 * p_is_shelved: the table has a column `shelved` (G-1), and p_owners name the people to whom their own rows are told all the same.
 */
create function private.sync_table(
  p_name text,
  p_columns text[],
  p_key text default 'id',
  p_owners text[] default '{}',
  p_seen_if text default 'true',
  p_more text default null,
  p_is_shelved boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_table regclass := format('public.%I', p_name)::regclass;
  v_pairs text;
  v_missing text;
begin
  select string_agg(c.name, ', ' order by c.name) into v_missing
    from unnest(p_columns || p_owners || array[p_key, 'rev', 'row_xid', 'deleted_at']) c (name)
    where not exists (
      select from pg_catalog.pg_attribute a where a.attrelid = v_table and a.attname = c.name and not a.attisdropped
    );
  if v_missing is not null then
    raise exception 'public.% has no column %', p_name, v_missing;
  end if;
  if not exists (
    select from pg_catalog.pg_trigger t where t.tgrelid = v_table and t.tgfoid = 'private.stamp_sync_row()'::regprocedure
  ) then
    raise exception 'public.% has no trigger that stamps its rows', p_name;
  end if;

  insert into private.synced_tables (name, key_column, owner_columns, seen_if, is_shelved)
    values (p_name, p_key, p_owners, p_seen_if, p_is_shelved)
    on conflict (name) do update
      set key_column = excluded.key_column, owner_columns = excluded.owner_columns, seen_if = excluded.seen_if,
        is_shelved = excluded.is_shelved;

  select string_agg(
      case when a.atttypid = 'timestamptz'::regtype
        then format($c$%L, to_char((r).%I at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$c$, c.name, c.name)
        else format('%L, (r).%I', c.name, c.name)
      end, ', ' order by c.at)
    into v_pairs
    from unnest(p_columns) with ordinality c (name, at)
    join pg_catalog.pg_attribute a on a.attrelid = v_table and a.attname = c.name;
  -- In plpgsql: as an sql function it would be inlined, and its columns computed for every row that is sorted away.
  execute format(
    $f$
      create or replace function private.row_json(r public.%I) returns json
      language plpgsql stable set search_path = ''
      as $body$
      begin
        return json_build_object(%s);
      end;
      $body$
    $f$,
    p_name,
    concat_ws(', ', format($c$'id', (r).%I, 'rev', (r).rev$c$, p_key), v_pairs, p_more)
  );
  perform private.write_changes();
end;
$$;

/*
 * Writes private.changes, one page of rows in the order of (row_xid, id): one part for each synced table and each column of its that
 * holds a person, so that each is read by its index. `row` is null where this viewer may not, or no longer, see the row, and where the row left
 * the shelf and is neither the viewer's nor pinned (`has_left`). Rows of one transaction may share an id across tables (a user's profile, balance
 * and stats), so a page never ends between them: it holds up to two rows more than its limit.
 * p_gone_since: the first transaction that a replica may lack; what went before it is not told to that replica. Null: all is told.
 */
drop function private.changes(uuid, text[], xid8, uuid, integer);
create or replace function private.write_changes() returns void
language plpgsql set search_path = ''
as $$
declare
  v_parts text;
begin
  select string_agg(
      format(
        $part$
          (
            select %1$L::text as t, %8$s as row_xid, r.%2$I as id, r.rev, %5$s as has_left,
              case when r.deleted_at is null and (%3$s) and not (%5$s) then private.row_json(r) end as "row"
            from %7$s
            where %1$L = any (p_tables) and (%8$s, %9$s) > (p_xid, p_id) %4$s
              and (p_gone_since is null or %8$s >= p_gone_since or %6$s)
            order by %8$s, %9$s limit p_limit
          )
        $part$,
        s.name,
        s.key_column,
        s.seen_if,
        o.condition,
        -- Whether the row left the shelf, for this viewer.
        case when o.kind = 'shelf'
          then format(
            'not r.shelved and %3$s and not private.is_pinned(p_viewer, %2$L, r.%1$I) and r.deleted_at is null and (%4$s)',
            s.key_column, s.name,
            (select string_agg(format('r.%I is distinct from p_viewer', c.name), ' and ') from unnest(s.owner_columns) c (name)),
            s.seen_if)
          else 'false'
        end,
        case when o.kind = 'shelf' then 'r.shelved' else 'r.deleted_at is null' end,
        case when o.kind = 'pins'
          then format('private.pins p join public.%I r on r.%I = p.row_id', s.name, s.key_column)
          else format('public.%I r', s.name)
        end,
        case when o.kind = 'pins' then 'p.row_xid' else 'r.row_xid' end,
        case when o.kind = 'pins' then 'p.row_id' else format('r.%I', s.key_column) end
      ),
      'union all' order by s.position, o.at)
    into v_parts
    from private.synced_tables s
    cross join lateral (
      select 'everybody' as kind, 0 as at, '' as condition where not s.is_shelved and cardinality(s.owner_columns) = 0
      union all
      select 'shelf', 0, 'and r.shelved is not null' where s.is_shelved
      union all
      -- Of shelved tables those own rows that the part before leaves out.
      select 'owner', c.at, format('and r.%I = p_viewer', c.name)
          || case when s.is_shelved then ' and (r.shelved is null or not r.shelved and r.row_xid < p_gone_since)' else '' end
        from unnest(s.owner_columns) with ordinality c (name, at)
      union all
      -- Likewise of the pinned rows, and those that were pinned after they left.
      select 'pins', 9, format(
          'and p.user_id = p_viewer and p.table_name = %L and (r.shelved is null or not r.shelved and (p.row_xid > r.row_xid or r.row_xid < p_gone_since))',
          s.name)
        where s.is_shelved
    ) o;
  execute format(
    $f$
      create or replace function private.changes(
        p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer, p_gone_since xid8
      )
      returns table (t text, row_xid xid8, id uuid, rev bigint, has_left boolean, "row" json)
      language sql stable security definer set search_path = ''
      as $body$
        select u.t, u.row_xid, u.id, u.rev, u.has_left, u."row"
        from (%s) u
        order by u.row_xid, u.id
        fetch first p_limit rows with ties
      $body$
    $f$,
    v_parts
  );
end;
$$;

update private.synced_tables s
  set is_shelved = true, owner_columns = array[case s.name when 'user_profiles' then 'id' else 'user_id' end]
  where s.name in ('tracks', 'user_profiles', 'shared_tracks');
select private.write_changes();

-- As it was, with `left` (G-1) and `filled_from`: a replica is not told of rows that were gone before it got its first rows.
create or replace function public.sync_pull(p jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_viewer uuid := auth.uid();
  v_meta public.sync_meta;
  v_tables text[] := private.text_array(p -> 'tables', 50);
  v_pending uuid[] := private.text_array(p -> 'pending', 200)::uuid[];
  v_limit integer := least(greatest(coalesce((p ->> 'limit')::integer, 1000), 1), 1000);
  -- By way of a number, since PostgreSQL 15 takes any text for an xid8.
  v_since xid8 := coalesce(p ->> 'since', '0')::bigint::text::xid8;
  v_after_xid xid8 := (p -> 'after' ->> 'xid')::bigint::text::xid8;
  v_after_id uuid := (p -> 'after' ->> 'id')::uuid;
  v_epoch text := p ->> 'epoch';
  -- A request without the field wants all that is gone; one with null comes from an empty replica, which lacks nothing.
  v_gone_since xid8 := case when p ? 'filled_from' then coalesce(p ->> 'filled_from', '9223372036854775807')::bigint::text::xid8 end;
  v_reset text;
  v_rows json;
  v_gone json;
  v_left json;
  v_xids xid8[];
  v_ids uuid[];
  v_next json;
begin
  if not private.may_browse() then
    raise exception 'Beta access required' using errcode = '42501';
  end if;
  select m.* into strict v_meta from public.sync_meta m;
  v_reset := case
    when coalesce((p ->> 'v')::integer, 0) < v_meta.min_client_v then 'update'
    when v_epoch <> v_meta.epoch or private.refutes(private.text_array(p -> 'marks', 10)) then 'epoch'
    -- Without an epoch the replica is being filled from 0, and lacks what was gone since its first rows; while it is empty, it lacks nothing.
    when case when v_epoch is not null then v_since else (p ->> 'filled_from')::bigint::text::xid8 end < v_meta.min_since then 'floor'
  end;
  if v_reset = 'epoch' and pg_is_in_recovery() then
    raise exception 'This standby is behind' using errcode = '57P03';
  end if;
  if v_reset is not null then
    return jsonb_build_object(
      'epoch', v_meta.epoch, 'floor', '0', 'rows', '[]'::jsonb, 'gone', '[]'::jsonb, 'acks', '[]'::jsonb,
      'next', null, 'server_time', private.iso(private.now()), 'mark', null, 'reset', v_reset
    );
  end if;

  -- No row has the nil id, so that '> (since, nil)' is '>= since'.
  if v_after_xid is null or v_after_id is null or v_after_xid < v_since then
    v_after_xid := null;
    v_after_id := null;
  end if;
  -- One order for all, so that the rows are sorted once.
  select
    coalesce(json_agg(json_build_object('t', c.t, 'row', c."row") order by c.row_xid, c.id) filter (where c."row" is not null), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c."row" is null and not c.has_left), '[]'),
    coalesce(json_agg(json_build_object('t', c.t, 'id', c.id, 'rev', c.rev) order by c.row_xid, c.id) filter (where c.has_left), '[]'),
    array_agg(c.row_xid order by c.row_xid, c.id),
    array_agg(c.id order by c.row_xid, c.id)
    into v_rows, v_gone, v_left, v_xids, v_ids
    from private.changes(
      v_viewer,
      v_tables,
      coalesce(v_after_xid, v_since),
      coalesce(v_after_id, '00000000-0000-0000-0000-000000000000'),
      v_limit,
      v_gone_since
    ) c;
  if cardinality(v_ids) >= v_limit then
    v_next := json_build_object('xid', v_xids[cardinality(v_ids)]::text, 'id', v_ids[cardinality(v_ids)]);
  end if;
  return json_build_object(
    'epoch', v_meta.epoch,
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'rows', v_rows,
    'gone', v_gone,
    'left', v_left,
    'acks', private.acknowledgements(v_viewer, v_pending, v_next is null, v_after_xid),
    'next', v_next,
    'server_time', private.iso(private.now()),
    'mark', private.current_mark(),
    'counts', case when p ? 'counts_after' then private.counts_since(v_viewer, (p ->> 'counts_after')::bigint) end,
    'digest', private.digest_topic()
  )::jsonb;
end;
$$;

-- SY-23, as it was, with what a replica has to know of the moment that its first rows are from.
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
    -- These rows begin the replica, as those of a first page do (SY-8).
    'epoch', (select m.epoch from public.sync_meta m),
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'mark', private.current_mark(),
    'total', (select sum(t.explore_tracks) from private.community_totals t),
    'server_time', private.iso(private.now())
  );
end;
$$;

-- G-1: how many rows of each kind the shelf holds. An operator may change the sizes; devices follow within a minute.
create table private.shelf_sizes (
  part text primary key,
  size integer not null,
  constraint shelf_sizes_are_bounded check (size between 0 and 10000000)
);
alter table private.shelf_sizes enable row level security;
create policy shelf_sizes_all_nobody on private.shelf_sizes for all to anon, authenticated
  using (false) with check (false);
-- More than any community has: the app's lists end where the shelf ends.
insert into private.shelf_sizes (part, size) values
  ('best_tracks', 1000000), ('newest_tracks', 1000000), ('newest_shares', 1000000), ('newest_people', 1000000);

create index tracks_newest on public.tracks (created_at desc, id) where is_public and deleted_at is null;
create index user_profiles_newest on public.user_profiles (created_at desc, id)
  where privacy_setting <> 'private' and deleted_at is null;

-- Puts these rows on the shelf, and takes off those that are neither among them nor at the edge. Rows that somebody changes at this moment wait
-- for the next call. Returns how many rows changed.
create function private.shelve_only(p_table text, p_visible_if text, p_inside uuid[], p_edge uuid[]) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_changed bigint;
begin
  execute format(
    $f$
      with changing as (
        select r.id, true as belongs
        from unnest($1) i (id) join public.%1$I r on r.id = i.id
        where r.shelved is not true and (%2$s)
        union
        select r.id, false
        from public.%1$I r left join unnest($1 || $2) e (id) on e.id = r.id
        where r.shelved and e.id is null
      ), locked as (
        select r.id, c.belongs from public.%1$I r join changing c on c.id = r.id order by r.id for no key update of r skip locked
      )
      update public.%1$I r set shelved = l.belongs from locked l where l.id = r.id
    $f$,
    p_table, p_visible_if
  ) using p_inside, p_edge;
  get diagnostics v_changed = row_count;
  return v_changed;
end;
$$;

/*
 * Arranges the shelf by its sizes; true if that changed anything. Called each minute. A row leaves once it is a tenth beyond a size (at the edge),
 * so that rows there do not come and go.
 */
create function private.arrange_shelf() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_sizes jsonb := (select jsonb_object_agg(s.part, s.size) from private.shelf_sizes s);
  v_best integer := (v_sizes ->> 'best_tracks')::integer;
  v_newest integer := (v_sizes ->> 'newest_tracks')::integer;
  v_shares integer := (v_sizes ->> 'newest_shares')::integer;
  v_people integer := (v_sizes ->> 'newest_people')::integer;
  v_best_ids uuid[] := array(
    select t.id from public.tracks t where t.is_public and not t.sponsored and t.deleted_at is null
    order by t.average_vote_rating desc, t.created_at desc, t.id limit v_best + v_best / 10
  );
  v_newest_ids uuid[] := array(
    select t.id from public.tracks t where t.is_public and t.deleted_at is null
    order by t.created_at desc, t.id limit v_newest + v_newest / 10
  );
  v_sponsored_ids uuid[] := array(select t.id from public.tracks t where t.sponsored and t.is_public and t.deleted_at is null);
  v_share_ids uuid[] := array(
    select s.id from public.shared_tracks s where s.is_shared and s.deleted_at is null
    order by s.created_at desc, s.id limit v_shares + v_shares / 10
  );
  v_person_ids uuid[] := array(
    select p.id from public.user_profiles p where p.privacy_setting <> 'private' and p.deleted_at is null
    order by p.created_at desc, p.id limit v_people + v_people / 10
  );
  v_tracks uuid[];
  v_edge_tracks uuid[];
  v_changed bigint := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:shelf', 0)) then
    return false;
  end if;
  v_tracks := v_best_ids[:v_best] || v_newest_ids[:v_newest] || v_sponsored_ids
    || array(select s.track_id from public.shared_tracks s where s.id = any (v_share_ids[:v_shares]));
  v_edge_tracks := v_best_ids || v_newest_ids || array(select s.track_id from public.shared_tracks s where s.id = any (v_share_ids));
  v_changed := private.shelve_only('tracks', 'r.is_public and r.deleted_at is null', v_tracks, v_edge_tracks)
    + private.shelve_only('shared_tracks', 'r.is_shared and r.deleted_at is null', v_share_ids[:v_shares], v_share_ids)
    + private.shelve_only(
      'user_profiles', $sql$r.privacy_setting <> 'private' and r.deleted_at is null$sql$,
      v_person_ids[:v_people]
        || array(select t.user_id from public.tracks t where t.id = any (v_tracks))
        || array(select s.user_id from public.shared_tracks s where s.id = any (v_share_ids[:v_shares])),
      v_person_ids
        || array(select t.user_id from public.tracks t where t.id = any (v_edge_tracks))
        || array(select s.user_id from public.shared_tracks s where s.id = any (v_share_ids))
    );
  if v_changed > 0 then
    insert into private.undigested_changes (counts_of) values (null);
  end if;
  return v_changed > 0;
end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('arrange-shelf', '* * * * *', 'select private.arrange_shelf()')$cron$;
  end if;
end;
$$;

-- As it was, with the pins.
create or replace function private.begin_new_epoch() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_table text;
  v_epoch text := gen_random_uuid()::text;
begin
  for v_table in select t.name from private.synced_tables t order by t.position loop
    execute format('update public.%I set row_xid = row_xid', v_table);
  end loop;
  update private.pins set row_xid = pg_current_xact_id();
  update public.action_log set row_xid = pg_current_xact_id();
  update public.sync_meta set epoch = v_epoch, min_since = '0'::xid8;
  delete from private.server_runs;
  perform private.note_run();
  return v_epoch;
end;
$$;
