import { type HTMLAttributes, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { useOverscan, type WindowedProps, withPinned } from './windowed.ts';

interface WindowedPaneProps<T> extends WindowedProps<T> {
  /** In px, the same for every row. */
  rowHeight: number;
  /** Row that is the first in view when the list opens. */
  firstRow?: number;
  /** Key of the row that is the current one. */
  currentKey?: string | null;
  /** Key of a row that stays rendered while it is scrolled away, and lies above the others. */
  pinnedKey?: string | null;
  /** Props of the box. */
  pane?: HTMLAttributes<HTMLDivElement> & { ref?: RefObject<HTMLDivElement | null> };
}

const style = classes({
  pane: { flex: '1', minHeight: '0', overflowY: 'auto', overscrollBehavior: 'contain' },
  list: { position: 'relative' },
  row: { position: 'absolute', insetX: '0' },
  pinned: { zIndex: 1 },
});

/**
 * A virtualized list that scrolls in its own box. The virtualizer of the other lists would measure the box on mount, which forces a layout
 * and a second render when the pane opens.
 */
export function WindowedPane<T>(props: WindowedPaneProps<T>) {
  const {
    label,
    items,
    keyOf,
    rowHeight,
    firstRow = 0,
    currentKey = null,
    pinnedKey = null,
    pane = {},
    children,
  } = props;
  const ownBox = useRef<HTMLDivElement>(null);
  const box = pane.ref ?? ownBox;
  // Before the box is measured: as many rows as fit into the window.
  const [visible, setVisible] = useState(() => ({
    first: firstRow,
    end: firstRow + Math.ceil(window.innerHeight / rowHeight),
  }));
  const overscan = useOverscan();
  const [openedAtPx] = useState(firstRow * rowHeight);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const check = () => {
      const first = Math.floor(element.scrollTop / rowHeight);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
      // Keep the range if it already covers the visible rows.
      setVisible((previous) => (previous.first <= first && previous.end >= end ? previous : { first, end }));
    };
    // A short list does not scroll that far, so more rows may be visible.
    if (openedAtPx > 0) {
      element.scrollTo(0, openedAtPx);
      check();
    }
    element.addEventListener('scroll', check, { passive: true });
    const observer = new ResizeObserver(check);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', check);
      observer.disconnect();
    };
  }, [box, openedAtPx, rowHeight]);
  const from = Math.max(0, visible.first - overscan);
  const pinned = pinnedKey === null ? -1 : items.findIndex((item) => keyOf(item) === pinnedKey);
  const shown = withPinned(
    items.slice(from, visible.end + overscan).map((_, at) => from + at),
    pinned,
  );
  return (
    <div {...pane} ref={box} className={style('pane')}>
      <div
        role="list"
        aria-label={label}
        className={style('list')}
        style={{ height: items.length * rowHeight, minHeight: '100%' }}
      >
        {shown.map((row) => {
          const item = items[row];
          if (item === undefined) return null;
          const key = keyOf(item);
          return (
            <div
              key={key}
              data-item={key}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={row + 1}
              {...(key === currentKey ? { 'aria-current': true } : {})}
              className={style('row', row === pinned && 'pinned')}
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
