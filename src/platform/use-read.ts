import { useEffect, useState } from 'react';

/** A local read: its result or failure. The last one stays during a new read, except during a retry after a failure. */
export type Read<T> = { kind: 'reading' } | { kind: 'loaded'; value: T } | { kind: 'failed'; retry: () => void };

/**
 * Reads from the device, again when `key` or `read` changes. Outdated results are dropped.
 * @param read stable between renders
 */
export function useRead<K, T>(read: (key: K) => Promise<T>, key: K): Read<T> {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ kind: 'loaded'; value: T } | { kind: 'failed'; attempt: number } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    read(key).then(
      (value) => isCurrent && setResult({ kind: 'loaded', value }),
      () => isCurrent && setResult({ kind: 'failed', attempt }),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, key, attempt]);
  if (result?.kind === 'loaded') return result;
  // The current attempt is still pending.
  if (result?.attempt !== attempt) return { kind: 'reading' };
  return { kind: 'failed', retry: () => setAttempt(attempt + 1) };
}
