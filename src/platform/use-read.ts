import { useEffect, useState } from 'react';

/** A local read: its answer or failure. During a new read the last answer stays. */
export type Read<T> = { kind: 'reading' } | { kind: 'here'; value: T } | { kind: 'failed'; retry: () => void };

/**
 * Reads from the device, again when `key` or `read` changes. Outdated answers are dropped.
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
  // The current attempt is still pending.
  if (answer?.attempt !== attempt) return { kind: 'reading' };
  return { kind: 'failed', retry: () => setAttempt(attempt + 1) };
}
