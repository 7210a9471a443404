import { chakra } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { WindowedProps } from './windowed.ts';

/** Rows beyond the box that are drawn ahead of a scroll. */
const ROWS_AHEAD = 3;

interface WindowedPaneProps<T> extends WindowedProps<T> {
  /** Of every row, in px. */
  rowHeight: number;
}

/** A list that scrolls in a box of its own and fills it, its rows equally high: of hundreds a dozen stand in the document. */
export function WindowedPane<T>({ label, items, keyOf, rowHeight, children }: WindowedPaneProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, end: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - ROWS_AHEAD);
      const end = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + ROWS_AHEAD;
      setSeen((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [rowHeight]);
  return (
    <chakra.div ref={box} flex="1" minHeight="0" overflowY="auto" overscrollBehavior="contain">
      <chakra.div
        role="list"
        aria-label={label}
        position="relative"
        style={{ height: items.length * rowHeight, minHeight: '100%' }}
      >
        {items.slice(seen.first, seen.end).map((item, at) => {
          const row = seen.first + at;
          return (
            <chakra.div
              key={keyOf(item)}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={row + 1}
              position="absolute"
              insetX="0"
              style={{ height: rowHeight, top: row * rowHeight }}
            >
              {children(item, { row })}
            </chakra.div>
          );
        })}
      </chakra.div>
    </chakra.div>
  );
}
