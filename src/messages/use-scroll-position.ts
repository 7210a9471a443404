import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A list scrolled to within this distance of its end counts as at the end. */
const AT_END_PX = 40;

interface Anchor {
  element: HTMLElement;
  /** Distance from the top of the content, in px. */
  top: number;
}

/**
 * Keeps the end in view, or the first visible message in place while something above it changes: older messages, their loading sign, a
 * removed message. A new own message scrolls into view. Messages have the attribute `data-message`, and are children of the list's last child.
 */
export function useScrollPosition(lastOwnId: string | undefined): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const position = useRef<{ isAtEnd: boolean; anchor: Anchor | null }>({ isAtEnd: true, anchor: null });
  const shownOwnId = useRef(lastOwnId);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const check = () => measure(element, position);
    const keep = () => keepPosition(element, position);
    element.addEventListener('scroll', check, { passive: true });
    // The composer grows, the keyboard opens, or a message arrives.
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', check);
      observer.disconnect();
    };
  }, []);

  // No dependencies: any change above the first visible message would move it.
  useLayoutEffect(() => {
    if (shownOwnId.current !== lastOwnId) position.current = { ...position.current, isAtEnd: true };
    shownOwnId.current = lastOwnId;
    if (box.current) keepPosition(box.current, position);
  });
  return box;
}

type Position = RefObject<{ isAtEnd: boolean; anchor: Anchor | null }>;

function keepPosition(element: HTMLElement, position: Position): void {
  const { isAtEnd, anchor } = position.current;
  if (isAtEnd) element.scrollTop = element.scrollHeight;
  else if (anchor?.element.isConnected) element.scrollTop += topIn(element, anchor.element) - anchor.top;
  measure(element, position);
}

function measure(element: HTMLElement, position: Position): void {
  const { scrollHeight, scrollTop, clientHeight } = element;
  position.current = { isAtEnd: scrollHeight - scrollTop - clientHeight < AT_END_PX, anchor: findAnchor(element) };
}

/** The first message that is at least partly below the top of the viewport; null without one. */
function findAnchor(element: HTMLElement): Anchor | null {
  const rows = element.lastElementChild?.children ?? [];
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row instanceof HTMLElement && topIn(element, row) + row.offsetHeight <= element.scrollTop) low = middle + 1;
    else high = middle;
  }
  for (let row = rows[low] ?? null; row; row = row.nextElementSibling) {
    if (row instanceof HTMLElement && row.dataset['message'] !== undefined)
      return { element: row, top: topIn(element, row) };
  }
  return null;
}

const topIn = (element: HTMLElement, row: HTMLElement) => row.offsetTop - element.offsetTop;
