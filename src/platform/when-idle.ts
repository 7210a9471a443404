/**
 * Calls `run` once the browser is idle, at the latest after `ms`.
 * @returns cancels the call
 */
export function whenIdle(run: () => void, ms: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, ms / 5);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run, { timeout: ms });
  return () => window.cancelIdleCallback(idle);
}
