import type { DeviceDatabase } from '../outbox/database.ts';
import type { Catalogue } from '../overlay/catalogue.ts';

/** The number of tracks in Explore, stored for a start that has not read them all yet. */
const TOTAL_KEY = 'explore-total';

/** Tells the catalogue how much of it is loaded: nothing, the first tracks, or all. */
export interface CatalogueFill {
  /** The number of tracks in Explore as an earlier visit knew it; 0 when none did. */
  readTotal(): Promise<number>;
  /** The first tracks of an earlier visit are loaded, and its total is this. */
  showStored(total: number): void;
  /** The server sent the first tracks, and how many there are. */
  showFirst(total: number): Promise<void>;
  /** All tracks are loaded. */
  showAll(): Promise<void>;
  /** Tracks are missing, because the replica is still being filled or is filled again. */
  showPartly(): void;
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
    showPartly() {
      if (catalogue.state() === 'complete') catalogue.setState(countShown() > 0 ? 'first' : 'empty', 0);
    },
  };
}
