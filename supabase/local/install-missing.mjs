// This file is plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages of a lock file by their paths; null when the file is missing. */
function packagesIn(lockFile) {
  const path = join(root, lockFile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/**
 * Installs packages that differ from the lock file. Optional ones may be missing: some are for other platforms.
 * Development packages are installed if they are asked for, or if some are installed already.
 *
 * @param {{ isDevelopment?: boolean }} options isDevelopment: whether tests, checks and benchmarks will run
 * @returns whether all packages are installed
 */
export function installMissing({ isDevelopment = false } = {}) {
  const required = Object.entries(packagesIn('package-lock.json')).filter(([path]) => path !== '');
  const installed = packagesIn('node_modules/.package-lock.json') ?? {};
  const hasDevelopment = isDevelopment || required.some(([path, { dev }]) => dev && installed[path]);
  const isInstalled = required.every(([path, { version, optional, devOptional, dev }]) =>
    installed[path] ? installed[path].version === version : optional || devOptional || (dev && !hasDevelopment),
  );
  if (isInstalled) return true;
  console.log('Installing packages; this takes a minute');
  const omitted = hasDevelopment ? [] : ['--omit=dev'];
  // npm ci refuses a lock file that lacks packages for this platform; npm install adds them.
  return npm(['ci', ...omitted], 'ignore') || npm(['install', '--no-save', ...omitted], 'inherit');
}

function npm(args, stdio) {
  const npmPath = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', stdio, stdio] };
  const result = npmPath
    ? spawnSync(process.execPath, [npmPath, ...args], options)
    : spawnSync(`npm ${args.join(' ')}`, { ...options, shell: true });
  return result.status === 0;
}
