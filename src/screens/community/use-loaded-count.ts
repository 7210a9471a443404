import { useState } from 'react';
import { tabTexts } from '../../platform/page-storage.ts';

const KEY = 'community_reached';
/** People per page. */
const PAGE = 20;

/**
 * The number of loaded people, stored in the session: after Back the page has its previous length, so the scroll position can be
 * restored. Another filter restarts at the first page.
 */
export function useLoadedCount(filter: string): { count: number; more: () => void } {
  const [reached, setReached] = useState(() => ({ filter, count: read(filter) }));
  const count = reached.filter === filter ? reached.count : PAGE;
  return {
    count,
    more() {
      setReached({ filter, count: count + PAGE });
      write(filter, count + PAGE);
    },
  };
}

function read(filter: string): number {
  const [count, ...rest] = (tabTexts.get(KEY) ?? '').split(' ');
  const reached = rest.join(' ') === filter ? Number(count) : PAGE;
  return reached > PAGE ? reached : PAGE;
}

function write(filter: string, count: number): void {
  tabTexts.set(KEY, `${count} ${filter}`);
}
