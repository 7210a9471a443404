import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** A pointer that moves no further than this, in px, is a tap, not a drag. */
const TAP_PX = 5;
/** A row dragged to within this distance of an edge, in px, scrolls the list; at the edge itself, by SCROLL_PX_PER_MS. */
const EDGE_PX = 96;
const SCROLL_PX_PER_MS = 2.4;
/** A longer frame scrolls only as far as one of this length: rendering more new rows would make the next frame even longer. */
const MAX_FRAME_MS = 32;
/** EDGE_PX is limited to this share of the area's height, so that a short area does not scroll everywhere. */
const EDGE_SHARE = 0.2;
/** The top bar's height on desktops, in px. */
const TOP_BAR_PX = 68;

/** A lifted row, and its new place: before the row `before`, or at the end if null. Rows are named by key: a sync may change the list. */
export interface Lift {
  readonly key: string;
  readonly before: string | null;
  /**
   * The new place as an index in the list without the lifted row. Used if a sync removes the row `before`, or appends rows while the lifted row
   * is at the end.
   */
  readonly index: number;
  readonly by: 'pointer' | 'keys';
}

/** The part of the lift that a `LiftRow` shows. */
export interface LiftedRow {
  /** Null unless the row is lifted. */
  readonly lifted: Lift['by'] | null;
  /** Whether the line that marks the place is above or below the row; null for neither. */
  readonly line: 'above' | 'below' | null;
}

interface Drag {
  /** Of the row. */
  key: string;
  pointerId: number;
  startY: number;
  startScroll: number;
  y: number;
  /** `y` when the row last followed it. */
  followedY: number;
  isMoving: boolean;
}

interface LiftInput {
  /** The keys of the rows, in order. */
  keys: readonly string[];
  /** `index` is that of the list without the row. */
  onDrop: (key: string, index: number) => void;
  onChange: (kind: LiftChange, key: string, index: number) => void;
  /** Whether the list scrolls in its own box, not with the page. */
  isPane?: boolean;
}

export type LiftChange = 'lifted' | 'moved' | 'dropped' | 'returned';

/**
 * Moves rows of a list: by dragging the row's grip, or by Space and the arrow keys. A tap on the grip lifts the row too, for people who can
 * neither drag nor press keys. The rows are `LiftRow`s in the list items of the only child of the element with `listProps`.
 */
