/** Runs once the page is idle, after `ms` at the latest. @returns cancels it */
export function whenIdle(run: () => void, ms: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, ms / 5);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run, { timeout: ms });
  return () => window.cancelIdleCallback(idle);
}
