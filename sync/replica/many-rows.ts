import type { DBCoreMutateRequest, DBCoreMutateResponse, DBCoreTable, Dexie } from 'dexie';

/** Fewer ids than this are asked for one by one. */
const FIND_FROM = 16;
/** Keys that may be read for each id that is looked for: more, and asking for each id costs less. */
const KEYS_EACH = 40;
/** Rows handed to the disk, or asked of it, in one go: each is cloned and sent as a request of its own. */
const STEP = 25;
/** Steps under way at once: the disk writes one while the page makes ready the next. */
const STEPS_AHEAD = 3;

/**
 * Spares the page's thread while many rows are read and written (SY-23). IndexedDB takes one request for each id, and the
 * storage looks twice for each row before it writes it; of a replica that is being filled almost none is there.
 */
export function easeManyRows(database: Dexie): void {
  // For Dexie's own live queries, of which the replica has none: it notes each key that is read or written.
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

/** One request for the keys between the first and the last id tells which are there; only these are asked for, in steps. */
function findByKeys(table: DBCoreTable): DBCoreTable['getMany'] {
  return async (request) => {
    const { keys, trans } = request;
    const ids = keys.filter((key) => typeof key === 'string');
    if (ids.length < FIND_FROM || ids.length < keys.length) return table.getMany(request);
    const limit = keys.length * KEYS_EACH;
    const range = { type: 2, lower: least(ids), upper: greatest(ids) };
    const found = await table.query({ trans, values: false, limit, query: { index: table.schema.primaryKey, range } });
    if (found.result.length === limit) return table.getMany(request);
    const there = new Set<unknown>(found.result);
    const present: unknown[] = keys.filter((key) => there.has(key));
    const rows: unknown[] = [];
    for (let at = 0; at < present.length; at += STEP)
      rows.push(...(await table.getMany({ ...request, keys: present.slice(at, at + STEP) })));
    const byKey = new Map(present.map((key, at) => [key, rows[at]]));
    return keys.map((key) => byKey.get(key));
  };
}

const least = (ids: readonly string[]) => ids.reduce((one, other) => (other < one ? other : one));
const greatest = (ids: readonly string[]) => ids.reduce((one, other) => (other > one ? other : one));

/** Writes in one transaction as before, with room for a frame between the steps. */
function putInSteps(table: DBCoreTable): DBCoreTable['mutate'] {
  return async (request) => {
    if (request.type !== 'put' || request.updates || request.values.length <= STEP) return table.mutate(request);
    const all: DBCoreMutateResponse = { numFailures: 0, failures: {}, lastResult: undefined, results: [] };
    const take = (at: number, done: DBCoreMutateResponse) => {
      all.numFailures += done.numFailures;
      for (const [index, error] of Object.entries(done.failures)) all.failures[at + Number(index)] = error;
      all.results?.push(...(done.results ?? []));
      all.lastResult = done.lastResult;
    };
    const underWay: { at: number; done: Promise<DBCoreMutateResponse> }[] = [];
    const takeFirst = async () => {
      const first = underWay.shift();
      if (first) take(first.at, await first.done);
    };
    for (let at = 0; at < request.values.length && all.numFailures === 0; at += STEP) {
      const done = table.mutate(step(request, at));
      // A transaction that fails fails all of its steps; the first of them is told.
      done.catch(() => undefined);
      underWay.push({ at, done });
      if (underWay.length === STEPS_AHEAD) await takeFirst();
    }
    while (underWay.length > 0) await takeFirst();
    return all;
  };
}

function step(request: Extract<DBCoreMutateRequest, { type: 'put' }>, at: number): DBCoreMutateRequest {
  const values = request.values.slice(at, at + STEP);
  return request.keys ? { ...request, values, keys: request.keys.slice(at, at + STEP) } : { ...request, values };
}
