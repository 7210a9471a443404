import type { DeviceDatabase } from '../outbox/database.ts';
import type { Catalogue } from '../overlay/catalogue.ts';

/**
 * The key under which the number of tracks in Explore is stored. The next start shows that number until it has read all tracks.
 */
const TOTAL_KEY = 'explore-total';

/** Tells the catalogue how much of it is loaded (nothing, the first tracks, or all), and stores the total. */
export interface CatalogueFill {
  /** The number of tracks in Explore that an earlier visit stored; 0 without one. */
  readTotal(): Promise<number>;
  /** The first tracks of an earlier visit are loaded; `total` is the number that it stored. */
  showStored(total: number): void;
  /** The server sent the first tracks, and how many there are. */
  showFirst(total: number): Promise<void>;
  /** All tracks are loaded. */
  showAll(): Promise<void>;
  /** Tracks are missing, because the replica is still being filled or is filled again. */
  showIncomplete(): void;
}

export function createCatalogueFill({ engine }: Pick<DeviceDatabase, 'engine'>, catalogue: Catalogue): CatalogueFill {
  let stored: number | null = null;
  const countShown = () => catalogue.explore({ search: '', genre: null }).get().tracks.length;
  const storeTotal = async (total: number) => {
    await engine.put({ key: TOTAL_KEY, value: total });
  };

  return {
    async readTotal() {
      const total = (await engine.get(TOTAL_KEY))?.value;
      return typeof total === 'number' ? total : 0;
    },
    showStored(total) {
      catalogue.settle();
      if (catalogue.state() === 'empty' && countShown() > 0) catalogue.setState('first', total);
    },
    async showFirst(total) {
      if (catalogue.state() === 'empty') catalogue.setState('first', total);
      await storeTotal(total);
    },
    async showAll() {
      catalogue.setState('complete', 0);
      const total = countShown();
      if (total !== stored) await storeTotal(total);
      stored = total;
    },
    showIncomplete() {
      if (catalogue.state() === 'complete') catalogue.setState(countShown() > 0 ? 'first' : 'empty', 0);
    },
  };
}
