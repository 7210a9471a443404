/** Runs once the page has nothing to do, after `ms` at the latest. @returns stops it */
export function whenIdle(run: () => void, ms: number): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, ms / 5);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(run, { timeout: ms });
  return () => window.cancelIdleCallback(idle);
}
