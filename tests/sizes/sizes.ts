import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof manifest>;

/** Limits a page's initial scripts: the entry, and the parts that the page loads at once. */
export interface Budget {
  page: string;
  parts: readonly string[];
  /** Compressed, in KB of 1024 bytes. */
  maxKb: number;
}

export function readManifest(distDir: string): Manifest {
  return manifest.parse(JSON.parse(readFileSync(join(distDir, '.vite', 'manifest.json'), 'utf8')));
}

/** Returns a page's initial scripts with their compressed sizes, the largest first. @throws if a part has no chunk of its own */
export function pageScripts(
  distDir: string,
  all: Manifest,
  { page, parts }: Pick<Budget, 'page' | 'parts'>,
): { file: string; kb: number }[] {
  const keys = parts.map((part) => {
    const [key] = Object.entries(all).find(([, script]) => script.name === part) ?? [];
    if (!key) throw new Error(`${page} has a part that is not in the build: ${part}`);
    return key;
  });
  return [...withImports(all, [entryOf(all)[0], ...keys])]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, kb: gzipSync(readFileSync(join(distDir, file))).length / 1024 }))
    .sort((a, b) => b.kb - a.kb);
}

function entryOf(all: Manifest) {
  const entry = Object.entries(all).find(([, script]) => script.isEntry);
  if (!entry) throw new Error('The manifest has no entry');
  return entry;
}

function withImports(all: Manifest, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const script = all[name];
    if (!script || files.has(script.file)) continue;
    files.add(script.file);
    queue.push(...(script.imports ?? []));
  }
  return files;
}
