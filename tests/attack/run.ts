import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTestStack } from '../../supabase/local/test-stack.ts';
import { sendBombs } from './bombs/bombs.ts';
import { countRequests } from './count-requests.ts';
import { checkLedger } from './invariants.ts';
import type { Report } from './report.ts';
import { fuzz } from './fuzz.ts';
import { KillableStack } from './killable-stack.ts';
import { killThreeTimes } from './kills.ts';
import { addPeople, nothingAccepted, unlockFeatures } from './people.ts';
import { pollute } from './pollution.ts';
import { CONCURRENT_REQUESTS, addTracks } from './races/race-scene.ts';
import { race } from './races/races.ts';
import { reroll } from './rerolls.ts';
import { tryRoles } from './roles/roles.ts';
import { crowdServer } from './slow-clients.ts';
import { privateMessage } from './storm/storm-request.ts';
import { storm } from './storm/storm.ts';
import { checkRequestLog } from './check-request-log.ts';

/**
 * `npm run attack -- [count] [seed] [--only fuzz,pollution,rerolls,bombs,roles,slow,races,storm,kills]`
 *
 * Acts as a hostile client, and kills the server and its database. `count` is the number of requests of `fuzz`. Races, storm and kills
 * share a stack: everything accepted in the first two must survive the last.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const count = Number(positionals[0] ?? 50_000);
const seed = positionals[1] ?? String(Date.now());
const chosen = values.only?.split(',');
/** Maximum number of faults that are printed per part: one cause may produce many. */
const SHOWN = 20;

let faults = 0;

async function part(name: string, title: string, work: () => Promise<Report>): Promise<void> {
  if (chosen && !chosen.includes(name)) return;
  console.log(`${name}: ${title}`);
  const startedAt = Date.now();
  const report = await work().catch((error: unknown): Report => ({
    lines: [],
    faults: [error instanceof Error ? String(error.stack) : String(error)],
  }));
  for (const line of report.lines) console.log(`  ${line}`);
  for (const fault of report.faults.slice(0, SHOWN)) console.log(`  FAULT ${fault}`);
  console.log(`  ${report.faults.length} faults, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  faults += report.faults.length;
}

await part('fuzz', `${count} wild requests with the seed ${seed}`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent attack '));
  const endCount = countRequests();
  const output: string[] = [];
  const test = await openTestStack({
    dataDir,
    app: ({ res }) => void res.end('the app'),
    log: (line) => output.push(`${line}\n`),
  });
  try {
    const { byStatus, broken, secrets } = await fuzz(test, seed, count);
    const ledger = await checkLedger(test.sql);
    const statuses = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    const wrong = broken.map(
      ({ request, status, answer }) => `answered ${status}: ${JSON.stringify(request)} ${answer}`,
    );
    const logReport = await checkRequestLog({ ...test.stack, dataDir, output }, endCount, secrets);
    return {
      lines: [...statuses, ledger.line, ...logReport.lines],
      faults: [...wrong, ...ledger.faults, ...logReport.faults],
    };
  } finally {
    await test.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
await part('pollution', 'property names of every object, at every endpoint', pollute);
await part('rerolls', 'prizes drawn without paying', reroll);
await part('bombs', 'hostile bytes to every endpoint that accepts bytes', sendBombs);
await part('roles', 'everybody at every endpoint', tryRoles);
await part('slow', 'many slow clients', crowdServer);

const sharedStackParts = ['races', 'storm', 'kills'];
if (!chosen || sharedStackParts.some((name) => chosen.includes(name))) await runSharedStackParts();
console.log(`${faults} faults in all`);
process.exit(faults === 0 ? 0 : 1);

async function runSharedStackParts(): Promise<void> {
  const endCount = countRequests();
  const stack = await KillableStack.open();
  try {
    const accepted = nothingAccepted();
    const crowd = await addPeople(stack, CONCURRENT_REQUESTS);
    const [artist] = await addPeople(stack, 1);
    if (!artist) throw new Error('there is no artist');
    const tracks = await stack.withDatabase(async (sql) => {
      await unlockFeatures(sql, [...crowd, artist]);
      return await addTracks(sql, artist, 40);
    });
    const scene = { stack, crowd, tracks, accepted, artists: [artist.id] };
    await part('races', 'fifty at once', () => race(stack, { crowd, artist }, accepted));
    await part('storm', 'everything at once', async () => {
      const { lines, faults } = await storm(scene, seed);
      const secrets = [...crowd, artist].flatMap((person) =>
        Object.entries(person.secrets).map(([name, secret]) => [`${name} of ${person.id}`, secret]),
      );
      const logReport = await checkRequestLog(stack, endCount, {
        ...Object.fromEntries(secrets),
        message: privateMessage,
      });
      await stack.start();
      return { lines: [...lines, ...logReport.lines], faults: [...faults, ...logReport.faults] };
    });
    await part('kills', 'three kills while people are busy', () => killThreeTimes(scene, seed));
  } finally {
    await stack.close();
  }
}
