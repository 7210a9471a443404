/*
 * SY-37: the transaction that changed a message last may be older than the one that created it, because it began earlier and saw the
 * message once that was committed. A fill whose floor lies between the two never sent the message.
 *
 * Otherwise unchanged: a recent row is sent at the transaction that created it if that one or the last change is before p_recent_before.
 */
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
            where %1$L = any (p_tables) and (%8$s, %9$s) > (%10$s) %4$s
              and (p_gone_since is null or %8$s >= p_gone_since or %6$s)
            order by %8$s, %9$s limit p_limit
          )
        $part$,
        s.name,
        s.key_column,
        s.seen_if,
        o.condition,
        -- Whether the row left the shelf, for this viewer.
        case when o.kind = 'left'
          then format(
            '%3$s and not private.is_pinned(p_viewer, %2$L, r.%1$I) and r.deleted_at is null and (%4$s)',
            s.key_column, s.name,
            (select string_agg(format('r.%I is distinct from p_viewer', c.name), ' and ') from unnest(s.owner_columns) c (name)),
            s.seen_if)
          else 'false'
        end,
        case o.kind when 'shelf' then 'true' when 'left' then 'false' else 'r.deleted_at is null' end,
        case o.kind
          when 'pins' then format('private.pins p join public.%I r on r.%I = p.row_id', s.name, s.key_column)
          when 'recent' then format('private.%I p join public.%I r on r.%I = p.id', s.recent_table, s.name, s.key_column)
          else format('public.%I r', s.name)
        end,
        case when o.kind in ('pins', 'recent') then 'p.row_xid' else 'r.row_xid' end,
        case o.kind when 'pins' then 'p.row_id' when 'recent' then 'p.id' else format('r.%I', s.key_column) end,
        -- No row has the nil id. One position, not two conditions: the index is read from there.
        case when o.kind = 'left'
          then $position$greatest(p_xid, coalesce(p_gone_since, p_xid)),
            case when p_gone_since > p_xid then '00000000-0000-0000-0000-000000000000' else p_id end$position$
          else 'p_xid, p_id'
        end
      ),
      'union all' order by s.position, o.at, o.kind)
    into v_parts
    from private.synced_tables s
    cross join lateral (
      select 'everybody' as kind, 0 as at, '' as condition where not s.is_shelved and cardinality(s.owner_columns) = 0
      union all
      select 'shelf', 0, 'and r.shelved' where s.is_shelved
      union all
      select 'left', 0, 'and r.shelved is not null and not r.shelved' where s.is_shelved
      union all
      -- For shelved tables, the person's own rows that the parts above leave out.
      select 'owner', c.at, format('and r.%I = p_viewer', c.name)
          || case when s.is_shelved then ' and (r.shelved is null or not r.shelved and r.row_xid < p_gone_since)' else '' end
          || case when s.recent_table is not null then ' and r.row_xid >= p_recent_before' else '' end
        from unnest(s.owner_columns) with ordinality c (name, at)
      union all
      -- Recent own rows, at the transaction that created them. The part above may send them too, at their last change.
      select 'recent', c.at, format(
          'and p.%I = p_viewer and p_recent_before > ''0'' and (p.row_xid < p_recent_before or r.row_xid < p_recent_before) and r.deleted_at is null',
          c.name)
        from unnest(s.owner_columns) with ordinality c (name, at)
        where s.recent_table is not null
      union all
      -- Pinned rows that the parts above leave out, and rows that were pinned after they left the shelf.
      select 'pins', 9, format(
          'and p.user_id = p_viewer and p.table_name = %L and (r.shelved is null or not r.shelved and (p.row_xid > r.row_xid or r.row_xid < p_gone_since))',
          s.name)
        where s.is_shelved
    ) o;
  execute format(
    $f$
      create or replace function private.changes(
        p_viewer uuid, p_tables text[], p_xid xid8, p_id uuid, p_limit integer, p_gone_since xid8, p_recent_before xid8
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

select private.write_changes();
