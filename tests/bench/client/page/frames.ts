export interface Frames {
  /** In ms, of the tasks of at least 50 ms; 0 without such a task. */
  readonly longestTask: number;
  readonly longTasks: number;
  /** In ms, between the starts of two frames. */
  readonly longestFrame: number;
  /** Number of pauses of more than 50 ms between two frames. */
  readonly longFrames: number;
}

export interface FrameWatch {
  readonly frames: readonly number[];
  between(from: number, to: number): Frames;
}

export function watchFrames(): FrameWatch {
  const frames: number[] = [];
  const tasks: { start: number; end: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push({ start: startTime, end: startTime + duration });
  });
  observer.observe({ type: 'longtask', buffered: true });
  const tick = () => {
    frames.push(performance.now());
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return {
    frames,
    between(from, to) {
      const inside = tasks.filter(({ start, end }) => end > from && start < to);
      const lengths = inside.map(({ start, end }) => Math.min(end, to) - Math.max(start, from));
      const framesInRange = frames.filter((at) => at >= from && at <= to);
      const gaps = [...framesInRange, to].map((at, index) => at - (framesInRange[index - 1] ?? from));
      return {
        longestTask: Math.max(0, ...lengths),
        longTasks: inside.length,
        longestFrame: Math.max(0, ...gaps),
        longFrames: gaps.filter((gap) => gap > 50).length,
      };
    },
  };
}

/** @returns the time (`performance.now()`) at which the first frame that meets `condition` is painted */
export function whenPainted(condition: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    const finish = () =>
      // The message arrives after the frame is rendered.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    if (condition()) return finish();
    const observer = new MutationObserver(() => {
      if (!condition()) return;
      observer.disconnect();
      finish();
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}
