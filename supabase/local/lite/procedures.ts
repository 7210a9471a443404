import type { IncomingHttpHeaders } from 'node:http';
import type postgres from 'postgres';
import { decoded } from './shared-names.ts';

/** How long the list of procedures holds: longer than a burst of requests, shorter than an operator waits. */
const KNOWN_MS = 30_000;

/** A procedure that answers one value. */
interface Scalar {
  readonly name: string;
  readonly parameters: readonly string[];
}

const PREFIX = '/rest/v1/rpc/';
/** What shapes rows has nothing to say of one value. `Prefer` and `Range` could make a call fail after its effect. */
const SHAPING_HEADERS = ['prefer', 'range', 'range-unit'];

/** How a request to REST may go on: with these headers; or not, for this parameter. */
export type Passage = { readonly headers: IncomingHttpHeaders } | { readonly extra: string };

/**
 * Makes what stands before the procedures of REST. One that answers one value takes its own parameters alone, and nothing that asks for
 * a part of that value: a `select` whose cast fails would undo the call and tell its answer. All else passes as it is.
 *
 * @param sql reads the catalogue of the database
 */
export function createProcedureDoor(sql: postgres.Sql): (url: URL, headers: IncomingHttpHeaders) => Promise<Passage> {
  let known: { readonly scalars: Promise<ReadonlyMap<string, Scalar>>; readonly until: number } | null = null;
  const scalarOf = async (url: URL): Promise<Scalar | undefined> => {
    if (!decoded(url.pathname).startsWith(PREFIX)) return undefined;
    if (!known || known.until < Date.now()) {
      const scalars = readScalars(sql);
      known = { scalars, until: Date.now() + KNOWN_MS };
      scalars.catch(() => (known = null));
    }
    return (await known.scalars).get(decoded(url.pathname).slice(PREFIX.length).replace(/\/+$/, ''));
  };
  return async (url, headers) => {
    const scalar = await scalarOf(url);
    if (!scalar) return { headers };
    const extra = [...url.searchParams.keys()].find((key) => key !== 'apikey' && !scalar.parameters.includes(key));
    if (extra !== undefined) return { extra };
    const kept = Object.entries(headers).filter(([name]) => !SHAPING_HEADERS.includes(name));
    return { headers: Object.fromEntries(kept) };
  };
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
