export interface Throttle {
  request(): void;
  cancel(): void;
}

/** Runs `work` once, `ms` after the first request. Requests in between start nothing. */
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
