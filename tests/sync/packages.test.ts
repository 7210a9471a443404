import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packageJson = z.object({ dependencies: z.record(z.string(), z.string()) });

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

it('[SY-2] no file uses RxDB’s replication, whose checkpoint advances past failed writes', () => {
  const files = ['sync', 'src', 'sw'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const code = files.filter((file) => /\.tsx?$/.test(file));
  expect(code.length).toBeGreaterThan(100);
  expect(code.filter((file) => /rxdb\/plugins\/replication/.test(read(file)))).toEqual([]);
});

it('[SY-3] Dexie has exactly the version of RxDB’s Dexie, because two versions crash the app at its start', () => {
  const ours = packageJson.parse(JSON.parse(read('package.json'))).dependencies['dexie'];
  const rxdbs = packageJson.parse(JSON.parse(read('node_modules/rxdb/package.json'))).dependencies['dexie'];
  expect(ours).toMatch(/^\d+\.\d+\.\d+$/);
  expect(ours).toBe(rxdbs);
});
