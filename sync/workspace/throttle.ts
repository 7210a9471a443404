export interface Throttle {
  request(): void;
  cancel(): void;
}

/** Runs the work at the end of the interval that the first request began. */
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
      timer = null;
    },
  };
}
