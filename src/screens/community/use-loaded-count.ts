import { useState } from 'react';
import { tabTexts } from '../../platform/page-storage.ts';

const KEY = 'community_reached';
const PAGE_SIZE = 20;

/**
 * The number of creators to show: one page at first, another with each `more()`. The tab's session storage keeps the number, so that Back
 * can restore the scroll position.
 */
export function useLoadedCount(filter: string): { count: number; more: () => void } {
  const [loaded, setLoaded] = useState(() => ({ filter, count: read(filter) }));
  const count = loaded.filter === filter ? loaded.count : PAGE_SIZE;
  return {
    count,
    more() {
      setLoaded({ filter, count: count + PAGE_SIZE });
      write(filter, count + PAGE_SIZE);
    },
  };
}

function read(filter: string): number {
  const [count, ...rest] = (tabTexts.get(KEY) ?? '').split(' ');
  const stored = rest.join(' ') === filter ? Number(count) : PAGE_SIZE;
  return stored > PAGE_SIZE ? stored : PAGE_SIZE;
}

function write(filter: string, count: number): void {
  tabTexts.set(KEY, `${count} ${filter}`);
}
