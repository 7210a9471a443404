import { useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useOverscan, type WindowedProps } from './windowed.ts';

interface WindowedPaneProps<T> extends WindowedProps<T> {
  /** In px, the same for every row. */
  rowHeight: number;
}

const style = classes({
  pane: { flex: '1', minHeight: '0', overflowY: 'auto', overscrollBehavior: 'contain' },
  list: { position: 'relative' },
  row: { position: 'absolute', insetX: '0' },
});

/**
 * A virtualized list that scrolls in its own box. The virtualizer of the other lists would measure the box on mount, which forces a layout
 * and a second render when the messages open.
 */
export function WindowedPane<T>({ label, items, keyOf, rowHeight, children }: WindowedPaneProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  // Before the box is measured: as many rows as fit into the window.
  const [visible, setVisible] = useState(() => ({ first: 0, end: Math.ceil(window.innerHeight / rowHeight) }));
  const overscan = useOverscan();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const check = () => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
      // Keep the range if it already covers the visible rows.
      setVisible((previous) => (previous.first <= first && previous.end >= end ? previous : { first, end }));
    };
    element.addEventListener('scroll', check, { passive: true });
    const observer = new ResizeObserver(check);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', check);
      observer.disconnect();
    };
  }, [rowHeight]);
  const from = Math.max(0, visible.first - overscan);
  return (
    <div ref={box} className={style('pane')}>
      <div
        role="list"
        aria-label={label}
        className={style('list')}
        style={{ height: items.length * rowHeight, minHeight: '100%' }}
      >
        {items.slice(from, visible.end + overscan).map((item, at) => {
          const row = from + at;
          return (
            <div
              key={keyOf(item)}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={row + 1}
              className={style('row')}
              style={{ height: rowHeight, top: row * rowHeight }}
            >
              {children(item, { row })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
