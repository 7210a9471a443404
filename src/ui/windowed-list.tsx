import { chakra } from '@chakra-ui/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import { ROWS_AHEAD, useBoxInPage, type WindowedProps } from './windowed.ts';

interface WindowedListProps<T> extends WindowedProps<T> {
  /** A likely height of a row in px; the real one is measured when it is drawn. */
  rowHeight: number;
}

/** A list in the page's own scroll whose rows may differ in height: of ten thousand a few dozen stand in the document. */
export function WindowedList<T>({ label, items, keyOf, rowHeight, children }: WindowedListProps<T>) {
  const { box, top, width } = useBoxInPage();
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
