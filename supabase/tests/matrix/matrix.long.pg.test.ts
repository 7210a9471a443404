import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../../local/test-stack.ts';
import { watchChanges } from '../watch-changes.ts';
import { makeBackup } from './backup.ts';
import { tables } from './cells.ts';
import { functions, procedures, tryFunction, tryProcedure } from './procedures.ts';
import { setScene } from './scene.ts';
import { readShapes, type Shape } from './shapes.ts';
import { buckets, tryBucket } from './storage.ts';
import type { MatrixContext, Tally } from './try-request.ts';
import { tryTable } from './try-table.ts';

let distDir: string;
let test: TestStack;
let context: MatrixContext;
let shapes: Map<string, Shape>;
beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'undercurrent matrix '));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>App</title>');
  test = await openTestStack({ distDir });
  const scene = await setScene(test);
  const backup = await makeBackup(test.sql);
  context = { sql: test.sql, watch: await watchChanges(test.sql), backup, scene };
  await context.watch.takeChanges();
  shapes = await readShapes(test.sql);
}, 60_000);
afterAll(async () => {
  await context.watch.stop();
  await test.close();
  await rm(distDir, { recursive: true, force: true });
});

describe('Tables over HTTP', () => {
  it('are all in the matrix', () => {
    expect(Object.keys(tables)).toEqual([...shapes.keys()]);
  });

  it.each(Object.entries(tables))(
    '[S-1] [SY-11] %s: each role may do what the specification says and nothing else',
    async (name, cells) => {
      const shape = shapes.get(name);
      const tally: Tally = { cells: 0, faults: [] };
      if (shape) await tryTable(context, shape, cells, tally);
      expect(tally.faults).toEqual([]);
    },
    60_000,
  );
});

it('REST exposes no schema but public', async () => {
  const answered: string[] = [];
  const hidden: Record<string, string> = { private: 'action_kinds', auth: 'users', storage: 'objects' };
  for (const [schema, table] of Object.entries(hidden)) {
    for (const caller of Object.values(context.scene.callers)) {
      const { status } = await caller.fetch(`/rest/v1/${table}`, { headers: { 'accept-profile': schema } });
      if (status < 400 || status >= 500) answered.push(`${caller.name}: ${schema}.${table}: ${status}`);
    }
  }
  expect(answered).toEqual([]);
});

describe('A beta session', () => {
  const countGenres = async (role: 'anonymous' | 'guest') => {
    const { body } = await context.scene.callers[role].send('GET', '/rest/v1/genres?select=name');
    return Array.isArray(body) ? body.length : body;
  };

  it('[S-1] applies only to its own request, however many are concurrent', async () => {
    const counts = Array.from({ length: 40 }, (_, i) => countGenres(i % 2 === 0 ? 'guest' : 'anonymous'));
    expect(await Promise.all(counts)).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 20 : 0)));
  });

  it.each(['used = true', `expires_at = '2026-01-05'`])('[S-2] gives no access after %s', async (change) => {
    await test.sql.unsafe(`update public.beta_sessions set ${change}`);
    const count = await countGenres('guest');
    await context.backup.restore(['public.beta_sessions']);
    await context.watch.takeChanges();
    expect([count, await countGenres('guest')]).toEqual([0, 20]);
  });
});

describe('Procedures over HTTP', () => {
  it('are all in the matrix', async () => {
    const found = await test.sql<{ name: string }[]>`
      select p.proname as name from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`;
    expect(Object.keys(procedures)).toEqual(found.map(({ name }) => name));
  });

  it('[S-1] [SY-11] may be called only by the roles in the matrix', async () => {
    const tally: Tally = { cells: 0, faults: [] };
    for (const [name, cells] of Object.entries(procedures)) await tryProcedure(context, name, cells, tally);
    expect(tally.faults).toEqual([]);
  }, 60_000);
});

describe('Functions over HTTP', () => {
  it('are all in the matrix', () => {
    const folder = fileURLToPath(new URL('../../functions', import.meta.url));
    expect(Object.keys(functions)).toEqual(readdirSync(folder).filter((name) => !name.startsWith('_')));
  });

  it('[S-1] [SY-11] may be called only by the roles in the matrix', async () => {
    const tally: Tally = { cells: 0, faults: [] };
    for (const [name, cells] of Object.entries(functions)) await tryFunction(context, name, cells, tally);
    expect(tally.faults).toEqual([]);
  }, 60_000);
});

describe('Storage over HTTP', () => {
  it('has the buckets of the matrix', async () => {
    const found = await test.sql<{ id: string }[]>`select id from storage.buckets order by 1`;
    expect(Object.keys(buckets)).toEqual(found.map(({ id }) => id));
  });

  it.each(Object.keys(buckets))(
    '[SY-11] %s: people write only in the folder of their own id',
    async (bucket) => {
      const tally: Tally = { cells: 0, faults: [] };
      await tryBucket(context, bucket, tally);
      expect(tally.faults).toEqual([]);
    },
    60_000,
  );
});
