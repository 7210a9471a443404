import { scheduleOf } from '../simulation/schedule.ts';
import type { Subject } from '../simulation/scene.ts';
import { simulate } from '../simulation/simulate.ts';

export interface Finding {
  readonly seed: number;
  readonly schedules: number;
  readonly violation: string;
}

export async function findViolation(subject: Subject, schedules: number): Promise<Finding | null> {
  for (let seed = 1; seed <= schedules; seed++) {
    const { violation } = await simulate(scheduleOf(seed), subject);
    if (violation !== null) return { seed, schedules: seed, violation };
  }
  return null;
}
