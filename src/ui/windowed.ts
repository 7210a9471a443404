import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** Rows beyond the window that are drawn ahead of a scroll. */
export const ROWS_AHEAD = 3;

export interface WindowedProps<T> {
  /** What the list holds, for screen readers. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T, at: { row: number }) => ReactNode;
}

/** Of the text of the page, in px, where nobody has enlarged it. */
const TEXT_PX = 15;

/**
 * Where a box begins in the page and how wide it is, in px, zero until it is measured, before the first paint; and how many times as
 * large as drawn its text is: some browsers enlarge the text alone.
 */
export function useBoxInPage() {
  const box = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState({ top: 0, width: 0, textScale: 1 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const textScale = parseFloat(getComputedStyle(element).fontSize) / TEXT_PX;
      const next = { top: top + window.scrollY, width, textScale };
      setMeasured((before) =>
        before.top === next.top && before.width === width && before.textScale === textScale ? before : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What stands above it grows and shrinks.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { box, ...measured };
}
