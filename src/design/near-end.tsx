import { useEffect, useEffectEvent, useRef } from 'react';
import { Box } from './styled.tsx';

interface NearEndProps {
  /** Distance from the window at which `onNear` is called, in px or in percent of the window's height. */
  ahead: string;
  onNear: () => void;
}

/** Marks the end of a list. Needs a new key for each continuation: an end that stays near the window does not call `onNear` again. */
export function NearEnd({ ahead, onNear }: NearEndProps) {
  const box = useRef<HTMLDivElement>(null);
  const notify = useEffectEvent(onNear);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) notify();
      },
      // With the default root, the margin has no effect in an iframe.
      { root: document, rootMargin: `${ahead} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ahead]);
  return <Box ref={box} height="1px" />;
}
