import { observeWindowOffset, type observeWindowRect, type Range, windowScroll } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { pageTop } from '../platform/page-scroll.ts';
import { useOnceIdle } from '../platform/use-once-idle.ts';
import { findSnapshotList } from '../boot/contract.ts';

const OVERSCAN_ROWS = 3;

/** Longest wait for an idle page before the overscan renders. */
const OVERSCAN_MS = 500;

/** Rows to render beyond each edge of the window: 0 until the page is idle, to render the first view sooner. */
export function useOverscan(): number {
  return useOnceIdle(OVERSCAN_MS) ? OVERSCAN_ROWS : 0;
}

export interface WindowedProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T, at: { row: number }) => ReactNode;
}

/** Inserts the pinned row at its place in the order: a row whose DOM node moves would lose the pointer. */
export function withPinned(shown: readonly number[], pinned: number): number[] {
  if (pinned < 0 || shown.includes(pinned)) return [...shown];
  return [...shown, pinned].sort((a, b) => a - b);
}

/** Cached, because reading the window's size during a render forces a layout. */
let windowSize: { width: number; height: number } | null = null;
window.addEventListener('resize', () => {
  windowSize = null;
  lastBoxes.clear();
});

const viewport = () => (windowSize ??= { width: window.innerWidth, height: window.innerHeight });

const observeViewport: typeof observeWindowRect = (_list, onChange) => {
  const notify = () => onChange(viewport());
  notify();
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
};

/** Observes the scroll position from the next frame on: reading it now would force a layout. */
const observeScroll: typeof observeWindowOffset = (list, onChange) => {
  let stop: ReturnType<typeof observeWindowOffset>;
  const frame = requestAnimationFrame(() => {
    stop = observeWindowOffset(list, onChange);
    // Catch up on a scroll event before this frame.
    const top = pageTop();
    if (top !== list.scrollOffset) onChange(top, false);
  });
  return () => {
    cancelAnimationFrame(frame);
    stop?.();
  };
};

/** The page's font size without text enlargement. */
const TEXT_PX = 15;

/** `top` and `width` are in px. */
interface BoxInPage {
  top: number;
  width: number;
  /** Text enlargement: some browsers can enlarge the text without zooming the page. */
  textScale: number;
}

/** The last measured box of each list, by kind of page and label: the first guess when a list with the same key mounts. */
const lastBoxes = new Map<string, BoxInPage>();

function boxOf(element: Element): BoxInPage {
  const { top, width } = element.getBoundingClientRect();
  const textScale = parseFloat(getComputedStyle(element).fontSize) / TEXT_PX;
  return { top: top + window.scrollY, width, textScale };
}

/**
 * Measures a list. A box known from the boot page or an earlier page lets the first render show rows; else the width is 0 until measured.
 */
export function useBoxInPage(label: string) {
  const box = useRef<HTMLDivElement>(null);
  const [key] = useState(() => `${window.location.pathname.split('/')[1]} ${label}`);
  const [initialBox] = useState<BoxInPage>(() => {
    const snapshotList = findSnapshotList(label);
    return snapshotList ? boxOf(snapshotList) : (lastBoxes.get(key) ?? { top: 0, width: 0, textScale: 1 });
  });
  const [measured, setMeasured] = useState(initialBox);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const next = boxOf(element);
      lastBoxes.set(key, next);
      const isEqual = ({ top, width, textScale }: BoxInPage) =>
        top === next.top && width === next.width && textScale === next.textScale;
      setMeasured((previous) => (isEqual(previous) ? previous : next));
    };
    // A known box is measured later by the observer: measuring it here would force a layout.
    if (initialBox.width === 0) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The list moves when content above it changes its height.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [initialBox, key]);
  return { box, ...measured };
}

/**
 * Keys rows so that their DOM nodes are recycled. With overscan, the number of rows is constant: an entering row gets the DOM nodes of a
 * leaving row. `rowHeight` is in px.
 */
export function useRecycledRows(rowHeight: number, overscan: number) {
  const rowCount = Math.ceil(viewport().height / rowHeight) + 1 + 2 * OVERSCAN_ROWS;
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, count }: Range) => {
      const last = Math.min(count - 1, endIndex + overscan);
      const first = overscan === 0 ? startIndex : Math.max(0, last - rowCount + 1);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    },
    [rowCount, overscan],
  );
  return { rangeExtractor, keyOfRow: (index: number) => index % rowCount };
}

/** Skips a scroll to the current position, which would force a layout. */
const scrollPage: typeof windowScroll = (offset, options, list) => {
  const { adjustments, behavior } = options;
  if (adjustments !== undefined || behavior !== undefined || offset !== list.scrollOffset)
    windowScroll(offset, options, list);
};

/** Options of the virtualizer of a list that scrolls with the page. @param top the list's offset in the page, in px */
export const inPage = (top: number, overscan: number) => ({
  overscan,
  // Render entering rows outside the scroll event: they are not visible yet.
  useFlushSync: false,
  initialOffset: pageTop,
  initialRect: viewport(),
  observeElementRect: observeViewport,
  observeElementOffset: observeScroll,
  scrollMargin: top,
  scrollToFn: scrollPage,
});
