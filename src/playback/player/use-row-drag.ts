import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export const ROW_PX = 64;
/** A pointer that moves no further than this is a tap, not a drag. */
const TAP_PX = 5;
/** Within EDGE_PX of an edge the list scrolls, by SCROLL_PX per frame at the edge itself. */
const EDGE_PX = 56;
const SCROLL_PX = 10;

interface Drag {
  from: number;
  to: number;
  offsetPx: number;
}

/** Reorders the rows of a list by dragging. All rows must be ROW_PX high. The list scrolls at its edges. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const grip = useRef<{ from: number; startY: number; startScroll: number; y: number } | null>(null);
  const frame = useRef(0);
  /** Whether the press became a drag: the browser also fires a click after it, which is not a tap. */
  const wasDragged = useRef(false);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const follow = () => {
    const start = grip.current;
    const box = list.current;
    if (!start || !box) return;
    const { top, bottom } = box.getBoundingClientRect();
    const depth = (distance: number) => Math.max(0, 1 - distance / EDGE_PX);
    // A row that is lifted near an edge and moved away from it must not scroll towards it.
    const speed = start.y > start.startY ? depth(bottom - start.y) : -depth(start.y - top);
    box.scrollBy(0, speed * SCROLL_PX);
    setDrag(dragAt(start.y));
    frame.current = requestAnimationFrame(follow);
  };
  const dragAt = (y: number): Drag | null => {
    const start = grip.current;
    if (!start) return null;
    const offsetPx = y - start.startY + (list.current?.scrollTop ?? 0) - start.startScroll;
    const to = Math.min(count - 1, Math.max(0, start.from + Math.round(offsetPx / ROW_PX)));
    return { from: start.from, to, offsetPx };
  };

  const end = () => {
    cancelAnimationFrame(frame.current);
    grip.current = null;
    setDrag(null);
  };

  return {
    from: drag?.from ?? null,
    /** In px: the dragged row follows the pointer, the others make room. */
    shiftOf(i: number): number {
      if (!drag) return 0;
      if (i === drag.from) return drag.offsetPx;
      if (i > drag.from && i <= drag.to) return -ROW_PX;
      return i < drag.from && i >= drag.to ? ROW_PX : 0;
    },
    handleOf: (i: number, onTap: () => void) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = false;
        grip.current = {
          from: i,
          startY: event.clientY,
          startScroll: list.current?.scrollTop ?? 0,
          y: event.clientY,
        };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const start = grip.current;
        if (!start) return;
        start.y = event.clientY;
        if (drag === null && Math.abs(event.clientY - start.startY) > TAP_PX) {
          wasDragged.current = true;
          cancelAnimationFrame(frame.current);
          follow();
        }
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        // The last move may be newer than the last frame.
        const dropped = wasDragged.current ? dragAt(event.clientY) : null;
        end();
        if (dropped && dropped.from !== dropped.to) onMove(dropped.from, dropped.to);
      },
      onPointerCancel: end,
      onClick() {
        if (!wasDragged.current) onTap();
        wasDragged.current = false;
      },
    }),
  };
}
