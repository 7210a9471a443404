import { keyOf } from './backup.ts';
import { people, roles, type Person, type Role, type TableCells } from './cells.ts';
import type { Row } from './new-rows.ts';
import { closed, targets } from './scene.ts';
import type { Shape } from './shapes.ts';
import {
  expectDeletion,
  expectInsert,
  isRefusal,
  expectUpdate,
  tryRequest,
  type Expected,
  type MatrixContext,
  type Removal,
  type Request,
  type Tally,
} from './try-request.ts';
import { anotherValue } from './values.ts';

export async function tryTable(context: MatrixContext, shape: Shape, cells: TableCells, tally: Tally): Promise<void> {
  const { sql, scene } = context;
  const all = await sql.unsafe<{ row: Row }[]>(`select to_jsonb(x) as row from public.${shape.name} x`);
  const where = targets[shape.name] ?? cells.of.map((column) => `${column} = '${scene.ids.owner}'`).join(' or ');
  const [target] = await sql.unsafe<{ row: Row }[]>(
    `select to_jsonb(x) as row from public.${shape.name} x where ${where} limit 1`,
  );
  if (!target) throw new Error(`${shape.name} has no row to try`);
  const rows = all.map(({ row }) => row);
  for (const condition of closed[shape.name] ?? []) await tryClosed(context, shape, cells, condition, tally);
  for (const role of roles) {
    await trySelect(context, shape, cells, rows, role, tally);
    if (role === 'service') await tryService(context, shape, cells, target.row, tally);
    else await tryWrites(context, shape, cells, target.row, role, tally);
  }
}

async function trySelect(
  { scene }: MatrixContext,
  { name, columns, key }: Shape,
  cells: TableCells,
  rows: readonly Row[],
  role: Role,
  tally: Tally,
): Promise<void> {
  const caller = scene.callers[role];
  const path = `/rest/v1/${name}?select=`;
  const reach = reachOf(cells, role);
  if (reach === null) {
    for (const column of ['*', ...columns.map((column) => column.name)]) {
      const answer = await caller.send('GET', path + column);
      tally.cells += 1;
      if (!isRefusal(answer))
        tally.faults.push(`${role}: select ${column} should be refused; answered ${answer.status}`);
    }
    return;
  }
  const idOf = (row: Row) => (key.length === 0 ? String(row['event_type']) : keyOf(row, key));
  const mayRead = rows.filter((row) => {
    const id = `${name} ${idOf(row)}`;
    const isLive = (row['deleted_at'] ?? null) === null;
    const isPublic = isLive && (cells.of.length === 0 || scene.open.has(id));
    const isOwn = isLive && cells.of.some((column) => row[column] === caller.id);
    const isFriendly = role === 'connected' && scene.friendly.has(id);
    const reaches = {
      everything: true,
      nothing: false,
      public: isPublic,
      own: isOwn,
      visible: isPublic || isOwn || isFriendly,
    };
    return reaches[reach];
  });
  const { status, body } = await caller.send('GET', `${path}*`);
  const read: Row[] = Array.isArray(body) ? body : [];
  const [expected, actual] = [mayRead.map(idOf).sort(), read.map(idOf).sort()];
  tally.cells += 1;
  if (status !== 200 || actual.join() !== expected.join())
    tally.faults.push(`${role}: select should read [${expected.join()}]; answered ${status} with [${actual.join()}]`);
  if (reach !== 'nothing' && expected.length === 0) tally.faults.push(`${role}: the scene has nothing to select`);
}

function reachOf({ guest, people: reach, service }: TableCells, role: Role) {
  if (role === 'service') return service.includes('select') ? 'everything' : null;
  if (role === 'anonymous') return guest ? 'nothing' : null;
  if (role === 'guest') return guest ?? null;
  if (role === 'former') return reach ? 'nothing' : null;
  return reach ?? null;
}

