import { observeWindowOffset, type observeWindowRect, type Range, windowScroll } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { pageTop } from '../platform/page-scroll.ts';
import { useOnceIdle } from '../platform/use-once-idle.ts';
import { findSnapshotList } from '../boot/contract.ts';

/** Overscan: rows rendered beyond the visible ones. */
const OVERSCAN_ROWS = 3;

/** Timeout of the idle callback that adds the overscan, in ms. */
const OVERSCAN_MS = 500;

/** The overscan: 0 until the page is idle, to render the first view sooner. */
export function useOverscan(): number {
  return useOnceIdle(OVERSCAN_MS) ? OVERSCAN_ROWS : 0;
}

export interface WindowedProps<T> {
  /** Accessible name of the list. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T, at: { row: number }) => ReactNode;
}

/** The window's size in px. Cached, because reading it during a render forces a layout. */
let windowSize: { width: number; height: number } | null = null;
window.addEventListener('resize', () => {
  windowSize = null;
  lastBoxes.clear();
});

/** The viewport of lists in the page's scroll. */
const viewport = () => (windowSize ??= { width: window.innerWidth, height: window.innerHeight });

/** Observes the viewport's size. */
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

/** The page's font size in px without enlargement. */
const TEXT_PX = 15;

/** A box's top and width in the page, in px, and the enlargement of its text. */
interface BoxInPage {
  top: number;
  width: number;
  /** Some browsers can enlarge the text without zooming the page. */
  textScale: number;
}

/** The last boxes, by kind of page and list name: the initial guess for the next list. */
const lastBoxes = new Map<string, BoxInPage>();

function boxOf(element: Element): BoxInPage {
  const { top, width } = element.getBoundingClientRect();
  const textScale = parseFloat(getComputedStyle(element).fontSize) / TEXT_PX;
  return { top: top + window.scrollY, width, textScale };
}

/**
 * The box of the list with this name. If the snapshot shows the list, or a page of this kind did before, the first render uses that box
 * and can render rows. Otherwise its width is 0 until it is measured, before the first paint.
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
    // Content above the list may change its height.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [initialBox, key]);
  return { box, ...measured };
}

/**
 * The rows of a grid to render, and their keys. `rowHeight` is in px. With overscan the number of rows is constant: a row that enters
 * gets the key, and so the DOM nodes, of a row that leaves. Creating new nodes takes several times as long.
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

/** Scrolls the page, but skips a scroll to the current position, which would force a layout. */
const scrollPage: typeof windowScroll = (offset, options, list) => {
  const { adjustments, behavior } = options;
  if (adjustments !== undefined || behavior !== undefined || offset !== list.scrollOffset)
    windowScroll(offset, options, list);
};

/**
 * Virtualizer options for a list in the page's scroll. @param top the list's offset in the page, in px @param overscan see `useOverscan`
 */
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
