export interface Throttle {
  /** Runs the work within the interval. */
  request(): void;
  cancel(): void;
}

/** Runs the work at most once in `ms`, at the end of the interval in which it was first requested. */
export function throttle(work: () => void, ms: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = null;
        work();
      }, ms);
    },
    cancel() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
