import { useCallback, useEffect, useState } from 'react';

/** A read of the device: its answer, or that it failed. While it is read again the last answer stays. */
export type Read<T> = { kind: 'reading' } | { kind: 'here'; value: T } | { kind: 'failed'; retry: () => void };

/**
 * Reads of the device, again when `key` or `read` changes; an answer that comes late is dropped.
 * @param read stable between renders
 */
export function useRead<K, T>(read: (key: K) => Promise<T>, key: K): Read<T> {
  const [answer, setAnswer] = useState<Exclude<Read<T>, { kind: 'failed' }> | { kind: 'failed' }>({ kind: 'reading' });
  const [asked, setAsked] = useState(0);
  const retry = useCallback(() => {
    setAnswer({ kind: 'reading' });
    setAsked((times) => times + 1);
  }, []);
  useEffect(() => {
    let isCurrent = true;
    read(key).then(
      (value) => isCurrent && setAnswer({ kind: 'here', value }),
      () => isCurrent && setAnswer({ kind: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, key, asked]);
  return answer.kind === 'failed' ? { kind: 'failed', retry } : answer;
}
