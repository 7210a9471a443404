import { observeWindowOffset, type observeWindowRect, type Range, windowScroll } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { pageTop } from '../platform/page-scroll.ts';
import { useOnceIdle } from '../platform/use-once-idle.ts';
import { findSnapshotList } from '../boot/contract.ts';

/** Rows beyond what is seen that are drawn ahead of a scroll. */
const ROWS_AHEAD = 3;

/** The rows ahead follow the first ones within this time, in ms. */
const AHEAD_WITHIN_MS = 500;

/** How many rows a list draws beyond what is seen: none at first, as a page is waited for. */
export function useRowsAhead(): number {
  return useOnceIdle(AHEAD_WITHIN_MS) ? ROWS_AHEAD : 0;
}

export interface WindowedProps<T> {
  /** What the list holds, for screen readers. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T, at: { row: number }) => ReactNode;
}

/** The window's size in px. Kept, as to ask for it has the page laid out: in the midst of drawing, that takes long. */
let windowSize: { width: number; height: number } | null = null;
window.addEventListener('resize', () => {
  windowSize = null;
  lastBoxes.clear();
});

/** What a list in the page's scroll is seen through. */
const seenThrough = () => (windowSize ??= { width: window.innerWidth, height: window.innerHeight });

/** Follows what a list is seen through. */
const watchSeenThrough: typeof observeWindowRect = (_list, tell) => {
  const tellNow = () => tell(seenThrough());
  tellNow();
  window.addEventListener('resize', tellNow);
  return () => window.removeEventListener('resize', tellNow);
};

/** Follows how far the page is scrolled, from the next frame on: asked at once, it would be laid out in the midst of drawing. */
const watchScroll: typeof observeWindowOffset = (list, tell) => {
  let stop: ReturnType<typeof observeWindowOffset>;
  const frame = requestAnimationFrame(() => {
    stop = observeWindowOffset(list, tell);
    // A scroll before this frame has told its event already.
    const top = pageTop();
    if (top !== list.scrollOffset) tell(top, false);
  });
  return () => {
    cancelAnimationFrame(frame);
    stop?.();
  };
};

/** Of the text of the page, in px, where nobody has enlarged it. */
const TEXT_PX = 15;

/** Where a box begins in the page and how wide it is, in px; and how many times as large as drawn its text is. */
interface BoxInPage {
  top: number;
  width: number;
  /** Some browsers enlarge the text alone. */
  textScale: number;
}

/** Where the lists so far stood, by the kind of their page and their names: the next one is drawn there at once. */
const lastBoxes = new Map<string, BoxInPage>();

function boxOf(element: Element): BoxInPage {
  const { top, width } = element.getBoundingClientRect();
  const textScale = parseFloat(getComputedStyle(element).fontSize) / TEXT_PX;
  return { top: top + window.scrollY, width, textScale };
}

/**
 * The box of a list of this name. Where one stands before the app, or stood in such a page before, it is known or likely at the first
 * drawing, so that the rows are drawn in it; else it is of no width until it is measured, before the first paint.
 */
export function useBoxInPage(label: string) {
  const box = useRef<HTMLDivElement>(null);
  const [key] = useState(() => `${window.location.pathname.split('/')[1]} ${label}`);
  const [first] = useState<BoxInPage>(() => {
    const standing = findSnapshotList(label);
    return standing ? boxOf(standing) : (lastBoxes.get(key) ?? { top: 0, width: 0, textScale: 1 });
  });
  const [measured, setMeasured] = useState(first);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const next = boxOf(element);
      lastBoxes.set(key, next);
      const isAlike = ({ top, width, textScale }: BoxInPage) =>
        top === next.top && width === next.width && textScale === next.textScale;
      setMeasured((before) => (isAlike(before) ? before : next));
    };
    // A box that is known is measured once the page has been laid out: asked for here, that would be done in the midst of drawing.
    if (first.width === 0) measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // What stands above it grows and shrinks.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [first, key]);
  return { box, ...measured };
}

/**
 * Which of the rows of a grid, each of this height in px, are drawn, and under which keys. Once those ahead are drawn too there are
 * always as many: for each row that comes one goes, whose key and with it elements it has. To make new ones takes several times as long.
 */
export function useReusedRows(rowHeight: number, ahead: number) {
  const most = Math.ceil(seenThrough().height / rowHeight) + 1 + 2 * ROWS_AHEAD;
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, count }: Range) => {
      const last = Math.min(count - 1, endIndex + ahead);
      const first = ahead === 0 ? startIndex : Math.max(0, last - most + 1);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    },
    [most, ahead],
  );
  return { rangeExtractor, keyOfRow: (index: number) => index % most };
}

/** Scrolls the page as a list asks, unless it only says where the page is: that would be laid out in the midst of drawing. */
const scrollPage: typeof windowScroll = (offset, options, list) => {
  const { adjustments, behavior } = options;
  if (adjustments !== undefined || behavior !== undefined || offset !== list.scrollOffset)
    windowScroll(offset, options, list);
};

/** How a list stands in the page's own scroll. @param top where it begins, in px of the page @param ahead see `useRowsAhead` */
export const inPage = (top: number, ahead: number) => ({
  overscan: ahead,
  // What comes into reach is drawn beside the frames of the scrolling, not in one of them: it is not seen yet.
  useFlushSync: false,
  initialOffset: pageTop,
  initialRect: seenThrough(),
  observeElementRect: watchSeenThrough,
  observeElementOffset: watchScroll,
  scrollMargin: top,
  scrollToFn: scrollPage,
});
