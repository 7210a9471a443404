// `npm run bench -- parts [seconds] [rounds]` measures how Realtime sockets, uploads and radio listeners delay each other
// and the pages. Each load runs in a process of its own, and this process measures. The cases alternate round by round,
// so that other load on the machine affects all of them. `seconds` is the duration of a case in each round.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuParts, mainThreadSeconds } from '../growth/cpu.ts';
import { ms, table } from '../measure.ts';
import { startLoads, type LoadKind } from './loads.ts';
import { openProbes, type Samples } from './probes.ts';
import { openPartsScene } from './scene.ts';

/** Pause between two cases, so that closing sockets and deleting files belong to no case. */
const PAUSE_MS = 2_000;

const cases: readonly { readonly name: string; readonly loads: readonly LoadKind[] }[] = [
  { name: 'nothing else', loads: [] },
  { name: '5 uploads', loads: ['uploads'] },
  { name: '300 sockets', loads: ['sockets'] },
  { name: '200 radio listeners', loads: ['radio'] },
  { name: 'all of these', loads: ['uploads', 'sockets', 'radio'] },
];

const [seconds = 8, rounds = 3] = process.argv.slice(2).map(Number);

const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-parts-'));
const scene = await openPartsScene(dataDir);
const { server } = scene;
const loads = await startLoads(scene);
const probes = await openProbes(scene);
const readCpu = () => ({ ...cpuParts(server.pid), mainThread: mainThreadSeconds(server.pid) });

interface Figures {
  readonly page: Samples;
  readonly control: Samples;
  readonly message: Samples;
  readonly streamGap: Samples;
  readonly loopDelay: readonly number[];
  /** In seconds. */
  readonly cpu: ReturnType<typeof readCpu>;
  readonly done: string;
}

async function runRound(kinds: readonly LoadKind[]): Promise<Figures> {
  const before = readCpu();
  const loop = server.watchLoop(seconds * 1000);
  for (const kind of kinds) loads.start(kind);
  const { page, control, message, streamGap } = await probes.measure(seconds * 1000);
  const loopDelay = await loop;
  const after = readCpu();
  const done = await Promise.all(kinds.map((kind) => loads.stop(kind)));
  const used = (part: keyof typeof before) => after[part] - before[part];
  const cpu = {
    mainThread: used('mainThread'),
    main: used('main'),
    rest: used('rest'),
    postgres: used('postgres'),
  };
  return { page, control, message, streamGap, loopDelay, cpu, done: done.join(', ') };
}

const figures = new Map(cases.map(({ name }) => [name, new Array<Figures>()]));
for (let round = 0; round < rounds; round += 1)
  for (const { name, loads: kinds } of cases) {
    figures.get(name)?.push(await runRound(kinds));
    await sleep(PAUSE_MS);
  }

const latencies: string[][] = [];
const costs: string[][] = [];
for (const [name, ofRounds] of figures) {
  const all = (part: 'page' | 'control' | 'message' | 'streamGap') => ofRounds.flatMap((round) => round[part]);
  const cpu = (part: keyof Figures['cpu']) =>
    `${Math.round((ofRounds.reduce((sum, round) => sum + round.cpu[part], 0) / rounds / seconds) * 100)} %`;
  latencies.push([name, ...[all('page'), all('control'), all('message'), all('streamGap')].map(quantiles)]);
  costs.push([
    name,
    quantiles(ofRounds.flatMap(({ loopDelay }) => loopDelay)),
    ...(['mainThread', 'main', 'rest', 'postgres'] as const).map(cpu),
    ofRounds.map(({ done }) => done).join('; '),
  ]);
}
console.log(
  table(
    ['ms: median / p95 / max', 'page', 'page, process of its own', 'own change by Realtime', 'gap in the radio stream'],
    latencies,
  ),
);
console.log(
  table(
    [
      'main thread, and CPU of each part',
      'loop delay, ms (median / p95 / max)',
      'its CPU, of a core',
      'main process',
      'REST and Auth',
      'PostgreSQL',
      'done by the loads in each round',
    ],
    costs,
  ),
);
await probes.close();
await loads.close();
await scene.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);

function quantiles(samples: Samples): string {
  const sorted = [...samples].sort((one, other) => one - other);
  const at = (share: number) =>
    ms(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
}
