/**
 * Runs `work` now, and again `pauseMs` after each run. Reports the first of several failures in a row.
 *
 * @returns a function that stops the repetition and waits for the current run
 */
export function repeat(
  work: () => Promise<unknown>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let isFailing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) onFailure(error);
      isFailing = true;
    }
    if (isStopped) return;
    timer = setTimeout(() => void (running = run()), pauseMs);
    timer.unref();
  };
  let running = run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
