// This file is plain JavaScript, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Whether the installed packages match the lock file. Optional packages may be missing: some are for other platforms.
 */
function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const required = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(required).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional === true),
  );
}

export function installMissing() {
  if (isInstalled()) return true;
  console.log('Installing packages; this takes a minute');
  // npm ci refuses a lock file that lacks packages for this platform; npm install adds them.
  return npm(['ci'], 'ignore') || npm(['install', '--no-save'], 'inherit');
}

function npm(args, stdio) {
  const npmPath = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', stdio, stdio] };
  const result = npmPath
    ? spawnSync(process.execPath, [npmPath, ...args], options)
    : spawnSync(`npm ${args.join(' ')}`, { ...options, shell: true });
  return result.status === 0;
}
