// The way in for a fresh clone: plain JavaScript that any Node reads, with nothing installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

requireNode();
if (!isInstalled()) install();
const { register } = await import('tsx/esm/api');
register();
const { main } = await import('./main.ts');
await main(process.argv.slice(2), process.env);

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  if (!fits)
    fail(`Node 20.19 or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`);
}

/** Whether every package of the lock file is there in its version; those for other platforms may be missing. */
function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional === true),
  );
}

function install() {
  console.log('Installing packages; this takes a minute');
  // npm ci refuses a lock file that was written where a registry had not every platform's packages; npm install fills it up.
  const installed = npm(['ci'], 'ignore') || npm(['install', '--no-save'], 'inherit');
  if (!installed) fail('The packages could not be installed. Check the network and run "npm install" to see why.');
}

function npm(args, stdio) {
  // npm tells its own path to the scripts it runs; without it the shell finds npm, on Windows too.
  const own = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', stdio, stdio] };
  const result = own
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync(`npm ${args.join(' ')}`, { ...options, shell: true });
  return result.status === 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
