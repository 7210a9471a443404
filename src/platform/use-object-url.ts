import { useEffect, useState } from 'react';

/** An object URL of a blob, revoked at unmount. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return setShown(null);
    const url = URL.createObjectURL(blob);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return shown;
}
