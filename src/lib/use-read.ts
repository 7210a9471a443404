import { useEffect, useState } from 'react';

/**
 * What a read of the device answers; null until it has. It is read again when `key` or `read` changes, and an answer that
 * comes late is dropped.
 * @param read stable between renders
 */
export function useRead<K, T>(read: (key: K) => Promise<T>, key: K): T | null {
  const [answer, setAnswer] = useState<{ value: T } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    read(key).then(
      (value) => isCurrent && setAnswer({ value }),
      // Without storage there is nothing to read; the sync mark says so.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [read, key]);
  return answer && answer.value;
}
