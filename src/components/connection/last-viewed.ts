import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ConnectionView, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';

/** Key of the requests that the person viewed last. The stored value is scoped to this person, so that signing out removes it (S-5). */
const KEY = 'last_viewed_connections';

const storedSchema = z.object({ ids: z.array(z.string()), timestamp: z.number() });
const writeCount = createLive(0);

/** Pending requests to this person. */
export function requestsOf(connections: readonly ConnectionView[]): ConnectionView[] {
  return connections.filter(({ status, direction }) => status === 'pending' && direction === 'received');
}

/** 0 if the requests are exactly the last viewed ones, else the number of all requests. */
export function requestBadgeCount(connections: readonly ConnectionView[], lastViewed: string | null): number {
  const ids = requestsOf(connections).map(({ partnerId }) => partnerId);
  const viewed = new Set(parse(lastViewed));
  return ids.length === viewed.size && ids.every((id) => viewed.has(id)) ? 0 : ids.length;
}

export function markViewed(scope: Pick<Scope, 'device'>, connections: readonly ConnectionView[], now: number): void {
  const ids = requestsOf(connections).map(({ partnerId }) => partnerId);
  scope.device.setText(KEY, JSON.stringify({ ids, timestamp: now }));
  writeCount.set(writeCount.get() + 1);
}

/** The stored text that `requestBadgeCount` needs; null if none is stored. Also updates when another tab writes. */
export function useLastViewed(scope: Pick<Scope, 'device'> | null): string | null {
  const subscribe = useCallback((onChange: () => void) => {
    const stop = writeCount.subscribe(onChange);
    window.addEventListener('storage', onChange);
    return () => {
      stop();
      window.removeEventListener('storage', onChange);
    };
  }, []);
  return useSyncExternalStore(subscribe, () => scope?.device.text(KEY) ?? null);
}

function parse(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    const { success, data } = storedSchema.safeParse(JSON.parse(text));
    return success ? data.ids : [];
  } catch {
    return [];
  }
}
