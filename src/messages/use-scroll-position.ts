import { type RefObject, useLayoutEffect, useRef } from 'react';

/** So near its end a conversation is taken to be at it, in px. */
const NEAR_PX = 40;

/**
 * Keeps the position in a conversation: at the end while it is there, and on the same message while older ones come above it.
 * @param firstId of the oldest message that is shown
 * @param lastOwnId of the newest message of one's own, which is always shown
 */
export function useScrollPosition(
  firstId: string | undefined,
  lastOwnId: string | undefined,
): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  /** `toEnd`: from the upper edge of what is seen to the end of all, in px. */
  const position = useRef({ isAtEnd: true, toEnd: 0 });
  const shown = useRef({ firstId, lastOwnId });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const toEnd = element.scrollHeight - element.scrollTop;
      position.current = { isAtEnd: toEnd - element.clientHeight < NEAR_PX, toEnd };
    };
    const stay = () => {
      if (position.current.isAtEnd) element.scrollTop = element.scrollHeight;
      else look();
    };
    element.addEventListener('scroll', look, { passive: true });
    // The field below grows, the keyboard opens, a message comes.
    const observer = new ResizeObserver(stay);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    const before = shown.current;
    shown.current = { firstId, lastOwnId };
    if (!element) return;
    const isOlderShown = before.firstId !== firstId && !position.current.isAtEnd;
    if (isOlderShown) element.scrollTop = element.scrollHeight - position.current.toEnd;
    else if (position.current.isAtEnd || before.lastOwnId !== lastOwnId) {
      element.scrollTop = element.scrollHeight;
      position.current = { ...position.current, isAtEnd: true };
    }
  }, [firstId, lastOwnId]);
  return box;
}
