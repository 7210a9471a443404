import { createServerClock, SERVER_CLOCK_KEY } from '../../sync/server-clock.ts';
import { localTexts } from '../platform/page-storage.ts';

export const serverClock = createServerClock({ now: () => Date.now(), texts: localTexts });

/** Adopts the clock's offset that another tab has stored: each sync measures the offset, and only the leader tab syncs. */
export function watchServerClock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SERVER_CLOCK_KEY) serverClock.recall();
  });
}
