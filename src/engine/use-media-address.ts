import { useCallback } from 'react';
import { mediaAddress } from '../../supabase/functions/_shared/media/media-address.ts';
import { useRead } from '../platform/use-read.ts';
import { backendConfig } from './backend-config.ts';

const readConfig = (_key: null) => backendConfig();

/** Turns a stored path of a picture into its address. Null for no picture, and until the backend's address is known. */
export function useMediaAddress(): (bucket: 'covers' | 'avatars', stored: string | null) => string | null {
  const config = useRead(readConfig, null);
  const base = config.kind === 'loaded' ? config.value : null;
  return useCallback(
    (bucket, stored) => (stored === null || base === null ? null : mediaAddress(base, bucket, stored)),
    [base],
  );
}
