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
import type { Ground, Tally } from './try-request.ts';
import { tryTable } from './try-table.ts';

let distDir: string;
let test: TestStack;
let ground: Ground;
let shapes: Map<string, Shape>;
beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'undercurrent matrix '));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>App</title>');
  test = await openTestStack({ distDir });
  const scene = await setScene(test);
  const backup = await makeBackup(test.sql);
  ground = { sql: test.sql, watch: await watchChanges(test.sql), backup, scene };
  await ground.watch.take();
  shapes = await readShapes(test.sql);
}, 60_000);
afterAll(async () => {
  await ground.watch.stop();
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
      if (shape) await tryTable(ground, shape, cells, tally);
      expect(tally.faults).toEqual([]);
    },
    60_000,
  );
});

it('exposes no schema but public', async () => {
  const answered: string[] = [];
  const hidden: Record<string, string> = { private: 'action_kinds', auth: 'users', storage: 'objects' };
  for (const [schema, table] of Object.entries(hidden)) {
    for (const caller of Object.values(ground.scene.callers)) {
      const { status } = await caller.fetch(`/rest/v1/${table}`, { headers: { 'accept-profile': schema } });
      if (status < 400 || status >= 500) answered.push(`${caller.name}: ${schema}.${table}: ${status}`);
    }
  }
  expect(answered).toEqual([]);
});

describe('A beta session', () => {
  const countGenres = async (role: 'anonymous' | 'guest') => {
    const { body } = await ground.scene.callers[role].send('GET', '/rest/v1/genres?select=name');
    return Array.isArray(body) ? body.length : body;
  };

  it('[S-1] applies only to its own request, however many are concurrent', async () => {
    const asked = Array.from({ length: 40 }, (_, i) => countGenres(i % 2 === 0 ? 'guest' : 'anonymous'));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 20 : 0)));
  });

  it.each(['used = true', `expires_at = '2026-01-05'`])('[S-2] gives no access any more when %s', async (change) => {
    await test.sql.unsafe(`update public.beta_sessions set ${change}`);
    const seen = await countGenres('guest');
    await ground.backup.putBack(['public.beta_sessions']);
    await ground.watch.take();
    expect([seen, await countGenres('guest')]).toEqual([0, 20]);
  });
});

describe('Procedures over HTTP', () => {
  it('are all in the matrix', async () => {
    const found = await test.sql<{ name: string }[]>`
      select p.proname as name from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`;
    expect(Object.keys(procedures)).toEqual(found.map((one) => one.name));
  });

  it('[S-1] [SY-11] may be called only by the roles that are named', async () => {
    const tally: Tally = { cells: 0, faults: [] };
    for (const [name, cells] of Object.entries(procedures)) await tryProcedure(ground, name, cells, tally);
    expect(tally.faults).toEqual([]);
  }, 60_000);
});

describe('Functions over HTTP', () => {
  it('are all in the matrix', () => {
    const folder = fileURLToPath(new URL('../../functions', import.meta.url));
    expect(Object.keys(functions)).toEqual(readdirSync(folder).filter((name) => !name.startsWith('_')));
  });

  it('[S-1] [SY-11] may be called only by the roles that are named', async () => {
    const tally: Tally = { cells: 0, faults: [] };
    for (const [name, cells] of Object.entries(functions)) await tryFunction(ground, name, cells, tally);
    expect(tally.faults).toEqual([]);
  }, 60_000);
});

describe('Storage over HTTP', () => {
  it('has the buckets of the matrix', async () => {
    const found = await test.sql<{ id: string }[]>`select id from storage.buckets order by 1`;
    expect(Object.keys(buckets)).toEqual(found.map((one) => one.id));
  });

  it.each(Object.keys(buckets))(
    '[SY-11] %s: people write only in the folder of their own id',
    async (bucket) => {
      const tally: Tally = { cells: 0, faults: [] };
      await tryBucket(ground, bucket, tally);
      expect(tally.faults).toEqual([]);
    },
    60_000,
  );
});
