import type { Case, Scene } from './case.ts';
import * as json from './row-json.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const PAGE = 1000;

export async function pullCases({ listener, value }: Scene): Promise<Case[]> {
  const middle = await value(`
    select percentile_disc(0.5) within group (order by r.row_xid::text::bigint)::text as result from public.tracks r`);
  const recent = await value('select pg_snapshot_xmin(pg_current_snapshot())::text as result');
  for (let change = 1; change <= 3; change += 1) {
    await value(`
      update public.tracks t set title = t.title || '!' where t.id = bench.id('track', ${change * 4}) returning t.title as result`);
  }
  return [pull(`sync_pull, ${PAGE} rows`, listener, '0', middle), pull('sync_pull, 3 rows', listener, recent, recent)];
}

function pull(name: string, listener: string, since: string, xid: string): Case {
  const request = {
    v: 1,
    epoch: null,
    since,
    after: xid === since ? null : { xid, id: NIL },
    tables: branches.map((branch) => branch.table),
    pending: [],
    limit: PAGE,
  };
  return {
    name,
    ours: {
      sql: 'select public.sync_pull($1::text::jsonb)::text as result',
      parameters: () => [JSON.stringify(request)],
    },
    byHand: { sql: byHand, parameters: () => [xid, listener] },
    comparable,
  };
}

interface Branch {
  readonly table: string;
  readonly json: string;
  readonly id?: string;
  /** Column of the account whose rows are read; absent if the rows of all accounts are read. */
  readonly owner?: string;
  /** Condition in SQL. A row that does not meet it is reported as gone. */
  readonly isVisible?: string;
}

const sees = (profile: string) => `(${profile}.privacy_setting = 'public' or ${profile}.id = $2
  or (${profile}.privacy_setting = 'friends_only' and ${profile}.id in (select f.id from friends f)))`;

const branches: readonly Branch[] = [
  { table: 'tracks', json: json.trackJson, isVisible: '(r.is_public or r.user_id = $2)' },
  { table: 'user_profiles', json: json.profileJson, isVisible: sees('r') },
  { table: 'genres', json: json.genreJson },
  { table: 'store_items', json: json.storeItemJson },
  {
    table: 'shared_tracks',
    json: json.shareJson,
    // Scalar subqueries: Postgres would plan an `exists` as a full scan when it expects many rows.
    isVisible: `(r.user_id = $2 or (r.is_shared
      and (select t.is_public and t.deleted_at is null from public.tracks t where t.id = r.track_id)
      and (select p.deleted_at is null and ${sees('p')} from public.user_profiles p where p.id = r.user_id)))`,
  },
  { table: 'user_balances', json: json.balanceJson, id: 'user_id', owner: 'user_id' },
  { table: 'user_stats', json: json.statsJson, id: 'user_id', owner: 'user_id' },
  { table: 'zap_actions', json: json.zapActionJson, owner: 'user_id' },
  { table: 'track_plays', json: json.playJson, owner: 'user_id' },
  { table: 'track_votes', json: json.voteJson, owner: 'user_id' },
  { table: 'user_cosmetics', json: json.cosmeticJson, owner: 'user_id' },
  { table: 'connections', json: json.connectionJson, owner: 'user_id' },
  { table: 'connections', json: json.connectionJson, owner: 'connection_id' },
  { table: 'messages', json: json.messageJson, owner: 'sender_id' },
  { table: 'messages', json: json.messageJson, owner: 'receiver_id' },
];

const branchSql = ({ table, json, id = 'id', owner, isVisible = 'true' }: Branch) => `
  (
    select '${table}' as t, r.row_xid, r.${id} as id, r.rev,
      case when r.deleted_at is null and ${isVisible} then ${json} end as "row"
    from public.${table} r
    where ${owner === undefined ? '' : `r.${owner} = $2 and `}(r.row_xid, r.${id}) > ($1::xid8, '${NIL}')
    order by r.row_xid, r.${id} limit ${PAGE}
  )`;

const byHand = `
  with friends as (
    select c.connection_id as id from public.connections c where c.user_id = $2 and c.status = 'accepted' and c.deleted_at is null
    union all
    select c.user_id from public.connections c where c.connection_id = $2 and c.status = 'accepted' and c.deleted_at is null
  ),
  page as (
    select * from (${branches.map(branchSql).join(' union all ')}) u
    order by u.row_xid, u.id
    fetch first ${PAGE} rows with ties
  )
  select json_build_object(
    'epoch', (select m.epoch from public.sync_meta m),
    'floor', pg_snapshot_xmin(pg_current_snapshot())::text,
    'rows', coalesce(json_agg(json_build_object('t', p.t, 'row', p."row") order by p.row_xid, p.id) filter (where p."row" is not null), '[]'),
    'gone', coalesce(json_agg(json_build_object('t', p.t, 'id', p.id, 'rev', p.rev) order by p.row_xid, p.id) filter (where p."row" is null), '[]'),
    'acks', '[]'::json,
    'next', case when count(*) >= ${PAGE} then (
      select json_build_object('xid', l.row_xid::text, 'id', l.id) from page l order by l.row_xid desc, l.id desc limit 1) end,
    'server_time', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::text as result
  from page p`;

function comparable(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? { ...result, server_time: null } : result;
}
