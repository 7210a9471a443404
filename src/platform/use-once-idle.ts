import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Whether the page has been idle since the first render, or `ms` have passed: for content below the fold. */
export function useOnceIdle(ms: number): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true)), ms), [ms]);
  return isIdle;
}
