import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

/** Focuses the page's heading when the last item of a list was removed, and the focus with it. */
export function useFocusWhenEmptied(isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    const { activeElement, body } = document;
    if (isEmpty && !wasEmpty.current && (activeElement === null || activeElement === body)) focusHeading();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
}
