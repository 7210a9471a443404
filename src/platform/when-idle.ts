/** Calls `run` when the page is idle, after `ms` at the latest. @returns a function that cancels the call */
export function whenIdle(run: () => void, ms: number): () => void {
  // Safari has no idle callbacks: call after a fixed delay.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, ms / 5);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run, { timeout: ms });
  return () => window.cancelIdleCallback(idle);
}
