import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Scripts below this gzipped size are reported together. */
const SMALL_KB = 2;
/** Maximum number of parts that are named per script. */
const NAMED = 6;

export interface ScriptContents {
  name: string;
  /** Gzipped. */
  kb: number;
  /** The largest packages and folders, with their share of the script's code in percent. */
  parts: readonly { name: string; share: number }[];
}

export async function scriptContents(root: string): Promise<ScriptContents[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'undercurrent-scripts-'));
  const found: ScriptContents[] = [];
  const collector = {
    name: 'script-contents',
    generateBundle(_options: unknown, bundle: Rolldown.OutputBundle) {
      for (const output of Object.values(bundle)) if (output.type === 'chunk') found.push(contentsOf(output, root));
    },
  };
  try {
    await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true }, plugins: [collector] });
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
  const small = found.filter(({ kb }) => kb < SMALL_KB);
  const kb = small.reduce((sum, script) => sum + script.kb, 0);
  return [
    ...found.filter((script) => !small.includes(script)).sort((a, b) => b.kb - a.kb),
    { name: `${small.length} of less than ${SMALL_KB} KB`, kb, parts: [] },
  ];
}

function contentsOf({ name, code, modules }: Rolldown.OutputChunk, root: string): ScriptContents {
  const lengths = new Map<string, number>();
  let all = 0;
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    const part = partOf(id, root);
    lengths.set(part, (lengths.get(part) ?? 0) + renderedLength);
    all += renderedLength;
  }
  const parts = [...lengths]
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED)
    .map(([part, length]) => ({ name: part, share: (100 * length) / all }));
  return { name, kb: gzipSync(code).length / 1024, parts };
}

function partOf(id: string, root: string): string {
  const [, inPackage] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  return inPackage ?? relative(root, id).split('/').slice(0, -1).join('/');
}
