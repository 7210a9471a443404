// `npm run bench -- queue [listeners]` measures the CPU that a pull, a play and a digest cost on this machine,
// and simulates with them what crowds of up to a million listeners need.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuParts } from '../growth/cpu.ts';
import { openGrowthScene } from '../growth/scene.ts';
import { ms, table } from '../measure.ts';
import { type Cost, type Costs, needOf, simulate } from './model.ts';

const CALLS = 1_000;
/**
 * Duration of each of the two measurements with connected listeners: idle, and with digests. Each listener pulls once per measurement, so
 * both have the same pulls.
 */
const PULL_PERIOD_S = 60;
const DIGESTS = 10;
/** Time between two digests, which the server sends at least 5 s apart. */
const DIGEST_MS = (PULL_PERIOD_S * 1000) / DIGESTS;
const SIMULATED_S = 20;
/**
 * Time between two pulls of a listener, not counting the pull after each play. Together, a listener pulls 1.6 times a minute, as
 * `npm run bench -- growth` measured.
 */
const PULL_EVERY_S = 45;
const CROWDS = [1_000, 10_000, 100_000, 1_000_000];

const [listenerCount = 400] = process.argv.slice(2).map(Number);

const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-queue-'));
const scene = await openGrowthScene(dataDir);
const { server, sql, trackIds } = scene;
const listeners = await scene.addListeners(listenerCount);
const [first] = listeners;
if (!first) throw new Error('There is no listener');

/**
 * Measures the CPU per operation, over `count` operations.
 *
 * @param idle CPU of the idle server in ms per second, which is subtracted for as long as `work` takes
 */
async function costOf(count: number, idle: Cost, work: () => Promise<void>): Promise<Cost> {
  const before = cpuParts(server.pid);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const after = cpuParts(server.pid);
  const each = (part: keyof Cost) => Math.max(0, ((after[part] - before[part]) * 1000 - idle[part] * seconds) / count);
  return { main: each('main'), rest: each('rest'), postgres: each('postgres') };
}
const nothing: Cost = { main: 0, rest: 0, postgres: 0 };

for (let call = 0; call < 200; call += 1) await first.pull();
await sleep(5_000);
/** In ms per second. */
const idle = await costOf(20, nothing, () => sleep(20_000));
const pull = await costOf(CALLS, idle, async () => {
  for (let call = 0; call < CALLS; call += 1) await first.pull();
});
const players = await scene.addListeners(CALLS / 10);
const playAndPull = await costOf(CALLS, idle, async () => {
  for (let call = 0; call < CALLS; call += 1) {
    const player = players[call % players.length];
    await player?.play(trackIds[call % trackIds.length] ?? '');
  }
});
const without = (one: Cost, other: Cost): Cost => ({
  main: Math.max(0, one.main - other.main),
  rest: Math.max(0, one.rest - other.rest),
  postgres: Math.max(0, one.postgres - other.postgres),
});
await Promise.all(listeners.map((listener) => listener.open()));
await sleep(10_000);
const idleWithSockets = await costOf(PULL_PERIOD_S, nothing, () => sleep(PULL_PERIOD_S * 1000));
const message = await costOf(DIGESTS * listenerCount, idleWithSockets, async () => {
  for (let digest = 0; digest < DIGESTS; digest += 1) {
    await sql`update public.tracks set play_count = play_count + 1 where id = any(${trackIds.slice(0, 200)}::uuid[])`;
    await sleep(DIGEST_MS);
  }
});
await Promise.all(listeners.map((listener) => listener.close()));
await scene.close();
await rm(dataDir, { recursive: true, force: true });

const costs: Costs = { pull, push: without(playAndPull, pull), message };
const cells = ({ main, rest, postgres }: Cost) => [main, rest, postgres].map((each) => each.toFixed(3));
console.log(
  table(
    ['CPU in ms', 'main process', 'REST', 'PostgreSQL'],
    [
      ['a pull without news', ...cells(costs.pull)],
      ['a play', ...cells(costs.push)],
      ['a digest of 200 tracks, to one listener', ...cells(costs.message)],
    ],
  ),
);
console.log(
  table(
    [
      'listeners',
      'REST processes',
      'primary, cores',
      'replicas, cores',
      'Realtime threads',
      'play, ms (median / p95)',
      'pull, ms (median / p95)',
      'digest at the last listener, ms',
    ],
    CROWDS.map((size) => {
      const crowd = { listeners: size, playEveryS: 210, pullEveryS: PULL_EVERY_S, digestEveryS: 5 };
      const need = needOf(crowd, costs);
      const waits = simulate(crowd, costs, need, SIMULATED_S, Math.random);
      return [
        size.toLocaleString('en'),
        ...[need.rest, need.primary, need.replicas, need.realtime].map(String),
        `${ms(waits.push.median)} / ${ms(waits.push.p95)}`,
        `${ms(waits.pull.median)} / ${ms(waits.pull.p95)}`,
        ms(waits.digest),
      ];
    }),
  ),
);
process.exit(0);
