// `npm test`: installs what is missing, then runs every check and test, and ends with one line that counts them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installMissing } from '../supabase/local/install-missing.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

/** Runs a command to its end, its output shown. @returns whether it went well */
function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  return status === 0;
}

function ended(message) {
  console.error(message);
  process.exit(1);
}

if (!installMissing()) ended('The packages could not be installed: see above.');

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const hasPlaywrightsOwn = async () => existsSync((await import('playwright')).chromium.executablePath());
if (!browsers.some((path) => existsSync(path)) && !(await hasPlaywrightsOwn())) {
  const isRoot = process.getuid?.() === 0;
  const installed =
    isRoot &&
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (!installed)
    ended(
      'The browser tests need Chromium: install it as root with `apt-get install chromium`, or with `npx playwright install chromium`.',
    );
}

const steps = [
  ['Checks', 'npm', ['run', '--silent', 'check']],
  ['Unit, component and Postgres tests', 'npx', ['vitest', 'run']],
  ['Browser tests', 'npx', ['playwright', 'test', '-c', 'tests/e2e/playwright.config.ts']],
  // Of the build that the browser tests made.
  ['Sizes', 'npm', ['run', '--silent', 'check:sizes']],
];
const failed = [];
for (const [name, command, args] of steps) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const isGood = run(command, args);
  console.log(`== ${name}: ${isGood ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`);
  if (!isGood) failed.push(name);
}
console.log(`\n${steps.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
