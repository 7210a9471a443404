import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import { classes } from './classes.ts';
import { inPage, useBoxInPage, useOverscan, type WindowedProps, withPinned } from './windowed.ts';

interface WindowedListProps<T> extends WindowedProps<T> {
  /** Estimated, in px; the actual height is measured after rendering. */
  rowHeight: number;
  /** Key of a row that stays rendered while it is scrolled away, and lies above the others. */
  pinnedKey?: string | null;
}

const style = classes({
  list: { position: 'relative' },
  row: { position: 'absolute', top: '0', left: '0', width: '100%' },
  pinned: { zIndex: 1 },
});

export function WindowedList<T>({ label, items, keyOf, rowHeight, pinnedKey = null, children }: WindowedListProps<T>) {
  const { box, top, width } = useBoxInPage(label);
  const overscan = useOverscan();
  const pinned = pinnedKey === null ? -1 : items.findIndex((item) => keyOf(item) === pinnedKey);
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
    rangeExtractor: useCallback((range: Range) => withPinned(defaultRangeExtractor(range), pinned), [pinned]),
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
            data-item={row.key}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className={style('row', row.index === pinned && 'pinned')}
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {children(item, { row: row.index })}
          </div>
        );
      })}
    </div>
  );
}
