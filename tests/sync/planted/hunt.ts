import { scheduleOf } from '../simulation/schedule.ts';
import type { Subject } from '../simulation/scene.ts';
import { simulate } from '../simulation/simulate.ts';

export interface Find {
  readonly seed: number;
  /** Schedules run, the last one included. */
  readonly schedules: number;
  readonly violation: string;
}

/** Runs schedules until one breaks a promise; null when none of them does. */
export async function hunt(subject: Subject, schedules: number): Promise<Find | null> {
  for (let seed = 1; seed <= schedules; seed++) {
    const { violation } = await simulate(scheduleOf(seed), subject);
    if (violation !== null) return { seed, schedules: seed, violation };
  }
  return null;
}
