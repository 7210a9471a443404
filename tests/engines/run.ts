// `npm run test:engines [firefox|webkit] [journey]` runs the app in browsers other than Chromium.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { EngineBrowser, EngineKind, SystemPreferences } from './engine-browser.ts';
import { firefox } from './firefox.ts';
import { type Journey, journeys, type Step } from './journey.ts';
import { desktop, saveScreenshot } from './screenshots.ts';
import { openSoundCard } from './sound-card.ts';
import { networkAddress, openServer } from './server.ts';
import { openVisit } from './visit.ts';
import { webkit } from './webkit.ts';

const kinds: readonly EngineKind[] = [firefox, webkit];
const names = process.argv.slice(2);
const chosenKinds = kinds.filter(({ name }) => names.includes(name));
const chosenJourneys = [...journeys.keys()].filter((name) => names.includes(name));

async function unexpectedErrors(browsers: readonly EngineBrowser[]): Promise<string[]> {
  const errors = await Promise.all(
    browsers.map(async ({ takeErrors, expectations: { browserMessages } }) =>
      (await takeErrors()).filter((error) => !browserMessages.some((pattern) => pattern.test(error))),
    ),
  );
  return errors.flat();
}

async function runSteps(
  steps: readonly Step[],
  journey: Journey,
  browsers: readonly EngineBrowser[],
): Promise<boolean> {
  for (const { title, run } of steps) {
    const started = Date.now();
    const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    try {
      const note = await run(journey);
      assert.deepEqual(await unexpectedErrors(browsers), [], 'console errors');
      console.log(`  ok    ${title} (${took()}${note ? `: ${note}` : ''})`);
    } catch (error) {
      console.log(`  FAILED ${title} (${took()})\n${inspect(error)}`);
      console.log(`  console: ${JSON.stringify(await unexpectedErrors(browsers).catch(String), null, 1)}`);
      await saveScreenshot(journey.visit, 'failed').catch(() => undefined);
      return false;
    }
  }
  return true;
}

const missingPackages = ({ needs }: EngineKind) => [
  ...new Set(needs.filter(([path]) => !existsSync(path)).map(([, debianPackage]) => debianPackage)),
];

async function test(kind: EngineKind, name: string): Promise<boolean> {
  const plan = journeys.get(name);
  if (!plan) throw new Error(`No journey ${name}`);
  const server = await openServer(plan.isPlain ? networkAddress() : 'localhost');
  try {
    const soundCard = await openSoundCard(server.folder);
    const browsers: EngineBrowser[] = [];
    const openBrowser = async (systemPreferences: SystemPreferences) => {
      const browser = await kind.open(
        join(server.folder, `browser-${browsers.length}`),
        soundCard.env,
        systemPreferences,
      );
      browsers.push(browser);
      return openVisit(browser, server.address);
    };
    try {
      const visit = await openBrowser({});
      console.log(`\n${visit.browser.version}, ${name}`);
      const journey: Journey = {
        browser: visit.browser,
        server,
        soundCard,
        visit,
        async openAnother(systemPreferences) {
          const another = await openBrowser(systemPreferences);
          await another.browser.resize(desktop.width, desktop.height);
          return another;
        },
        email: `listener-${kind.name}@example.com`,
        password: 'correct horse',
        heard: '',
        kept: '',
      };
      return await runSteps(plan.steps, journey, browsers);
    } finally {
      for (const browser of browsers) await browser.quit();
      await soundCard.stop();
    }
  } finally {
    await server.close();
  }
}

const unknown = names.filter((argument) => !journeys.has(argument) && !kinds.some(({ name }) => name === argument));
if (unknown.length > 0) {
  const available = [...kinds.map(({ name }) => name), ...journeys.keys()].join(', ');
  console.error(`Unknown engine or journey: ${unknown.join(', ')}. There are ${available}.`);
  process.exit(2);
}
const reportStartFailure = (error: unknown) => {
  console.error(String(error));
  return false;
};
const defaultJourneys = [...journeys].filter(([, { isPart }]) => !isPart).map(([name]) => name);
let failed = 0;
for (const kind of chosenKinds.length > 0 ? chosenKinds : kinds) {
  const packages = missingPackages(kind);
  if (packages.length > 0)
    console.error(`${kind.name} is not completely installed: apt-get install ${packages.join(' ')}`);
  let hasPassed = packages.length === 0;
  if (hasPassed)
    for (const name of chosenJourneys.length > 0 ? chosenJourneys : defaultJourneys)
      hasPassed = (await test(kind, name).catch(reportStartFailure)) && hasPassed;
  if (!hasPassed) failed += 1;
}
console.log(failed === 0 ? '\nEvery engine passed' : `\n${failed} of the engines failed`);
process.exit(failed === 0 ? 0 : 1);
