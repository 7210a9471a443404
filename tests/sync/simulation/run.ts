// `npx tsx tests/sync/simulation/run.ts --seed 1 --count 2000` runs schedules, and prints the first failing one in
// shrunk form. `--keep 3,17` runs only those operations of one schedule. After each 1,000 passed schedules, a line appears on stderr.
import { parseArgs } from 'node:util';
import { figures } from './figures.ts';
import { scheduleOf } from './schedule.ts';
import { describeFailure, shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import { soundSubject } from './subject.ts';
import { Tally } from './tally.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const first = Number(values.seed);
const tally = new Tally();
const started = Date.now();
if (values.keep !== undefined) {
  const keep = values.keep === 'none' ? [] : values.keep.split(',').map(Number);
  const outcome = await simulate(scheduleOf(first, new Set(keep)), soundSubject);
  console.log(describeFailure({ seed: first, keep, outcome }));
  process.exit(outcome.violation === null ? 0 : 1);
}
for (let seed = first; seed < first + Number(values.count); seed++) {
  const outcome = await simulate(scheduleOf(seed), soundSubject);
  tally.merge(outcome.tally);
  if (outcome.violation !== null) {
    console.log(describeFailure(await shrink(seed, soundSubject, outcome)));
    process.exitCode = 1;
    break;
  }
  const passed = seed - first + 1;
  if (passed % 1000 === 0) console.error(`${String(passed)} schedules passed, up to seed ${String(seed)}`);
}
console.log(figures(tally, (Date.now() - started) / 1000));
