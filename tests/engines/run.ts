// `npm run test:engines [firefox|webkit] [real-files]`: the main job in browsers of other engines than Chromium's.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { EngineBrowser, EngineKind } from './engine-browser.ts';
import { firefox } from './firefox.ts';
import { type Journey, shortSteps, steps } from './journey.ts';
import { desktop, keepLook } from './looks.ts';
import { openSoundCard } from './sound-card.ts';
import { openServer } from './server.ts';
import { openVisit } from './visit.ts';
import { webkit } from './webkit.ts';

const kinds: readonly EngineKind[] = [firefox, webkit];
const words = process.argv.slice(2);
const asked = words.filter((word) => word !== 'real-files');
const isShort = words.length > asked.length;

/** Errors of the pages that the browsers did not say by themselves about a server that is away or refuses. */
async function unexpectedErrors(browsers: readonly EngineBrowser[]): Promise<string[]> {
  const errors = await Promise.all(
    browsers.map(async ({ takeErrors, expectations: { ownWords } }) =>
      (await takeErrors()).filter((error) => !ownWords.some((words) => words.test(error))),
    ),
  );
  return errors.flat();
}

async function walk(journey: Journey, browsers: readonly EngineBrowser[]): Promise<boolean> {
  for (const { title, run } of isShort ? shortSteps : steps) {
    const started = Date.now();
    const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    try {
      const saw = await run(journey);
      assert.deepEqual(await unexpectedErrors(browsers), [], 'console errors');
      console.log(`  ok    ${title} (${took()}${saw ? `: ${saw}` : ''})`);
    } catch (error) {
      console.log(`  FAILED ${title} (${took()})\n${inspect(error)}`);
      console.log(`  console: ${JSON.stringify(await unexpectedErrors(browsers).catch(String), null, 1)}`);
      await keepLook(journey.visit, 'failed').catch(() => undefined);
      return false;
    }
  }
  return true;
}

const missingPackages = ({ needs }: EngineKind) => [
  ...new Set(needs.filter(([path]) => !existsSync(path)).map(([, debianPackage]) => debianPackage)),
];

async function test(kind: EngineKind): Promise<boolean> {
  const server = await openServer();
  try {
    const soundCard = await openSoundCard(server.folder);
    const browsers: EngineBrowser[] = [];
    const openBrowser = async (isCalm: boolean) => {
      const browser = await kind.open(join(server.folder, `browser-${browsers.length}`), soundCard.env, isCalm);
      browsers.push(browser);
      return openVisit(browser, server.address);
    };
    try {
      const visit = await openBrowser(false);
      console.log(`\n${visit.browser.version}`);
      const journey: Journey = {
        browser: visit.browser,
        server,
        soundCard,
        visit,
        async openAnother() {
          const another = await openBrowser(true);
          await another.browser.resize(desktop.width, desktop.height);
          return another;
        },
        email: `listener-${kind.name}@example.com`,
        password: 'correct horse',
        heard: '',
        kept: '',
      };
      return await walk(journey, browsers);
    } finally {
      for (const browser of browsers) await browser.quit();
      await soundCard.stop();
    }
  } finally {
    await server.close();
  }
}

const unknown = asked.filter((name) => !kinds.some((kind) => kind.name === name));
if (unknown.length > 0) {
  console.error(`Unknown engine: ${unknown.join(', ')}. There are ${kinds.map((kind) => kind.name).join(' and ')}.`);
  process.exit(2);
}
let failed = 0;
for (const kind of kinds.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const packages = missingPackages(kind);
  if (packages.length > 0)
    console.error(`${kind.name} is not whole on this machine: apt-get install ${packages.join(' ')}`);
  if (packages.length > 0 || !(await test(kind))) failed += 1;
}
console.log(failed === 0 ? '\nEvery engine passed' : `\n${failed} of the engines failed`);
process.exit(failed === 0 ? 0 : 1);
