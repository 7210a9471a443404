import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestStack } from '../../../supabase/local/test-stack.ts';
import { readSurface } from '../../../supabase/tests/hostile/surface.ts';
import { tables } from '../../../supabase/tests/matrix/cells.ts';
import type { Row } from '../../../supabase/tests/matrix/new-rows.ts';
import type { Scene } from '../../../supabase/tests/matrix/scene.ts';
import { readShapes } from '../../../supabase/tests/matrix/shapes.ts';
import { buckets as samples } from '../../../supabase/tests/matrix/storage.ts';
import type { Procedure, World } from './attempt.ts';

export async function readWorld({ sql, stack }: TestStack, scene: Scene): Promise<World> {
  const shapes = await readShapes(sql);
  const procedures = await sql<Procedure[]>`
    select p.proname as name, (
        select coalesce(json_agg(json_build_object('name', a.name, 'type', a.type::regtype::text) order by a.n), '[]')
        from unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) with ordinality a (name, type, n)
      ) as arguments
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`;
  const joined = await sql<{ one: string; other: string }[]>`
    select a.relname as one, b.relname as other from pg_catalog.pg_constraint f
    join pg_catalog.pg_class a on a.oid = f.conrelid
    join pg_catalog.pg_class b on b.oid = f.confrelid
    where f.contype = 'f' and a.relnamespace = 'public'::regnamespace and b.relnamespace = 'public'::regnamespace
    group by 1, 2 order by 1, 2`;
  const hidden = await sql<{ schema: string; name: string }[]>`
    select c.relnamespace::regnamespace::text as schema, c.relname as name from pg_catalog.pg_class c
    where c.relnamespace::regnamespace::text in ('private', 'auth', 'storage') and c.relkind in ('r', 'p', 'v')
    order by 1, 2`;
  const found = await sql<{ id: string }[]>`select id from storage.buckets order by 1`;
  const buckets = found.map(({ id }) => id);
  const { kinds, payloadKeys } = await readSurface(sql);

  const rows = new Map<string, Row[]>();
  const readRows = async (name: string, condition: string, table = name) => {
    const stored = await sql.unsafe<{ row: Row }[]>(
      `select to_jsonb(x) as row from public.${table} x where ${condition}`,
    );
    rows.set(
      name,
      stored.map(({ row }) => row),
    );
  };
  for (const { name, columns } of shapes.values())
    await readRows(name, columns.some((column) => column.name === 'deleted_at') ? 'deleted_at is null' : 'true');
  await readRows('private tracks', 'not is_public and deleted_at is null', 'tracks');

  const fileOf = (bucket: string, person: string) => `${person}/kept${bucket === 'tracks' ? '.mp3' : '.png'}`;
  for (const bucket of buckets)
    for (const ownerId of [scene.ids.owner, scene.ids.other]) {
      const bytes = samples[bucket]?.bytes ?? new Uint8Array();
      await stack.storage.putObject({ bucket, name: fileOf(bucket, ownerId), bytes, ownerId });
    }
  const rowOf: World['rowOf'] = (name, person) => {
    const of = tables[name === 'private tracks' ? 'tracks' : name]?.of ?? [];
    const stored = rows.get(name) ?? [];
    return stored.find((row) => of.length === 0 || of.some((column) => row[column] === person)) ?? null;
  };
  return {
    scene,
    shapes,
    procedures,
    joined: joined.flatMap(({ one, other }) => [[one, other] as const, [other, one] as const]),
    hidden: hidden.map(({ schema, name }) => [schema, name] as const),
    kinds,
    payloadKeys,
    buckets,
    functions: readdirSync(fileURLToPath(new URL('../../../supabase/functions', import.meta.url))).filter(
      (name) => !name.startsWith('_'),
    ),
    rowOf,
    idOf(name, person, column = 'id') {
      const id = rowOf(name, person)?.[column];
      return typeof id === 'string' ? id : null;
    },
    fileOf,
  };
}
