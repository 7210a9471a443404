import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const seedFolder = fileURLToPath(new URL('..', import.meta.url));
const HASH_BYTES = 32;

export interface FileCache {
  /** Null when the entry is missing or damaged. */
  read(name: string): Promise<Uint8Array | null>;
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** Opens the cache of generated files, in a folder named by the generator's version. The first write of a version removes the other versions. */
export async function openFileCache(
  root = fileURLToPath(new URL('../../../node_modules/.cache/undercurrent', import.meta.url)),
): Promise<FileCache> {
  const version = `demo-${await generatorVersion()}`;
  const folder = join(root, version);
  return {
    async read(name) {
      const entry = await readFile(join(folder, name)).catch(() => null);
      if (entry === null || entry.length <= HASH_BYTES) return null;
      const bytes = entry.subarray(HASH_BYTES);
      return hash(bytes).equals(entry.subarray(0, HASH_BYTES)) ? new Uint8Array(bytes) : null;
    },
    async write(name, bytes) {
      const temporaryFile = join(folder, `${name}.${randomUUID()}`);
      try {
        if ((await mkdir(folder, { recursive: true })) !== undefined) await removeOtherVersions(root, version);
        await writeFile(temporaryFile, Buffer.concat([hash(bytes), bytes]));
        await rename(temporaryFile, join(folder, name));
      } catch {
        // Without the entry, only the next seeding takes longer.
        await rm(temporaryFile, { force: true }).catch(() => undefined);
      }
    },
  };
}

async function removeOtherVersions(root: string, version: string): Promise<void> {
  const names = await readdir(root);
  const outdated = names.filter((name) => name.startsWith('demo-') && name !== version);
  await Promise.all(outdated.map((name) => rm(join(root, name), { recursive: true, force: true })));
}

function hash(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Hashes all source files that affect the output; twelve hex digits. */
async function generatorVersion(): Promise<string> {
  const version = createHash('sha256');
  const entries = await readdir(seedFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => ['music', 'art', 'demo'].some((folder) => file.startsWith(join(seedFolder, folder))))
    .sort();
  for (const file of [
    ...files,
    join(seedFolder, 'random.ts'),
    join(dirname(fileURLToPath(import.meta.url)), 'make-file.ts'),
  ]) {
    version.update(relative(seedFolder, file)).update(await readFile(file));
  }
  return version.digest('hex').slice(0, 12);
}
