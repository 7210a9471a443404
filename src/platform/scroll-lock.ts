import { useLayoutEffect, useState } from 'react';
import { isIos } from './ios.ts';

let locks = 0;
let unlock: () => void = () => undefined;

/**
 * Keeps the page from being scrolled while something stands over it. Chakra's own lock also writes a custom property to the root of
 * the document, for which the browser works the look of every element out anew.
 */
export function useScrollLock(): void {
  // Asked for before anything of it is in the document: later, all of that is laid out to answer, and once more for the lock.
  const [place] = useState(placeOfPage);
  useLayoutEffect(() => {
    locks += 1;
    if (locks === 1) unlock = lock(place);
    return () => {
      locks -= 1;
      if (locks === 0) unlock();
    };
  }, [place]);
}

/** How far the page is scrolled, and how wide its scrollbar is, in px. */
function placeOfPage() {
  const { scrollX, scrollY, innerWidth } = window;
  return { scrollX, scrollY, scrollbar: innerWidth - document.documentElement.clientWidth };
}

function lock({ scrollX, scrollY, scrollbar }: ReturnType<typeof placeOfPage>): () => void {
  const { body } = document;
  const before = body.style.cssText;
  // A classic scrollbar leaves; what stood beside it stays where it is.
  body.style.overflow = 'hidden';
  if (scrollbar > 0) body.style.paddingRight = `${scrollbar}px`;
  if (!isIos()) return () => (body.style.cssText = before);
  // There a finger scrolls a page whose overflow is hidden.
  Object.assign(body.style, { position: 'fixed', top: `${-scrollY}px`, left: `${-scrollX}px`, right: '0' });
  return () => {
    body.style.cssText = before;
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
  };
}
