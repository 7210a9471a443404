import { existsSync, statSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const packable = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.json', '.webmanifest', '.txt', '.wasm', '.map']);
const MIN_BYTES = 1024;

/**
 * Writes `.br` and `.gz` beside compressible files of at least 1 KiB, where they are over 5 % smaller. Skips files that
 * have both copies up to date.
 */
export async function precompress(distDir: string): Promise<void> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && packable.has(extname(entry.name)));
  for (const entry of files) await packFile(join(entry.parentPath, entry.name));
}

async function packFile(file: string): Promise<void> {
  const { size, mtimeMs } = statSync(file);
  const upToDate = (packed: string) => existsSync(packed) && statSync(packed).mtimeMs >= mtimeMs;
  if (size < MIN_BYTES || (upToDate(`${file}.br`) && upToDate(`${file}.gz`))) return;
  const content = await readFile(file);
  const [br, gz] = await Promise.all([
    packBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size } }),
    packGzip(content, { level: 9 }),
  ]);
  for (const [packed, bytes] of [
    [`${file}.br`, br],
    [`${file}.gz`, gz],
  ] as const) {
    if (bytes.length < size * 0.95) await writeFile(packed, bytes);
    else await rm(packed, { force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.filename === process.argv[1]) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('Name the folder of the built app.');
  await precompress(folder);
}
