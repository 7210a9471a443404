import type { DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable, Dexie } from 'dexie';

/** From this number on, ids are found by their range of keys. */
const FIND_FROM = 16;
/** If a range has more keys per wanted id, reading each id costs less. */
const KEYS_EACH = 40;
/** Rows read or written per step; each row is a separate request. */
const STEP = 25;
/** Steps that are written at the same time: the disk writes one while the page prepares the next. */
const STEPS_AHEAD = 3;

/** Keeps the main thread responsive (SY-23). RxDB's storage looks up every row twice, although almost none exists during a fill. */
export function speedUpBulkWrites(database: Dexie): void {
  // This middleware records every key for Dexie's live queries, which the replica does not use.
  database.unuse({ stack: 'dbcore', name: 'Observability' });
  database.use({
    stack: 'dbcore',
    name: 'many-rows',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return { ...table, getMany: findByKeys(table), mutate: putInSteps(table) };
      },
    }),
  });
}

function findByKeys(table: DBCoreTable): DBCoreTable['getMany'] {
  return async (request) => {
    const { keys, trans } = request;
    const ids = keys.filter((key) => typeof key === 'string');
    if (ids.length < FIND_FROM || ids.length < keys.length) return table.getMany(request);
    const limit = keys.length * KEYS_EACH;
    const range = { type: 2, lower: least(ids), upper: greatest(ids) };
    const found = await table.query({ trans, values: false, limit, query: { index: table.schema.primaryKey, range } });
    if (found.result.length === limit) return table.getMany(request);
    const existing = new Set<unknown>(found.result);
    const present: unknown[] = keys.filter((key) => existing.has(key));
    const rows: unknown[] = [];
    for (let at = 0; at < present.length; at += STEP)
      rows.push(...(await table.getMany({ ...request, keys: present.slice(at, at + STEP) })));
    const byKey = new Map(present.map((key, at) => [key, rows[at]]));
    return keys.map((key) => byKey.get(key));
  };
}

const least = (ids: readonly string[]) => ids.reduce((one, other) => (other < one ? other : one));
const greatest = (ids: readonly string[]) => ids.reduce((one, other) => (other > one ? other : one));

/** Writes many rows in one transaction, in steps that leave time for a frame. */
function putInSteps(table: DBCoreTable): DBCoreTable['mutate'] {
  return async (request) => {
    if (request.type !== 'put' || request.updates || request.values.length <= STEP) return table.mutate(request);
    const all: DBCoreMutateResponse = { numFailures: 0, failures: {}, lastResult: undefined, results: [] };
    const merge = (at: number, done: DBCoreMutateResponse) => {
      all.numFailures += done.numFailures;
      for (const [index, error] of Object.entries(done.failures)) all.failures[at + Number(index)] = error;
      all.results?.push(...(done.results ?? []));
      all.lastResult = done.lastResult;
    };
    const inProgress: { at: number; done: Promise<DBCoreMutateResponse> }[] = [];
    const mergeFirst = async () => {
      const first = inProgress.shift();
      if (first) merge(first.at, await first.done);
    };
    for (let at = 0; at < request.values.length && all.numFailures === 0; at += STEP) {
      const done = table.mutate(step(request, at));
      // A failed transaction rejects all of its steps; the first rejection is reported.
      done.catch(() => undefined);
      inProgress.push({ at, done });
      if (inProgress.length === STEPS_AHEAD) await mergeFirst();
    }
    while (inProgress.length > 0) await mergeFirst();
    return all;
  };
}

function step(request: Extract<DBCoreMutateRequest, { type: 'put' }>, at: number): DBCoreMutateRequest {
  const values = request.values.slice(at, at + STEP);
  return request.keys ? { ...request, values, keys: request.keys.slice(at, at + STEP) } : { ...request, values };
}
