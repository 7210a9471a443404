import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ConnectionView, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';

/** In the browser's local storage, under this person's name, so that it leaves with them (S-5). */
const KEY = 'last_viewed_connections';

const stored = z.object({ ids: z.array(z.string()), timestamp: z.number() });
const written = createLive(0);

/** The people whose requests wait for an answer of this person. */
export function requestsOf(connections: readonly ConnectionView[]): ConnectionView[] {
  return connections.filter(({ status, direction }) => status === 'pending' && direction === 'received');
}

/** How many requests the badge counts: none while they are those that were looked at last, else all of them. */
export function unseenRequests(connections: readonly ConnectionView[], lastViewed: string | null): number {
  const ids = requestsOf(connections).map(({ partnerId }) => partnerId);
  const viewed = new Set(parse(lastViewed));
  return ids.length === viewed.size && ids.every((id) => viewed.has(id)) ? 0 : ids.length;
}

/** Keeps the requests that stand now as those that were looked at. */
export function markViewed(scope: Pick<Scope, 'device'>, connections: readonly ConnectionView[], now: number): void {
  const ids = requestsOf(connections).map(({ partnerId }) => partnerId);
  scope.device.setText(KEY, JSON.stringify({ ids, timestamp: now }));
  written.set(written.get() + 1);
}

/** What was looked at last, as it is kept; follows this tab and the others. */
export function useLastViewed(scope: Pick<Scope, 'device'> | null): string | null {
  const subscribe = useCallback((onChange: () => void) => {
    const stop = written.subscribe(onChange);
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
    const { success, data } = stored.safeParse(JSON.parse(text));
    return success ? data.ids : [];
  } catch {
    return [];
  }
}
