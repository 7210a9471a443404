import { chakra } from '@chakra-ui/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';

const ROWS_AHEAD = 3;

/** How many stand beside each other, and the gaps between them in px. */
export interface Columns {
  count: number;
  gapX: number;
  gapY: number;
}

interface WindowedProps<T> {
  /** What the list holds, for screen readers. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T, place: { row: number }) => ReactNode;
}

interface WindowedGridProps<T> extends WindowedProps<T> {
  /** For a grid of this width in px. */
  columnsOf: (width: number) => Columns;
  /** Of a cell of this width in px, without the gap under it. */
  heightOf: (cellWidth: number) => number;
}

/** A grid in the page's own scroll, windowed by rows: of ten thousand items a few dozen stand in the document. */
export function WindowedGrid<T>({ label, items, keyOf, columnsOf, heightOf, children }: WindowedGridProps<T>) {
  const { box, top, width } = usePlaceInPage();
  const { count, gapX, gapY } = columnsOf(width);
  const rowHeight = heightOf((width - gapX * (count - 1)) / count) + gapY;
  const rows = useWindowVirtualizer({
    count: width > 0 ? Math.ceil(items.length / count) : 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: ROWS_AHEAD,
    scrollMargin: top,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  return (
    <chakra.div ref={box} role="list" aria-label={label} position="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => (
        <chakra.div
          key={row.key}
          role="presentation"
          position="absolute"
          top="0"
          left="0"
          width="100%"
          display="grid"
          style={{
            gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
            gap: gapX,
            transform: `translateY(${row.start - top}px)`,
          }}
        >
          {items.slice(row.index * count, (row.index + 1) * count).map((item, i) => (
            <div
              role="listitem"
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={row.index * count + i + 1}
            >
              {children(item, { row: row.index })}
            </div>
          ))}
        </chakra.div>
      ))}
    </chakra.div>
  );
}

interface WindowedListProps<T> extends WindowedProps<T> {
  /** A likely height of a row in px; the real one is measured when it is drawn. */
  rowHeight: number;
}

/** A list in the page's own scroll whose rows may differ in height: of ten thousand a few dozen stand in the document. */
export function WindowedList<T>({ label, items, keyOf, rowHeight, children }: WindowedListProps<T>) {
  const { box, top, width } = usePlaceInPage();
  const rows = useWindowVirtualizer({
    count: width > 0 ? items.length : 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      },
      [items, keyOf],
    ),
    overscan: ROWS_AHEAD,
    scrollMargin: top,
  });
  return (
    <chakra.div ref={box} role="list" aria-label={label} position="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const item = items[row.index];
        if (item === undefined) return null;
        return (
          <chakra.div
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            position="absolute"
            top="0"
            left="0"
            width="100%"
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {children(item, { row: row.index })}
          </chakra.div>
        );
      })}
    </chakra.div>
  );
}

/** Where a box begins in the page and how wide it is, in px; zero until it is measured, before the first paint. */
function usePlaceInPage() {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      setPlace({ top: top + window.scrollY, width });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...place };
}
