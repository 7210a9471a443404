import { scheduleOf } from './schedule.ts';
import type { Subject } from './scene.ts';
import { simulate, type Outcome } from './simulate.ts';

export interface Shrunk {
  readonly seed: number;
  readonly keep: readonly number[];
  readonly outcome: Outcome;
}

/** Removes halves, quarters, … and finally single operations, as long as any violation remains. */
export async function shrink(seed: number, subject: Subject, failing: Outcome, tries = 600): Promise<Shrunk> {
  let keep = scheduleOf(seed).operations.map(({ index }) => index);
  let outcome = failing;
  let size = Math.ceil(keep.length / 2);
  while (tries > 0 && keep.length > 0) {
    let isSmaller = false;
    for (let from = 0; from < keep.length && tries > 0;) {
      const candidate = [...keep.slice(0, from), ...keep.slice(from + size)];
      tries -= 1;
      const rerun = await simulate(scheduleOf(seed, new Set(candidate)), subject);
      if (rerun.violation === null) from += size;
      else {
        keep = candidate;
        outcome = rerun;
        isSmaller = true;
      }
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!isSmaller) break;
  }
  return { seed, keep, outcome };
}

export function describeFailure({ seed, keep, outcome }: Shrunk): string {
  return [
    `Seed ${seed}: ${outcome.violation ?? 'no violation any more'}`,
    ...outcome.trace.map((line) => `  ${line}`),
    `Again: npx tsx tests/sync/simulation/run.ts --seed ${seed} --keep ${keep.join(',') || 'none'}`,
  ].join('\n');
}
