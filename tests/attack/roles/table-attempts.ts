import { people, tables } from '../../../supabase/tests/matrix/cells.ts';
import { anotherValue } from '../../../supabase/tests/matrix/values.ts';
import type { Shape } from '../../../supabase/tests/matrix/shapes.ts';
import type { Attacker } from './attackers.ts';
import type { Attempt, World } from './attempt.ts';

export function* tableAttempts(world: World, attacker: Attacker): Generator<Attempt> {
  for (const shape of world.shapes.values()) {
    yield* reads(world, shape);
    yield* writes(world, shape, attacker);
  }
  for (const [schema, table] of world.hidden)
    for (const method of ['GET', 'DELETE'])
      yield {
        kind: 'table',
        label: `${method} ${schema}.${table}`,
        method,
        path: `/rest/v1/${table}`,
        headers: { 'accept-profile': schema, 'content-profile': schema },
        mustFail: true,
      };
}

function* reads({ joined }: World, { name, columns }: Shape): Generator<Attempt> {
  const path = `/rest/v1/${name}`;
  const read = (label: string, query: string, method = 'GET'): Attempt => ({
    kind: 'table',
    label: `${label} of ${name}`,
    method,
    path: `${path}?${query}`,
    headers: { prefer: 'count=exact' },
  });
  yield read('read all', 'select=*');
  yield read('read removed rows', 'select=*&deleted_at=not.is.null');
  yield read('count', 'select=count()');
  yield read('count', 'select=*', 'HEAD');
  for (const column of columns) yield read(`read ${column.name}`, `select=${column.name}&order=${column.name}.desc`);
  for (const [table, referenced] of joined)
    if (table === name) yield read(`read ${referenced} through the rows`, `select=*,${referenced}(*)`);
}

function* writes(world: World, shape: Shape, { account, victim }: Attacker): Generator<Attempt> {
  const { scene } = world;
  const { name, columns, key } = shape;
  const path = `/rest/v1/${name}`;
  const target = world.rowOf(name, victim);
  const targetQuery = target
    ? key.map((column) => `${column}=eq.${encodeURIComponent(String(target[column]))}`).join('&')
    : '';
  const attempt = (label: string, method: string, query: string, body?: unknown, prefer = ''): Attempt => ({
    kind: 'table',
    label: `${label} in ${name}`,
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: { prefer: `return=representation${prefer}` },
    ...(body === undefined ? {} : { body }),
  });
  const self = people.find((person) => scene.ids[person] === account) ?? 'other';
  const victimName = people.find((person) => scene.ids[person] === victim) ?? 'owner';
  const [ownRow, victimRow] = [scene.newRow(name, self), scene.newRow(name, victimName)];
  yield attempt('insert in the name of another', 'POST', '', victimRow);
  yield attempt('insert', 'POST', '', ownRow);
  yield attempt('insert two', 'POST', '', [ownRow, victimRow]);
  yield attempt('insert with a made up number', 'POST', '', { ...ownRow, ...inflated(shape) });
  if (!target) return;
  const merged = { ...victimRow, ...Object.fromEntries(key.map((column) => [column, target[column]])) };
  yield attempt('upsert', 'POST', '', merged, ',resolution=merge-duplicates');
  for (const { name: column, type } of columns) {
    const value = anotherValue(column, type, target, account ?? scene.ids.other, victim);
    if (targetQuery !== '') yield attempt(`update ${column}`, 'PATCH', targetQuery, { [column]: value });
    yield attempt(`update ${column} of all`, 'PATCH', `${column}=not.is.null`, { [column]: value });
  }
  if (targetQuery !== '') yield attempt('delete', 'DELETE', targetQuery);
  const [owned] = tables[name]?.of ?? [];
  if (owned !== undefined) yield attempt('delete the rows of another', 'DELETE', `${owned}=eq.${victim}`);
  // Attackers with an account may delete their own rows.
  if (account === null) yield attempt('delete all', 'DELETE', `${columns[0]?.name ?? 'id'}=not.is.null`);
}

function inflated({ columns }: Shape): Record<string, number> {
  const numbers = columns.filter(({ name, type }) => /^(integer|bigint)$/.test(type) && name !== 'rev');
  return Object.fromEntries(numbers.map(({ name }) => [name, 1_000_000]));
}
