import { useCallback, useEffect, useRef, useState } from 'react';

/** A read of the device: its answer, or that it failed. While it is read again the last answer stays. */
export type Read<T> = { kind: 'reading' } | { kind: 'here'; value: T } | { kind: 'failed'; retry: () => void };

/**
 * Reads of the device, again when `key` or `read` changes; an answer that comes late is dropped.
 * @param read stable between renders
 */
export function useRead<K, T>(read: (key: K) => Promise<T>, key: K): Read<T> {
  const [answer, setAnswer] = useState<{ kind: 'reading' | 'failed' } | { kind: 'here'; value: T }>({
    kind: 'reading',
  });
  const asked = useRef(0);
  const ask = useCallback(() => {
    const turn = ++asked.current;
    const isCurrent = () => turn === asked.current;
    read(key).then(
      (value) => isCurrent() && setAnswer({ kind: 'here', value }),
      () => isCurrent() && setAnswer({ kind: 'failed' }),
    );
  }, [read, key]);
  useEffect(() => {
    ask();
    return () => {
      asked.current++;
    };
  }, [ask]);
  if (answer.kind === 'here') return answer;
  if (answer.kind === 'reading') return { kind: 'reading' };
  const retry = () => {
    setAnswer({ kind: 'reading' });
    ask();
  };
  return { kind: 'failed', retry };
}
