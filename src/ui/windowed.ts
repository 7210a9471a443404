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

/** Where a box begins in the page and how wide it is, in px; zero until it is measured, before the first paint. */
export function useBoxInPage() {
  const box = useRef<HTMLDivElement>(null);
  const [measured, setMeasured] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const next = { top: top + window.scrollY, width };
      setMeasured((before) => (before.top === next.top && before.width === next.width ? before : next));
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
