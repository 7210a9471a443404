import type { Random } from '../../seed/random.ts';

export interface Procedure {
  readonly name: string;
  readonly arguments: readonly string[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The procedures, tables, kinds of actions and ids that random requests use. */
export interface Surface {
  readonly procedures: readonly Procedure[];
  readonly tables: readonly Table[];
  readonly kinds: readonly string[];
  readonly payloadKeys: readonly string[];
  /** Existing ids: a request with one reaches more code than with a random id. */
  readonly ids: readonly string[];
}

export interface FuzzRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

const long = 'x'.repeat(70_000);
const deep = JSON.parse(`${'['.repeat(200)}1${']'.repeat(200)}`) as unknown;

const texts = [
  '',
  ' ',
  '\u0000',
  '\u202e\u0007\ufeff',
  '𝕌𝕟𝕕𝕖𝕣 ⚡ カレント \ud800',
  "'; drop table public.tracks; --",
  "' or '1'='1",
  '%_\\',
  '{"a":',
  '../../etc/passwd',
  'null',
  'NaN',
  'infinity',
  '-infinity',
  'now',
  '9999-12-31T23:59:59Z',
  '294277-01-01T00:00:00Z',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '99999999999999999999999999',
  '-1',
  '1e400',
  'true',
  'accepted',
  'play',
  'https://x.com.evil.example/a?b=c#d',
  'javascript:alert(1)',
  long,
];
const numbers = [
  0, -0, 1, 5, -1, 0.5, 1e-9, 2_147_483_647, 2_147_483_648, -2_147_483_649, 9.3e18, 1e308, 30_000, 86_400_001,
];

export function anyValue(random: Random, ids: readonly string[], depth = 0): unknown {
  const roll = random.next();
  if (roll < 0.4) return random.pick(texts);
  if (roll < 0.6) return random.pick(numbers);
  if (roll < 0.68) return null;
  if (roll < 0.74) return random.chance(0.5);
  if (roll < 0.86 || depth > 2) return random.pick(ids);
  if (roll < 0.92) return Array.from({ length: random.int(0, 4) }, () => anyValue(random, ids, depth + 1));
  if (roll < 0.98)
    return { [random.pick(['id', 'kind', 'payload', 'track_id', 'xid', ''])]: anyValue(random, ids, depth + 1) };
  return deep;
}

export function anyRequest(random: Random, surface: Surface): FuzzRequest {
  const roll = random.next();
  if (roll < 0.4) return callOf(random, surface);
  if (roll < 0.65) return pushOf(random, surface);
  return tableRequestOf(random, surface);
}

function callOf(random: Random, surface: Surface): FuzzRequest {
  const procedure = random.pick(surface.procedures);
  const body = Object.fromEntries(
    procedure.arguments.filter(() => random.chance(0.9)).map((name) => [name, anyValue(random, surface.ids)]),
  );
  const stray = random.chance(0.05) ? { [random.pick(texts.slice(0, 12))]: 1 } : {};
  return {
    method: 'POST',
    path: `/rest/v1/rpc/${procedure.name}`,
    body: random.chance(0.03) ? anyValue(random, surface.ids) : { ...body, ...stray },
  };
}

function pushOf(random: Random, surface: Surface): FuzzRequest {
  const action = () => ({
    id: random.chance(0.8) ? uuid(random) : anyValue(random, surface.ids),
    kind: random.chance(0.95) ? random.pick(surface.kinds) : anyValue(random, surface.ids),
    v: random.chance(0.95) ? 1 : anyValue(random, surface.ids),
    occurred_at: random.chance(0.8)
      ? new Date(Date.now() - random.int(-1e6, 1e9)).toISOString()
      : anyValue(random, surface.ids),
    payload: random.chance(0.95)
      ? Object.fromEntries(
          surface.payloadKeys.filter(() => random.chance(0.6)).map((key) => [key, anyValue(random, surface.ids)]),
        )
      : anyValue(random, surface.ids),
  });
  return {
    method: 'POST',
    path: '/rest/v1/rpc/sync_push',
    body: { p_actions: Array.from({ length: random.int(1, 3) }, action) },
  };
}

function tableRequestOf(random: Random, surface: Surface): FuzzRequest {
  const table = random.pick(surface.tables);
  const column = random.pick(table.columns);
  const operator = random.pick(['eq', 'neq', 'gt', 'like', 'ilike', 'in', 'is', 'cs', 'fts', 'not.eq', 'nonsense']);
  const operand = random.chance(0.5) ? random.pick(surface.ids) : random.pick(texts.slice(0, -1));
  const filter = `${encodeURIComponent(column)}=${operator}.${encodeURIComponent(toWellFormed(operand))}`;
  const path = `/rest/v1/${table.name}`;
  const row = () =>
    Object.fromEntries(
      table.columns.filter(() => random.chance(0.5)).map((name) => [name, anyValue(random, surface.ids)]),
    );
  const method = random.pick(['GET', 'POST', 'PATCH', 'DELETE'] as const);
  if (method === 'GET') {
    const order = random.chance(0.3) ? `&order=${encodeURIComponent(random.pick(table.columns))}.desc` : '';
    const select = random.chance(0.3)
      ? `&select=${encodeURIComponent(random.pick([...table.columns, '*', 'count()', 'a->b->>c', '(']))}`
      : '';
    return { method, path: `${path}?${filter}${order}${select}&limit=${random.pick(['5', '-1', '1e9', 'x'])}` };
  }
  if (method === 'POST') return { method, path, body: random.chance(0.2) ? [row(), row()] : row() };
  if (method === 'PATCH') return { method, path: `${path}?${filter}`, body: row() };
  return { method, path: `${path}?${filter}` };
}

function uuid(random: Random): string {
  const hex = () => random.int(0, 15).toString(16);
  return '00000000-0000-7000-8000-000000000000'.replace(/0/g, hex);
}

function toWellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '\ufffd');
}
