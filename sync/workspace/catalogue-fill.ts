import type { DeviceDatabase } from '../outbox/database.ts';
import type { Catalogue } from '../overlay/catalogue.ts';

/** Stored number of Explore's tracks, shown by the next start until it has read all tracks. */
const TOTAL_KEY = 'explore-total';

export interface CatalogueFill {
  readTotal(): Promise<number>;
  showStored(total: number): void;
  /** `total` comes from the server. */
  showFirst(total: number): Promise<void>;
  showAll(): Promise<void>;
  /** The replica is being filled, for the first time or again. */
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
