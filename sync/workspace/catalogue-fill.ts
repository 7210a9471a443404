import type { DeviceDatabase } from '../outbox/database.ts';
import type { Catalogue } from '../overlay/catalogue.ts';

/** Key of the stored number of Explore's tracks, which the next start shows until it has read all tracks. */
const TOTAL_KEY = 'explore-total';

/** Sets the catalogue's state while the replica is filled or read. */
export interface CatalogueFill {
  readTotal(): Promise<number>;
  /** The first rows of the device have been read. @param total from `readTotal` */
  showStored(total: number): void;
  /** The first screen has arrived. @param total the server's number of tracks */
  showFirst(total: number): Promise<void>;
  /** A cycle has ended, and all rows have been read. */
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
