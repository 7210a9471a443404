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

async function onlyFile(): Promise<string> {
  const [folder] = await readdir(root);
  const names = await readdir(join(root, folder ?? ''));
  expect(names).toEqual(['music-1']);
  return join(root, folder ?? '', 'music-1');
}

describe('The cache of made files', () => {
  it('returns what was written, also to a later run', async () => {
    const bytes = new Uint8Array([1, 2, 3, 4]);
    await (await openFileCache(root)).write('music-1', bytes);
    expect(await (await openFileCache(root)).read('music-1')).toEqual(bytes);
    expect(await (await openFileCache(root)).read('music-2')).toBeNull();
  });

  it('ignores a truncated, changed or empty entry', async () => {
    const cache = await openFileCache(root);
    await cache.write('music-1', new Uint8Array(100).fill(7));
    const file = await onlyFile();
    const whole = await readFile(file);
    for (const broken of [whole.subarray(0, 90), Buffer.from(whole).fill(9, 60, 61), Buffer.alloc(0)]) {
      await writeFile(file, broken);
      expect(await cache.read('music-1')).toBeNull();
    }
  });

  it('removes the entries of an earlier generator, and nothing else', async () => {
    await mkdir(join(root, 'demo-000000000000'));
    await mkdir(join(root, 'other'));
    await (await openFileCache(root)).write('music-1', new Uint8Array([1]));
    const names = await readdir(root);
    expect(names.map((name) => name.replace(/[0-9a-f]{12}/, 'now')).sort()).toEqual(['demo-now', 'other']);
    expect(names).not.toContain('demo-000000000000');
  });

  it('works without caching when the folder cannot be written', async () => {
    const file = join(root, 'a file');
    await writeFile(file, '');
    const cache = await openFileCache(file);
    await cache.write('music-1', new Uint8Array([1]));
    expect(await cache.read('music-1')).toBeNull();
  });
});
