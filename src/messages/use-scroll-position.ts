import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A list scrolled to within this distance of its end counts as at the end. */
const AT_END_PX = 40;

/**
 * Keeps the end in view while the list is there, else the same message while older ones load above. A new own message scrolls into view.
 */
export function useScrollPosition(
  firstId: string | undefined,
  lastOwnId: string | undefined,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  /** `toEnd`: distance from the top of the viewport to the end of the content, in px. */
  const position = useRef({ isAtEnd: true, toEnd: 0 });
  const shown = useRef({ firstId, lastOwnId });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const check = () => {
      const toEnd = element.scrollHeight - element.scrollTop;
      position.current = { isAtEnd: toEnd - element.clientHeight < AT_END_PX, toEnd };
    };
    const keepPosition = () => {
      if (position.current.isAtEnd) element.scrollTop = element.scrollHeight;
      else check();
    };
    element.addEventListener('scroll', check, { passive: true });
    // The composer grows, the keyboard opens, or a message arrives.
    const observer = new ResizeObserver(keepPosition);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', check);
      observer.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    const previous = shown.current;
    shown.current = { firstId, lastOwnId };
    if (!element) return;
    const isOlderShown = previous.firstId !== firstId && !position.current.isAtEnd;
    if (isOlderShown) element.scrollTop = element.scrollHeight - position.current.toEnd;
    else if (position.current.isAtEnd || previous.lastOwnId !== lastOwnId) {
      element.scrollTop = element.scrollHeight;
      position.current = { ...position.current, isAtEnd: true };
    }
  }, [firstId, lastOwnId]);
  return box;
}
