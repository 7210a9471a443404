// `npm test` installs what is missing, then runs the checks, the short tests and the everyday browser tests. `npm run test:all` runs the
// long tests (`*.long.*`), the other browser tests, and those at a desktop's width. Both end with one line that counts the steps.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installMissing } from '../supabase/local/install-missing.mjs';
import { installedChromium } from './support/installed-chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  return status === 0;
}

function exitWith(message) {
  console.error(message);
  process.exit(1);
}

if (!installMissing({ isDevelopment: true })) exitWith('The packages could not be installed: see above.');

const hasPlaywrightChromium = async () => existsSync((await import('playwright')).chromium.executablePath());
if (!installedChromium() && !(await hasPlaywrightChromium())) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const isRoot = process.getuid?.() === 0;
  const isInstalled =
    isRoot &&
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  if (!isInstalled)
    exitWith(
      'The browser tests need Chromium: install it as root with `apt-get install chromium`, or with `npx playwright install chromium`.',
    );
}

const everyday = ['access', 'explore', 'messages', 'offline', 'play', 'pwa', 'radio-page', 'votes'].map(
  (name) => `${name}.spec.ts`,
);
const others = readdirSync('tests/e2e').filter((name) => name.endsWith('.spec.ts') && !everyday.includes(name));

/** @param specs names of spec files; empty for all */
const browserTests = (name, project, specs = []) => [
  name,
  'npx',
  [
    'playwright',
    'test',
    ...['-c', 'tests/e2e/playwright.config.ts', `--project=${project}`],
    ...specs.map((spec) => `e2e/${spec}`),
  ],
];

/** Prepares the browser tests. It uses one core, so the checks run at the same time. */
const prepareStep = ['Build and demo music', 'npx', ['tsx', 'tests/e2e/prepare.ts']];

/** The steps of a stage run concurrently; the stages run in order. */
const stages = {
  '': [
    // `npm run check` without the sizes, which need the build.
    [['Checks', 'npm', ['run', '--silent', 'check:code']], prepareStep],
    [
      ['Unit, component and Postgres tests', 'npx', ['vitest', 'run', '--exclude', '**/*.long.*']],
      ['Sizes', 'npm', ['run', '--silent', 'check:sizes']],
    ],
    [browserTests('Everyday browser tests', 'phone', everyday)],
  ],
  all: [
    [prepareStep],
    [['Long unit, component and Postgres tests', 'npx', ['vitest', 'run', '.long.']]],
    [browserTests("Browser tests at a phone's width", 'phone', others)],
    [browserTests("Browser tests at a desktop's width", 'desktop')],
  ],
};
const chosen = stages[process.argv[2] ?? ''];
if (!chosen) exitWith('Usage: npm test, or npm run test:all');

async function runStep([name, command, args], isShown) {
  const started = Date.now();
  if (isShown) console.log(`\n== ${name}`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const forward = (stream, out) =>
    stream.on('data', (part) => {
      output += part;
      if (isShown) out.write(part);
    });
  if (child.stdout) forward(child.stdout, process.stdout);
  if (child.stderr) forward(child.stderr, process.stderr);
  const code = await new Promise((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', done);
  });
  const isGood = code === 0;
  const end = `== ${name}: ${isGood ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`;
  console.log(isShown ? end : `\n== ${name}\n${output}${end}`);
  return { isGood, end, output };
}

const results = [];
for (const [first, ...more] of chosen) {
  const background = more.map((step) => runStep(step, false));
  results.push(await runStep(first, true), ...(await Promise.all(background)));
}
const failed = results.filter(({ isGood }) => !isGood);
// Repeat the end of each failed step's output: further up, it is easily missed or cut off.
const LAST_LINES = 60;
for (const { end, output } of failed) console.log(`\n${end}\n${output.split('\n').slice(-LAST_LINES).join('\n')}`);
console.log(`\n${results.map(({ end }) => end).join('\n')}`);
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
