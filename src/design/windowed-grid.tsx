import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { classes } from './classes.ts';
import { useFocusKept } from './focus-kept.ts';
import { inPage, useBoxInPage, useReusedRows, useRowsAhead, type WindowedProps } from './windowed.ts';

/** How many stand beside each other, and the gaps between them in px. */
export interface Columns {
  count: number;
  gapX: number;
  gapY: number;
}

interface WindowedGridProps<T> extends Omit<WindowedProps<T>, 'children'> {
  /** `width`: of the cell, in px. */
  children: (item: T, at: { row: number; width: number }) => ReactNode;
  /** For a grid of this width in px, whose text is so many times as large as drawn. */
  columnsOf: (width: number, textScale: number) => Columns;
  /** Of a cell of this width in px, without the gap under it. */
  heightOf: (cellWidth: number, textScale: number) => number;
}

const look = classes({
  grid: { position: 'relative' },
  // What changes in a row lays no other row out anew.
  row: { position: 'absolute', top: '0', left: '0', width: '100%', display: 'grid', contain: 'layout style' },
});

/**
 * A grid in the page's own scroll, windowed by rows: of ten thousand items a few dozen stand in the document. An item that comes takes
 * the elements of one that has gone, with what they hold of themselves: what a cell holds of its item is keyed by that.
 */
export function WindowedGrid<T>({ label, items, keyOf, columnsOf, heightOf, children }: WindowedGridProps<T>) {
  const { box, top, width, textScale } = useBoxInPage(label);
  const ahead = useRowsAhead();
  const { count, gapX, gapY } = columnsOf(width, textScale);
  const cellWidth = (width - gapX * (count - 1)) / count;
  const rowHeight = heightOf(cellWidth, textScale) + gapY;
  const { rangeExtractor, keyOfRow } = useReusedRows(rowHeight, ahead);
  const rows = useWindowVirtualizer({
    count: width > 0 ? Math.ceil(items.length / count) : 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    ...inPage(top, ahead),
    rangeExtractor,
  });
  useFocusKept(box);
  const now = useMemo(() => ({ items, children }), [items, children]);
  // Rows that are not seen yet follow when there is time: a list may be another one at each key that somebody types.
  const later = useDeferredValue(now);
  const measuredFor = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measuredFor.current === rowHeight) return;
    measuredFor.current = rowHeight;
    rows.measure();
  }, [rows, rowHeight]);
  return (
    <div ref={box} role="list" aria-label={label} className={look('grid')} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const isSeen = rows.range !== null && row.index >= rows.range.startIndex && row.index <= rows.range.endIndex;
        const drawn = isSeen ? now : later;
        return (
          <div
            key={keyOfRow(row.index)}
            role="presentation"
            className={look('row')}
            style={{
              gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
              gap: gapX,
              height: rowHeight - gapY,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            {drawn.items.slice(row.index * count, (row.index + 1) * count).map((item, i) => (
              <div
                role="listitem"
                key={i}
                data-item={keyOf(item)}
                aria-setsize={items.length}
                aria-posinset={row.index * count + i + 1}
              >
                {drawn.children(item, { row: row.index, width: cellWidth })}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}
