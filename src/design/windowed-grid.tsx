import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import { classes } from './classes.ts';
import { inPage, useBoxInPage, useRecycledRows, useOverscan, type WindowedProps } from './windowed.ts';

/** Gaps are in px. */
export interface Columns {
  count: number;
  gapX: number;
  gapY: number;
}

interface WindowedGridProps<T> extends Omit<WindowedProps<T>, 'children'> {
  /** `width`: the cell's width, in px. */
  children: (item: T, at: { row: number; width: number }) => ReactNode;
  /** `width`: the grid's width in px; `textScale`: the browser's text enlargement. */
  columnsOf: (width: number, textScale: number) => Columns;
  /** A cell's height in px, without the gap below. */
  heightOf: (cellWidth: number, textScale: number) => number;
  /** Set while items may follow that are not loaded, so that the list's size is unknown. Must be the same object between renders. */
  more?: MoreItems | null;
}

export interface MoreItems {
  /** Rows of placeholders after the items. With at least one, placeholders also fill the last row of items. */
  rows: number;
  placeholder: ReactNode;
}

const style = classes({
  grid: { position: 'relative' },
  // A change in a row causes no layout of other rows.
  row: { position: 'absolute', top: '0', left: '0', width: '100%', display: 'grid', contain: 'layout style' },
});

/** DOM nodes and component state are recycled between items, so state of an item must be keyed by the item. */
export function WindowedGrid<T>(props: WindowedGridProps<T>) {
  const { label, items, keyOf, columnsOf, heightOf, children, more = null } = props;
  const { box, top, width, textScale } = useBoxInPage(label);
  const overscan = useOverscan();
  const { count, gapX, gapY } = columnsOf(width, textScale);
  const cellWidth = (width - gapX * (count - 1)) / count;
  const rowHeight = heightOf(cellWidth, textScale) + gapY;
  const { rangeExtractor, keyOfRow } = useRecycledRows(rowHeight, overscan);
  const rows = useWindowVirtualizer({
    count: width > 0 ? Math.ceil(items.length / count) + (more?.rows ?? 0) : 0,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    ...inPage(top, overscan),
    rangeExtractor,
  });
  const current = useMemo(() => ({ items, children, more }), [items, children, more]);
  // Rows out of view update with low priority: a search replaces the list at each key.
  const deferred = useDeferredValue(current);
  const measuredFor = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measuredFor.current === rowHeight) return;
    measuredFor.current = rowHeight;
    rows.measure();
  }, [rows, rowHeight]);
  return (
    <div ref={box} role="list" aria-label={label} className={style('grid')} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => {
        const isVisible = rows.range !== null && row.index >= rows.range.startIndex && row.index <= rows.range.endIndex;
        const content = isVisible ? current : deferred;
        const cells = content.items.slice(row.index * count, (row.index + 1) * count);
        return (
          <div
            key={keyOfRow(row.index)}
            role="presentation"
            className={style('row')}
            style={{
              gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
              gap: gapX,
              height: rowHeight - gapY,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            {cells.map((item, i) => (
              <div
                role="listitem"
                key={i}
                data-item={keyOf(item)}
                aria-setsize={more ? -1 : items.length}
                aria-posinset={row.index * count + i + 1}
              >
                {content.children(item, { row: row.index, width: cellWidth })}
              </div>
            ))}
            {content.more !== null &&
              content.more.rows > 0 &&
              Array.from({ length: count - cells.length }, (_, i) => (
                <div key={cells.length + i} aria-hidden>
                  {content.more?.placeholder}
                </div>
              ))}
          </div>
        );
      })}
    </div>
  );
}
