import type { IncomingHttpHeaders } from 'node:http';
import type postgres from 'postgres';

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

export interface ProcedureDoor {
  /**
   * Null for a request that may go on: no call of a procedure that answers one value, or one with nothing but its own parameters.
   * Else the first parameter that asks for a part of that value: a `select` whose cast fails would undo the call and tell its answer.
   */
  findExtraParameter(url: URL): Promise<string | null>;
  /** The headers without those that shape rows, for a procedure that answers one value. */
  headersFor(url: URL, headers: IncomingHttpHeaders): Promise<IncomingHttpHeaders>;
}

/** Stands before the procedures of REST. @param sql reads the catalogue of the database */
export function createProcedureDoor(sql: postgres.Sql): ProcedureDoor {
  let known: { readonly scalars: Promise<ReadonlyMap<string, Scalar>>; readonly until: number } | null = null;
  const scalarOf = async (url: URL): Promise<Scalar | undefined> => {
    if (!url.pathname.startsWith(PREFIX)) return undefined;
    if (!known || known.until < Date.now()) {
      const scalars = readScalars(sql);
      known = { scalars, until: Date.now() + KNOWN_MS };
      scalars.catch(() => (known = null));
    }
    return (await known.scalars).get(decodeURIComponent(url.pathname.slice(PREFIX.length)).replace(/\/+$/, ''));
  };
  return {
    async findExtraParameter(url) {
      const scalar = await scalarOf(url);
      if (!scalar) return null;
      return [...url.searchParams.keys()].find((key) => key !== 'apikey' && !scalar.parameters.includes(key)) ?? null;
    },
    async headersFor(url, headers) {
      if (!(await scalarOf(url))) return headers;
      return Object.fromEntries(Object.entries(headers).filter(([name]) => !SHAPING_HEADERS.includes(name)));
    },
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
