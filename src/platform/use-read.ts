import { useEffect, useState } from 'react';

/** A read of the device: its answer, or that it failed. While it is read again the last answer stays. */
export type Read<T> = { kind: 'reading' } | { kind: 'here'; value: T } | { kind: 'failed'; retry: () => void };

/**
 * Reads of the device, again when `key` or `read` changes; an answer that comes late is dropped.
 * @param read stable between renders
 */
export function useRead<K, T>(read: (key: K) => Promise<T>, key: K): Read<T> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ kind: 'here'; value: T } | { kind: 'failed'; attempt: number } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    read(key).then(
      (value) => isCurrent && setAnswer({ kind: 'here', value }),
      () => isCurrent && setAnswer({ kind: 'failed', attempt }),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, key, attempt]);
  if (answer?.kind === 'here') return answer;
  // Of the attempt that goes on nothing is known yet.
  if (answer?.attempt !== attempt) return { kind: 'reading' };
  return { kind: 'failed', retry: () => setAttempt(attempt + 1) };
}