async function tryWrites(
  context: MatrixContext,
  shape: Shape,
  cells: TableCells,
  target: Row,
  role: Exclude<Role, 'service'>,
  tally: Tally,
): Promise<void> {
  const { scene } = context;
  const { name, key, columns } = shape;
  const caller = scene.callers[role];
  const person = people.find((name) => name === role);
  // A role without rows of its own tries to write the owner's.
  const self: Person = person ?? 'owner';
  const victim: Person = self === 'owner' ? 'other' : 'owner';
  const path = `/rest/v1/${name}`;
  const table = `public.${name}`;
  const send = (label: string, request: Request, expected: Expected) =>
    tryRequest(context, tally, caller, label, request, expected);
  const valueOf = ({ name: column, type }: (typeof columns)[number]) =>
    anotherValue(column, type, target, scene.ids[self], scene.ids[victim]);

  const row = scene.newRow(name, self);
  const insertColumns = person && cells.insert?.by.includes(person) ? cells.insert.columns : [];
  const expectedInsert = insertColumns.length > 0 ? expectInsert(table, cells.insert?.derived ?? []) : 'refused';
  await send('insert', { method: 'POST', path, body: row, without: rowToRemove(shape, cells, row) }, expectedInsert);
  if (cells.of.length > 0)
    await send('insert for another', { method: 'POST', path, body: scene.newRow(name, victim) }, 'refused');
  for (const column of insertColumns.length > 0 ? columns : []) {
    if (insertColumns.includes(column.name)) continue;
    const body = { ...scene.newRow(name, self), [column.name]: valueOf(column) };
    const without = rowToRemove(shape, cells, row);
    await send(`insert with ${column.name}`, { method: 'POST', path, body, without }, 'refused');
  }

  const targetPath = `${path}?${filter(shape, target)}`;
  const id = keyOf(target, key);
  const writable = Object.values(cells.update ?? {}).flat();
  for (const column of columns) {
    const isWritable = person && cells.update?.[person]?.includes(column.name);
    // A column that nobody may change is refused to everybody. If somebody else may change it, row security hides the row from this person, so
    // the request succeeds without a change.
    const otherwise = caller.id !== null && writable.includes(column.name) ? 'idle' : 'refused';
    const expected = isWritable ? expectUpdate(table, key, id, [column.name], cells.serverColumns ?? []) : otherwise;
    await send(
      `update ${column.name}`,
      { method: 'PATCH', path: targetPath, body: { [column.name]: valueOf(column) } },
      expected,
    );
  }

  const body = { ...scene.newRow(name, self), ...Object.fromEntries(key.map((column) => [column, target[column]])) };
  const upsert = { method: 'POST', path, body, prefer: 'resolution=merge-duplicates' } as const;
  const mayUpsert = person && cells.upsert?.includes(person);
  await send(
    'upsert',
    upsert,
    mayUpsert ? expectUpdate(table, key, id, writable, cells.serverColumns ?? []) : 'refused',
  );

  const mayDelete = person && cells.delete?.by.includes(person);
  const otherwise = caller.id !== null && cells.delete ? 'idle' : 'refused';
  const deletion = expectDeletion([table, ...(cells.delete?.cascades ?? [])]);
  await send('delete', { method: 'DELETE', path: targetPath }, mayDelete ? deletion : otherwise);
}

async function tryClosed(
  context: MatrixContext,
  shape: Shape,
  cells: TableCells,
  condition: string,
  tally: Tally,
): Promise<void> {
  const { sql, scene } = context;
  const [found] = await sql.unsafe<{ row: Row }[]>(
    `select to_jsonb(x) as row from public.${shape.name} x where ${condition} limit 1`,
  );
  if (!found) throw new Error(`${shape.name} has no row where ${condition}`);
  const path = `/rest/v1/${shape.name}?${filter(shape, found.row)}`;
  for (const role of roles) {
    if (role === 'service') continue;
    const caller = scene.callers[role];
    const send = (label: string, request: Request) =>
      tryRequest(
        context,
        tally,
        caller,
        `${label} where ${condition}`,
        request,
        caller.id === null ? 'refused' : 'idle',
      );
    for (const { name, type } of shape.columns) {
      if (!Object.values(cells.update ?? {}).some((columns) => columns.includes(name))) continue;
      const value = anotherValue(name, type, found.row, scene.ids.owner, scene.ids.other);
      await send(`update ${name}`, { method: 'PATCH', path, body: { [name]: value } });
    }
    await send('delete', { method: 'DELETE', path });
  }
}

async function tryService(
  context: MatrixContext,
  shape: Shape,
  cells: TableCells,
  target: Row,
  tally: Tally,
): Promise<void> {
  const { scene } = context;
  const { name, columns } = shape;
  const path = `/rest/v1/${name}`;
  const targetPath = `${path}?${filter(shape, target)}`;
  const may = (operation: TableCells['service'][number]): Expected =>
    cells.service.includes(operation)
      ? ({ changes }) => changes.some((change) => change.endsWith(` public.${name}`))
      : 'refused';
  const send = (label: string, request: Request, expected: Expected) =>
    tryRequest(context, tally, scene.callers.service, label, request, expected);

  // The service role must supply what the server otherwise measures in the file.
  const row = {
    ...scene.newRow(name, 'owner'),
    ...(name === 'tracks' ? { duration_ms: 1000, audio_bytes: 1000 } : {}),
  };
  await send('insert', { method: 'POST', path, body: row, without: rowToRemove(shape, cells, row) }, may('insert'));
  for (const { name: column } of columns) {
    const isUpdatable = cells.serviceUpdates?.includes(column) ?? true;
    // Sending the current value tests the privilege, not the constraints.
    const request = { method: 'PATCH', path: targetPath, body: { [column]: target[column] } } as const;
    await send(`update ${column}`, request, isUpdatable ? may('update') : 'refused');
  }
  await send('delete', { method: 'DELETE', path: targetPath }, may('delete'));
}

function filter({ key }: Shape, row: Row): string {
  return key.map((column) => `${column}=eq.${encodeURIComponent(String(row[column]))}`).join('&');
}

/** A table keyed by the person already has a row for each person, which is removed before an insert. */
function rowToRemove({ name, key }: Shape, { of }: TableCells, row: Row): Removal | null {
  return key.length === 1 && key[0] === of[0]
    ? { table: `public.${name}`, where: `${of[0]} = '${String(row[of[0] ?? ''])}'` }
    : null;
}
