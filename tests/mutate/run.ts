// `npm run mutate -- [folders or files]` changes code in one small way at a time, and reports per folder how many
// changes the tests found. By default it takes every folder of `folders.ts`.
import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync } from 'node:fs';
import * as z from 'zod';
import { installTool } from '../tools/install-tool.ts';
import { folderOf, folders, mutated } from './folders.ts';

const REQUIRED = 0.95;
const REPORT = '.stryker/mutation';

const report = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
});

interface Count {
  found: number;
  all: number;
}

/** @returns the counts by file; null if the tests fail without a change */
function mutate(folder: string, files: readonly string[]): Map<string, Count> | null {
  const program = `${installTool('stryker')}/.bin/stryker`;
  const args = ['run', 'tests/mutate/stryker.config.json', '--mutate', files.join(',')];
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, MUTATED_FOLDER: folder } });
  if (status !== 0) return null;
  const { files: reported } = report.parse(JSON.parse(readFileSync(`${REPORT}.json`, 'utf8')));
  for (const ending of ['html', 'json'])
    renameSync(`${REPORT}.${ending}`, `${REPORT}-${folder.replace('/', '-')}.${ending}`);
  return new Map(
    Object.entries(reported).map(([file, { mutants }]) => {
      // Ignore changes that keep the code from compiling or loading.
      const valid = mutants.filter(
        ({ status: outcome }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(outcome),
      );
      const found = valid.filter(({ status: outcome }) => outcome === 'Killed' || outcome === 'Timeout');
      return [file, { found: found.length, all: valid.length }];
    }),
  );
}

const chosen = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const byFolder = new Map<string, string[]>();
for (const path of chosen.length > 0 ? chosen : Object.keys(folders)) {
  const folder = path.endsWith('.ts') ? folderOf(path) : path;
  if (!(folder in folders)) throw new Error(`${folder} is none of ${Object.keys(folders).join(', ')}`);
  byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...(folder === path ? mutated(folder) : [path])]);
}

const lines: string[] = [];
let isEnough = true;
for (const [folder, files] of byFolder) {
  const counts = mutate(folder, files);
  const sum = [...(counts?.values() ?? [])].reduce(
    (total, { found, all }) => ({ found: total.found + found, all: total.all + all }),
    { found: 0, all: 0 },
  );
  const share = sum.all === 0 ? 1 : sum.found / sum.all;
  if (!counts || share < REQUIRED) isEnough = false;
  const percent = (100 * share).toFixed(1);
  lines.push(counts ? `${folder}: ${sum.found} of ${sum.all} found, ${percent} %` : `${folder}: the tests fail`);
  for (const [file, { found, all }] of counts ?? []) if (all > 0) lines.push(`  ${file} ${found} of ${all}`);
}
console.log(`\n${lines.join('\n')}`);
process.exitCode = isEnough ? 0 : 1;
