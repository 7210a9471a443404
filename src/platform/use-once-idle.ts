import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** False in the first render, true once the page is idle: for content below the fold. */
export function useOnceIdle(ms: number): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true)), ms), [ms]);
  return isIdle;
}
