import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileCache } from './file-cache.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'undercurrent-cache-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function findOnlyEntry(): Promise<string> {
  const [folder] = await readdir(root);
  const names = await readdir(join(root, folder ?? ''));
  expect(names).toEqual(['music-1']);
  return join(root, folder ?? '', 'music-1');
}

describe('The cache of generated files', () => {
  it('returns the written bytes, also in a later run', async () => {
    const bytes = new Uint8Array([1, 2, 3, 4]);
    await (await openFileCache(root)).write('music-1', bytes);
    expect(await (await openFileCache(root)).read('music-1')).toEqual(bytes);
    expect(await (await openFileCache(root)).read('music-2')).toBeNull();
  });

  it('ignores a truncated, modified or empty entry', async () => {
    const cache = await openFileCache(root);
    await cache.write('music-1', new Uint8Array(100).fill(7));
    const file = await findOnlyEntry();
    const intact = await readFile(file);
    for (const damaged of [intact.subarray(0, 90), Buffer.from(intact).fill(9, 60, 61), Buffer.alloc(0)]) {
      await writeFile(file, damaged);
      expect(await cache.read('music-1')).toBeNull();
    }
  });

  it('removes the entries of earlier generator versions, and no other folders', async () => {
    await mkdir(join(root, 'demo-000000000000'));
    await mkdir(join(root, 'unrelated'));
    await (await openFileCache(root)).write('music-1', new Uint8Array([1]));
    const names = await readdir(root);
    expect(names.map((name) => name.replace(/[0-9a-f]{12}/, 'current')).sort()).toEqual(['demo-current', 'unrelated']);
    expect(names).not.toContain('demo-000000000000');
  });

  it('finds no entry, without an error, when its folder cannot be created', async () => {
    const file = join(root, 'a file');
    await writeFile(file, '');
    const cache = await openFileCache(file);
    await cache.write('music-1', new Uint8Array([1]));
    expect(await cache.read('music-1')).toBeNull();
  });
});
