import { useEffect, useState } from 'react';

/** State of an asynchronous read. After a value has loaded, it stays until the next read has ended. */
export type Read<T> = { kind: 'reading' } | { kind: 'loaded'; value: T } | { kind: 'failed'; retry: () => void };

/**
 * Reads at mount and whenever `key` changes.
 * @param read must be a stable function
 * @param known the value of a key if it need not be read
 */
export function useRead<K, T>(read: (key: K) => Promise<T>, key: K, known?: (key: K) => T | undefined): Read<T> {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ kind: 'loaded'; value: T } | { kind: 'failed'; attempt: number } | null>(null);
  const ready = known?.(key);
  const isReady = ready !== undefined;
  useEffect(() => {
    if (isReady) return;
    let isCurrent = true;
    read(key).then(
      (value) => isCurrent && setResult({ kind: 'loaded', value }),
      () => isCurrent && setResult({ kind: 'failed', attempt }),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, key, attempt, isReady]);
  if (isReady) return { kind: 'loaded', value: ready };
  if (result?.kind === 'loaded') return result;
  if (result?.attempt !== attempt) return { kind: 'reading' };
  return { kind: 'failed', retry: () => setAttempt(attempt + 1) };
}
