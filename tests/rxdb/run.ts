// `npm run test:rxdb` runs the replica's tests against the installed RxDB, and against the newest release of the registry if that differs.
// `npm run test:rxdb -- <package>` tests another package than the newest: `rxdb@17.5.0`, a tarball, or anything else that `npm install` takes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('../..', import.meta.url));
const suite = ['sync/replica', 'tests/sync/stores.test.ts', 'tests/sync/lost-replica.test.ts'];
/** Time limit of `npm view`: long enough for npm's own retries. */
const VIEW_MS = 60_000;

const manifest = z.object({ version: z.string() });

function versionOf(name: string, folder: string): string {
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))).version;
}

function run(command: string, args: readonly string[], cwd: string): boolean {
  return spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0;
}

/** @returns the newest release in the registry; null if the registry cannot be reached */
function newestVersion(): string | null {
  const { status, stdout } = spawnSync('npm', ['view', 'rxdb', 'version'], { encoding: 'utf8', timeout: VIEW_MS });
  return status === 0 ? stdout.trim() : null;
}

function passes(folder: string): boolean {
  console.log(`\n== RxDB ${versionOf('rxdb', folder)} with Dexie ${versionOf('dexie', folder)}`);
  const tests = run('npx', ['vitest', 'run', '--project', 'unit', ...suite], folder);
  return run('npx', ['tsc', '-p', 'sync'], folder) && tests;
}

/** Links the packages that `to` lacks. */
function linkPackages(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(target)) symlinkSync(source, target);
    else if (name.startsWith('@')) linkPackages(source, target);
  }
}

/** Copies the code into `folder`, with this release in place of the installed one. */
function copyWith(release: string, folder: string): boolean {
  const isCode = (path: string) => !/^(node_modules|dist|\.git|\.undercurrent|test-results)$/.test(basename(path));
  mkdirSync(join(folder, 'node_modules'));
  if (!run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', release], folder)) return false;
  rmSync(join(folder, 'node_modules', '.bin'), { recursive: true, force: true });
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(root, folder, { recursive: true, filter: isCode });
  return true;
}

function passesWith(release: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-rxdb-'));
  try {
    return copyWith(release, folder) && passes(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const installed = versionOf('rxdb', root);
const chosen = process.argv[2];
const newest = chosen ? null : newestVersion();
const other = chosen ?? (newest === null || newest === installed ? null : `rxdb@${newest}`);
const results = [passes(root), other === null || passesWith(other)];
if (!chosen && newest === null) console.log('\nThe registry cannot be reached: only the installed RxDB was tested.');
if (newest === installed) console.log(`\nThe registry has no newer RxDB than ${installed}, which is installed.`);
process.exit(results.every(Boolean) ? 0 : 1);
