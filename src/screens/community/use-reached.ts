import { useState } from 'react';
import { tabTexts } from '../../platform/page-storage.ts';

const KEY = 'community_reached';
/** As many people come at a time as one scrolls. */
const PAGE = 20;

/**
 * How many people one has scrolled to, kept with the tab: after Back the page is as long as it was, and its old place is there.
 * Another filter begins with its first page.
 */
export function useReached(filter: string): { count: number; more: () => void } {
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
