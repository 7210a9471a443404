import { useLayoutEffect, useState } from 'react';
import { isIos } from './ios.ts';

let locks = 0;
let unlock: () => void = () => undefined;

/**
 * Keeps the page from scrolling while the component is mounted. Chakra's scroll lock sets a custom property on the root, which makes the
 * browser recalculate the style of every element.
 */
export function useScrollLock(): void {
  // Measured before the layer is in the document; later it would force an extra layout.
  const [position] = useState(pagePosition);
  useLayoutEffect(() => {
    locks += 1;
    if (locks === 1) unlock = lock(position);
    return () => {
      locks -= 1;
      if (locks === 0) unlock();
    };
  }, [position]);
}

function pagePosition() {
  const { scrollX, scrollY, innerWidth } = window;
  return { scrollX, scrollY, scrollbar: innerWidth - document.documentElement.clientWidth };
}

function lock({ scrollX, scrollY, scrollbar }: ReturnType<typeof pagePosition>): () => void {
  const { body } = document;
  const before = body.style.cssText;
  // Padding replaces a hidden classic scrollbar, so that the content does not shift.
  body.style.overflow = 'hidden';
  if (scrollbar > 0) body.style.paddingRight = `${scrollbar}px`;
  if (!isIos()) return () => (body.style.cssText = before);
  // On iOS a page with hidden overflow still scrolls by touch.
  Object.assign(body.style, { position: 'fixed', top: `${-scrollY}px`, left: `${-scrollX}px`, right: '0' });
  return () => {
    body.style.cssText = before;
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  };
}
