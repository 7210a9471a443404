import { constants, platform, setPriority } from 'node:os';

/** Lowers this thread's priority on Linux. Other systems would apply it to the whole process. */
export function lowerPriority(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A container may forbid it, and the work is done without it.
  }
}
