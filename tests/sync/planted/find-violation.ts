import { scheduleOf } from '../simulation/schedule.ts';
import type { Subject } from '../simulation/scene.ts';
import { simulate } from '../simulation/simulate.ts';

export interface Finding {
  readonly seed: number;
  readonly violation: string;
}

/** Simulates the schedule `first`, if given, then 1 to `schedules`, until one violates an invariant. */
export async function findViolation(subject: Subject, schedules: number, first?: number): Promise<Finding | null> {
  if (first !== undefined) {
    const { violation } = await simulate(scheduleOf(first), subject);
    if (violation !== null) return { seed: first, violation };
  }
  for (let seed = 1; seed <= schedules; seed++) {
    const { violation } = await simulate(scheduleOf(seed), subject);
    if (violation !== null) return { seed, violation };
  }
  return null;
}
