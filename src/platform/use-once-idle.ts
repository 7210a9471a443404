import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** False in the first drawing, true once the page has nothing to do, after `ms` at the latest: for what is not seen at first. */
export function useOnceIdle(ms: number): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true)), ms), [ms]);
  return isIdle;
}
