import { scheduleOf } from './schedule.ts';
import type { Subject } from './scene.ts';
import { simulate, type Outcome } from './simulate.ts';

/** The smallest part of a schedule that still breaks something. */
export interface Shrunk {
  readonly seed: number;
  readonly keep: readonly number[];
  readonly outcome: Outcome;
}

/**
 * Cuts a failing schedule down (delta debugging): halves, quarters, … and at last single operations are left out as long as
 * something still breaks, whatever it is.
 * @param tries runs that may be spent
 */
export async function shrink(seed: number, subject: Subject, failing: Outcome, tries = 600): Promise<Shrunk> {
  let keep = scheduleOf(seed).operations.map(({ at }) => at);
  let outcome = failing;
  let size = Math.ceil(keep.length / 2);
  while (tries > 0 && keep.length > 0) {
    let isSmaller = false;
    for (let from = 0; from < keep.length && tries > 0;) {
      const rest = [...keep.slice(0, from), ...keep.slice(from + size)];
      tries -= 1;
      const again = await simulate(scheduleOf(seed, new Set(rest)), subject);
      if (again.violation === null) from += size;
      else {
        keep = rest;
        outcome = again;
        isSmaller = true;
      }
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (!isSmaller) break;
  }
  return { seed, keep, outcome };
}

/** A shrunk failure in words, with the command that runs it again. */
export function describeFailure({ seed, keep, outcome }: Shrunk): string {
  return [
    `Seed ${seed}: ${outcome.violation ?? 'nothing breaks any more'}`,
    ...outcome.trace.map((line) => `  ${line}`),
    `Again: npx tsx tests/sync/simulation/run.ts --seed ${seed} --keep ${keep.join(',') || 'none'}`,
  ].join('\n');
}
