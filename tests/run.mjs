// `npm test`: installs what is missing, then runs the checks and the tests of every part, in a quarter of an hour on two cores.
// `npm run test:all`: the tests that are left out there: long ones (`*.long.*`), and the browser tests of every other page and width.
// Both end with one line that counts the steps.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
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

/** What a person does first and every day. The other specs are for `test:all`. */
const everyday = ['access', 'explore', 'messages', 'offline', 'play', 'pwa', 'radio-page', 'votes'].map(
  (name) => `${name}.spec.ts`,
);
const others = readdirSync('tests/e2e').filter((name) => name.endsWith('.spec.ts') && !everyday.includes(name));

/** @param specs filters of file names, matched at the end of a path */
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

/** On one core, so that it runs beside the checks: those are one program after another. */
const prepared = ['Build and demo music', 'npx', ['tsx', 'tests/e2e/prepare.ts']];

/** The steps of a stage run side by side; a stage begins when the one before is over. */
const stages = {
  '': [
    // The sizes, a part of `npm run check`, wait for the build.
    [['Checks', 'npm', ['run', '--silent', 'check:code']], prepared],
    [
      ['Unit, component and Postgres tests', 'npx', ['vitest', 'run', '--exclude', '**/*.long.*']],
      ['Sizes', 'npm', ['run', '--silent', 'check:sizes']],
    ],
    [browserTests('Browser tests of every day', 'phone', everyday)],
  ],
  all: [
    [prepared],
    [['Long unit, component and Postgres tests', 'npx', ['vitest', 'run', '.long.']]],
    [browserTests("Browser tests at a phone's width", 'phone', others)],
    [browserTests("Browser tests at a desktop's width", 'desktop')],
  ],
};
const chosen = stages[process.argv[2] ?? ''];
if (!chosen) ended('Usage: npm test, or npm run test:all');

/** Runs a step to its end. Its output is shown live if `isShown`, else at its end. */
async function runStep([name, command, args], isShown) {
  const started = Date.now();
  if (isShown) console.log(`\n== ${name}`);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const hear = (stream, out) =>
    stream.on('data', (part) => {
      output += part;
      if (isShown) out.write(part);
    });
  if (child.stdout) hear(child.stdout, process.stdout);
  if (child.stderr) hear(child.stderr, process.stderr);
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
  const behind = more.map((step) => runStep(step, false));
  results.push(await runStep(first, true), ...(await Promise.all(behind)));
}
const failed = results.filter(({ isGood }) => !isGood);
// Repeat the output of failed steps: far above, it is easily missed or cut off.
const LAST_LINES = 60;
for (const { end, output } of failed) console.log(`\n${end}\n${output.split('\n').slice(-LAST_LINES).join('\n')}`);
console.log(`\n${results.map(({ end }) => end).join('\n')}`);
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
