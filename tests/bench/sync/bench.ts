// `npm run bench -- sync [count] [first seed]` runs schedules of the simulation (SY-25), by default 100,000, on all cores.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { figures } from '../../sync/simulation/figures.ts';
import { Tally } from '../../sync/simulation/tally.ts';
import type { Report } from './worker.ts';

const [count, first] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1)];
const cores = Math.min(availableParallelism(), count);
const share = Math.ceil(count / cores);
const tally = new Tally();
const failures: string[] = [];
const started = Date.now();
let done = 0;

await Promise.all(
  Array.from({ length: cores }, (_, core) => {
    const from = first + core * share;
    return runWorker(from, Math.min(share, first + count - from));
  }),
);
console.log(figures(tally, (Date.now() - started) / 1000));
console.log(failures.length === 0 ? `${count} schedules, none failed` : `${failures.length} failed:`);
for (const failure of failures) console.log(`\n${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

function runWorker(from: number, schedules: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(new URL('start.mjs', import.meta.url)), {
      workerData: { from, count: schedules },
    });
    worker.on('message', (report: Report) => {
      tally.merge(report);
      failures.push(...report.failures);
      const before = Math.floor(done / 10_000);
      done += report.done;
      if (Math.floor(done / 10_000) > before) {
        console.log(`${done.toLocaleString('en-US')} after ${Math.round((Date.now() - started) / 1000)} s`);
      }
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}
