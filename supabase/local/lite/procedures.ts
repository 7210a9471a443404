import type { IncomingHttpHeaders } from 'node:http';
import type postgres from 'postgres';
import { decoded } from './shared-names.ts';

/** How long the list of procedures is cached: long enough for a burst of requests, short enough to notice a migration soon. */
const KNOWN_MS = 30_000;

/** A procedure that returns one value. */
interface Scalar {
  readonly name: string;
  readonly parameters: readonly string[];
}

const PREFIX = '/rest/v1/rpc/';
/** These headers shape rows. `Prefer` and `Range` could make a call fail after its effect. */
const SHAPING_HEADERS = ['prefer', 'range', 'range-unit'];

/** The headers to forward, or the query parameter for which the request is refused. */
export type Passage = { readonly headers: IncomingHttpHeaders } | { readonly extra: string };

/**
 * Lets a procedure that returns one value receive only its own parameters, and no headers that shape rows: a `select`
 * whose cast fails would roll the call back and still reveal its result. All other requests pass unchanged.
 */
export function createProcedureProxy(sql: postgres.Sql): (url: URL, headers: IncomingHttpHeaders) => Promise<Passage> {
  let cache: { readonly scalars: Promise<ReadonlyMap<string, Scalar>>; readonly until: number } | null = null;
  const scalarOf = async (url: URL): Promise<Scalar | undefined> => {
    const name = procedureIn(url.pathname);
    if (name === null) return undefined;
    if (!cache || cache.until < Date.now()) {
      const scalars = readScalars(sql);
      cache = { scalars, until: Date.now() + KNOWN_MS };
      scalars.catch(() => (cache = null));
    }
    return (await cache.scalars).get(name);
  };
  return async (url, headers) => {
    const scalar = await scalarOf(url);
    if (!scalar) return { headers };
    const extra = [...url.searchParams.keys()].find((key) => key !== 'apikey' && !scalar.parameters.includes(key));
    if (extra !== undefined) return { extra };
    const forwarded = Object.entries(headers).filter(([name]) => !SHAPING_HEADERS.includes(name));
    return { headers: Object.fromEntries(forwarded) };
  };
}

/** The name that a path calls as a procedure; null for other paths. No procedure of this name needs to exist. */
export function procedureIn(path: string): string | null {
  const text = decoded(path);
  // Without the lookbehind, the regular expression would take quadratic time in the number of slashes.
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length).replace(/(?<!\/)\/+$/, '') : null;
}

async function readScalars(sql: postgres.Sql): Promise<ReadonlyMap<string, Scalar>> {
  const rows = await sql<{ name: string; parameters: string[] }[]>`
    select p.proname as name, coalesce(array_agg(distinct n.name) filter (where n.name <> ''), '{}') as parameters
      from pg_proc p
      join pg_type t on t.oid = p.prorettype
      left join lateral unnest(p.proargnames) n(name) on true
      where p.pronamespace = 'public'::regnamespace
      group by p.proname
      having not bool_or(p.proretset or t.typtype = 'c')`;
  return new Map(rows.map((row) => [row.name, row]));
}
