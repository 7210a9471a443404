import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { scheduleOf } from '../../sync/simulation/schedule.ts';
import { describeFailure, shrink } from '../../sync/simulation/shrink.ts';
import { simulate } from '../../sync/simulation/simulate.ts';
import { soundSubject } from '../../sync/simulation/subject.ts';
import { Tally } from '../../sync/simulation/tally.ts';

export interface Report {
  done: number;
  counts: [string, number][];
  maxima: [string, number][];
  failures: string[];
}

const { from, count } = z.object({ from: z.number(), count: z.number() }).parse(workerData);
/** Schedules per report. */
const STEP = 100;

for (let seed = from; seed < from + count;) {
  const tally = new Tally();
  const failures: string[] = [];
  const end = Math.min(seed + STEP, from + count);
  const done = end - seed;
  for (; seed < end; seed++) {
    const outcome = await simulate(scheduleOf(seed), soundSubject);
    tally.merge(outcome.tally);
    if (outcome.violation !== null) failures.push(describeFailure(await shrink(seed, soundSubject, outcome)));
  }
  const report: Report = { done, counts: [...tally.counts], maxima: [...tally.maxima], failures };
  parentPort?.postMessage(report);
}
