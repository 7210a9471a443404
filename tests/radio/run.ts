// `npm run test:radio` runs a real station, as in docs/operating.md, with the app's playlist. The app in Chromium
// listens to it.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../supabase/local/app/build-app.ts';
import { freePort } from '../../supabase/local/http/free-port.ts';
import { openTestStack } from '../../supabase/local/test-stack.ts';
import { appSteps } from './app-steps.ts';
import { needs, prepareStation } from './daemons.ts';
import { publish } from './music.ts';
import { steps, tracks, type RadioTest } from './steps.ts';

const missing = [...new Set(needs.filter(([path]) => !existsSync(path)).map(([, debianPackage]) => debianPackage))];
if (missing.length > 0) {
  console.error(`The radio's daemons are not completely installed: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}

async function runSteps(test: RadioTest): Promise<boolean> {
  for (const { title, run } of [...steps, ...appSteps.steps]) {
    const started = Date.now();
    const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
    try {
      const note = await run(test);
      console.log(`  ok     ${title} (${took()}${note ? `: ${note}` : ''})`);
    } catch (error) {
      console.log(`  FAILED ${title} (${took()})\n${error instanceof Error ? error.stack : String(error)}`);
      console.log(`  Icecast: ${test.icecast.lastOutput()}\n  Liquidsoap: ${test.liquidsoap.lastOutput()}`);
      return false;
    }
  }
  return true;
}

await ensureBuilt(fileURLToPath(new URL('../..', import.meta.url)), (line) => console.log(line));
const folder = mkdtempSync(join(tmpdir(), 'undercurrent-radio-'));
// The daemons run as another user.
chmodSync(folder, 0o755);
const station = prepareStation(join(folder, 'station'), await freePort());
const stack = await openTestStack({ radioUrl: station.address });
let isGood = false;
try {
  const { id: artist } = await stack.createUser();
  await publish(stack, artist, tracks);
  const icecast = station.startIcecast();
  const liquidsoap = station.startLiquidsoap(`${stack.stack.url}/radio/playlist.m3u`);
  const test: RadioTest = { stack, artist, station, icecast, liquidsoap };
  try {
    isGood = await runSteps(test);
  } finally {
    await appSteps.close();
    await test.liquidsoap.stop();
    await test.icecast.stop();
  }
} finally {
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(isGood ? '\nThe radio passed' : '\nThe radio failed');
process.exit(isGood ? 0 : 1);
