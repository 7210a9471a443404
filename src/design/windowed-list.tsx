import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import { classes } from './classes.ts';
import { inPage, useBoxInPage, useOverscan, type WindowedProps } from './windowed.ts';

interface WindowedListProps<T> extends WindowedProps<T> {
  /** Estimated, in px; the actual height is measured after rendering. */
  rowHeight: number;
}

const style = classes({
  list: { position: 'relative' },
  row: { position: 'absolute', top: '0', left: '0', width: '100%' },
});

export function WindowedList<T>({ label, items, keyOf, rowHeight, children }: WindowedListProps<T>) {
  const { box, top, width } = useBoxInPage(label);
  const overscan = useOverscan();
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
    ...inPage(top, overscan),
  });
  return (
    <div ref={box} role="list" aria-label={label} className={style('list')} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const item = items[row.index];
        if (item === undefined) return null;
        return (
          <div
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className={style('row')}
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {children(item, { row: row.index })}
          </div>
        );
      })}
    </div>
  );
}