export function useLift({ keys, onDrop, onChange, isPane = false }: LiftInput) {
  const [lift, setLift] = useState<Lift | null>(null);
  /** A blur and a click may follow each other before the next render. */
  const latest = useRef<Lift | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  /** Whether the last press was a drag: the browser also fires a click after it, which is not a tap. */
  const wasDragged = useRef(false);
  const isHere = lift !== null && keys.includes(lift.key);

  const elementOf = (key: string) =>
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;
  const indexAt = ({ key, before, index }: Omit<Lift, 'by'>) => {
    const others = keys.filter((other) => other !== key);
    const found = before === null ? -1 : others.indexOf(before);
    return found < 0 ? Math.min(index, others.length) : found;
  };
  /** Computed once per render, since it reads the whole list. */
  const place = isHere ? indexAt(lift) : NaN;
  const beforeAt = (key: string, index: number) => keys.filter((other) => other !== key)[index] ?? null;
  const shift = (key: string, px: number | null) => {
    const row = elementOf(key);
    if (row) row.style.transform = px === null ? '' : `translateY(${px}px)`;
  };

  const scroller = () => (isPane ? list.current : window);
  const scrollTop = () => (isPane ? (list.current?.scrollTop ?? 0) : window.scrollY);
  /** Between these heights in the window, in px, rows can be seen. */
  const visibleArea = () => {
    if (isPane && list.current) return list.current.getBoundingClientRect();
    const bars = parseFloat(getComputedStyle(list.current ?? document.body).getPropertyValue('--bottom-bars'));
    return { top: TOP_BAR_PX, bottom: window.innerHeight - (bars || 0) };
  };

  const put = (next: Lift | null) => {
    latest.current = next;
    setLift(next);
  };
  const raise = (key: string, by: Lift['by']) => {
    if (latest.current?.key !== key) drop();
    const index = keys.indexOf(key);
    put({ key, before: beforeAt(key, index), index, by });
    onChange('lifted', key, index);
  };
  const end = (kind: 'dropped' | 'returned') => {
    const ended = latest.current;
    if (!ended) return;
    shift(ended.key, null);
    put(null);
    const from = keys.indexOf(ended.key);
    if (from < 0) return;
    const to = kind === 'dropped' ? indexAt(ended) : from;
    onChange(kind, ended.key, to);
    if (to !== from) onDrop(ended.key, to);
  };
  const drop = () => end('dropped');
  const cancel = () => end('returned');

  const moveTo = (to: number) => {
    if (!isHere) return;
    const index = Math.min(keys.length - 1, Math.max(0, to));
    put({ ...lift, before: beforeAt(lift.key, index), index });
    onChange('moved', lift.key, index);
  };

  /** Follows the pointer, and scrolls while it is at an edge, also while it rests there. */
  const follow = (elapsedMs: number) => {
    const start = drag.current;
    const lifted = latest.current;
    const [item, box] = [lifted && elementOf(lifted.key)?.parentElement, list.current?.firstElementChild];
    if (!start || !lifted || !item || !box) return cancel();
    start.followedY = start.y;
    const { top, bottom } = visibleArea();
    const edge = Math.min(EDGE_PX, EDGE_SHARE * (bottom - top));
    const depth = (distance: number) => Math.max(0, Math.min(edge, edge - distance)) / EDGE_PX;
    // A row that is lifted near an edge and moved away from it must not scroll towards it.
    const speed = start.y > start.startY ? depth(bottom - start.y) ** 2 : -(depth(start.y - top) ** 2);
    if (speed !== 0) scroller()?.scrollBy(0, speed * SCROLL_PX_PER_MS * elapsedMs);
    const [own, whole] = [item.getBoundingClientRect(), box.getBoundingClientRect()];
    const offset = start.y - start.startY + scrollTop() - start.startScroll;
    // Beyond the list's ends, the row would extend the page, which would scroll without end.
    shift(lifted.key, Math.min(whole.bottom - own.bottom, Math.max(whole.top - own.top, offset)));
    const before = rowBelow(box, lifted.key, own.top + offset + own.height / 2, keys);
    const index = before === null ? keys.length - 1 : indexAt({ ...lifted, before });
    if (before === lifted.before && index === lifted.index) return;
    put({ ...lifted, before, index });
    onChange('moved', lifted.key, index);
  };
  const followFrame = useEffectEvent(follow);

  const isDragging = isHere && lift.by === 'pointer';
  useEffect(() => {
    if (!isDragging) return;
    let last = performance.now();
    const run = (now: number) => {
      frame = requestAnimationFrame(run);
      followFrame(Math.min(MAX_FRAME_MS, now - last));
      last = now;
    };
    let frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  }, [isDragging]);

  // Escape returns the row, whatever has the focus: a press on a button does not focus it in every browser.
  const escape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  useEffect(() => {
    if (!isHere) return;
    const listen = (event: globalThis.KeyboardEvent) => escape(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isHere]);

  // A row moved by keys keeps its place in the document, so that it keeps the focus: a transform shows it at the new place.
  const byKeys = lift?.by === 'keys' ? lift : null;
  const showAtPlace = useEffectEvent(({ key }: Lift, order: readonly string[]) => {
    const item = elementOf(key)?.parentElement;
    if (!item) return;
    const { top, height } = item.getBoundingClientRect();
    // The row at that place may not be rendered yet.
    const target = elementOf(order[place] ?? '')?.parentElement?.getBoundingClientRect().top;
    shift(key, target === undefined ? (place - order.indexOf(key)) * height : target - top);
  });
  const scrollTo = useEffectEvent((key: string) => elementOf(key)?.scrollIntoView({ block: 'nearest' }));
  useLayoutEffect(() => {
    if (byKeys) showAtPlace(byKeys, keys);
  }, [byKeys, keys]);
  // Only for a new place: a sync must not scroll back a person who looks elsewhere.
  useLayoutEffect(() => {
    if (byKeys) scrollTo(byKeys.key);
  }, [byKeys]);

  /** Key of the row below the line; null if the line is at the end, undefined without a line. */
  const belowLine = isHere && place !== keys.indexOf(lift.key) ? beforeAt(lift.key, place) : undefined;

  return {
    lift: isHere ? lift : null,
    /** What the row with this key shows. The values stay equal while nothing about the row changes. */
    rowOf: (key: string): LiftedRow => ({
      lifted: isHere && lift.key === key ? lift.by : null,
      line: belowLine === key ? 'above' : belowLine === null && keys.at(-1) === key ? 'below' : null,
    }),
    /** Props of the list. It handles the events of all grips, so that a row needs no function of its own. */
    listProps: {
      ref: list,
      /** When the focus leaves a row that keys have lifted, the row is dropped where it is shown. */
      onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>) {
        if (latest.current?.by === 'keys' && !target.closest('[data-row]')?.contains(relatedTarget)) drop();
      },
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const pressed = gripFrom(event);
        if (!pressed || event.button !== 0 || !event.isPrimary) return;
        pressed.grip.setPointerCapture(event.pointerId);
        wasDragged.current = false;
        drag.current = {
          key: pressed.key,
          pointerId: event.pointerId,
          startY: event.clientY,
          startScroll: scrollTop(),
          y: event.clientY,
          followedY: event.clientY,
          isMoving: false,
        };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const start = drag.current;
        if (start?.pointerId !== event.pointerId) return;
        start.y = event.clientY;
        if (start.isMoving || Math.abs(event.clientY - start.startY) <= TAP_PX) return;
        start.isMoving = true;
        wasDragged.current = true;
        raise(start.key, 'pointer');
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const start = drag.current;
        if (start?.pointerId !== event.pointerId) return;
        start.y = event.clientY;
        // The last move may be newer than the last frame. Following without one would force a layout.
        if (start.isMoving && start.y !== start.followedY) follow(0);
        drag.current = null;
        if (start.isMoving) drop();
      },
      onLostPointerCapture(event: PointerEvent<HTMLElement>) {
        const start = drag.current;
        if (start?.pointerId !== event.pointerId) return;
        drag.current = null;
        if (start.isMoving) cancel();
      },
      onMouseDown(event: MouseEvent<HTMLElement>) {
        // The focus stays on the grip.
        if (stepFrom(event) !== null) event.preventDefault();
      },
      onClick(event: MouseEvent<HTMLElement>) {
        const by = stepFrom(event);
        if (by !== null) return moveTo(place + by);
        const pressed = gripFrom(event);
        if (!pressed) return;
        // Not every browser focuses a pressed button, and a lifted row is dropped when the focus leaves it.
        pressed.grip.focus({ preventScroll: true });
        // A click by key has `detail` 0. A drag by finger may end without a click.
        const endsDrag = wasDragged.current && event.detail > 0;
        wasDragged.current = false;
        if (endsDrag) return;
        if (latest.current?.key === pressed.key) drop();
        else raise(pressed.key, 'keys');
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (!lift || gripFrom(event)?.key !== lift.key) return;
        const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: keys.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        moveTo(to);
      },
    },
  };
}

