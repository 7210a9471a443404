/** @returns a function that runs at most `max` tasks at once; the others wait, in the order of the calls */
export function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = max;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    // A finished task passes its slot to the first waiting one, so `free` does not change.
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
