import type postgres from 'postgres';

/** How long the names of JSON columns are cached: long enough for a burst of requests, short enough to notice a migration soon. */
const KNOWN_MS = 30_000;

type Row = Record<string, unknown>;

/**
 * Encodes strings and booleans for columns and parameters of a JSON type. lite encodes only objects and lists, so
 * Postgres could not tell the string "1" from the number.
 */
export function createJsonValues(sql: postgres.Sql): (url: URL, body: Buffer, json: unknown) => Promise<Buffer> {
  const cache = new Map<string, { readonly names: Promise<ReadonlySet<string>>; readonly until: number }>();
  const namesOf = (path: string): Promise<ReadonlySet<string>> => {
    const cached = cache.get(path);
    if (cached && cached.until > Date.now()) return cached.names;
    // Clients choose the paths, so the cache is bounded.
    if (cache.size > 1_000) cache.clear();
    const names = readNames(sql, path);
    cache.set(path, { names, until: Date.now() + KNOWN_MS });
    names.catch(() => cache.delete(path));
    return names;
  };
  return async (url, body, json) => {
    const rows = readRows(json);
    if (!rows.some((row) => Object.values(row).some(isScalar))) return body;
    const names = await namesOf(url.pathname.replace(/^\/rest\/v1\//, ''));
    const isJsonScalar = (name: string, value: unknown) => names.has(name) && isScalar(value);
    if (!rows.some((row) => Object.entries(row).some(([name, value]) => isJsonScalar(name, value)))) return body;
    // lite itself parses a column's string as JSON once, so the value is encoded twice.
    const encode = url.pathname.startsWith('/rest/v1/rpc/') ? asText : (value: unknown) => asText(asText(value));
    const asJson = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, isJsonScalar(name, value) ? encode(value) : value]),
      ),
    );
    return Buffer.from(JSON.stringify(Array.isArray(json) ? asJson : asJson[0]));
  };
}

const asText = (value: unknown) => JSON.stringify(value);

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'boolean';

function readRows(json: unknown): Row[] {
  const rows: unknown[] = Array.isArray(json) ? json : [json];
  return rows.every(isRow) ? rows : [];
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

async function readNames(sql: postgres.Sql, path: string): Promise<ReadonlySet<string>> {
  const procedure = /^rpc\/(.+)$/.exec(path)?.[1];
  const rows =
    procedure === undefined
      ? await sql<{ name: string }[]>`
          select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
            where c.relnamespace = 'public'::regnamespace and c.relname = ${path} and a.attnum > 0
              and a.atttypid in ('json'::regtype, 'jsonb'::regtype)`
      : await sql<{ name: string }[]>`
          select p.proargnames[t.at] as name from pg_proc p
            cross join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality t(type, at)
            where p.pronamespace = 'public'::regnamespace and p.proname = ${procedure}
              and t.type in ('json'::regtype, 'jsonb'::regtype) and p.proargnames[t.at] <> ''`;
  return new Set(rows.map(({ name }) => name));
}