/** The grip that an event came from, and the key of its row. */
function gripFrom({ target }: SyntheticEvent): { grip: HTMLElement; key: string } | null {
  const grip = target instanceof Element ? target.closest<HTMLElement>('[data-grip]') : null;
  const key = grip?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return grip && key !== undefined ? { grip, key } : null;
}

/** By how many places a pressed button moves the lifted row; null for another target. */
function stepFrom({ target }: SyntheticEvent): number | null {
  const step = target instanceof Element ? target.closest<HTMLElement>('[data-step]')?.dataset['step'] : undefined;
  return step === undefined ? null : Number(step);
}

/** Key of the first row whose middle is below `y`, without the lifted one. Null at the end. */
function rowBelow(box: Element, lifted: string, y: number, keys: readonly string[]): string | null {
  let last: string | null = null;
  for (const row of box.querySelectorAll<HTMLElement>('[data-row]')) {
    const { row: key = '' } = row.dataset;
    if (key === lifted) continue;
    const { top, height } = row.getBoundingClientRect();
    if (top + height / 2 > y) return key;
    last = key;
  }
  // The rows below those may not be rendered yet.
  const next = keys.slice(last === null ? 0 : keys.indexOf(last) + 1).find((key) => key !== lifted);
  return next ?? null;
}
