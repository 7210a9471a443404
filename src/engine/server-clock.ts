import { createServerClock, SERVER_CLOCK_KEY } from '../../sync/server-clock.ts';
import { localTexts } from '../platform/page-storage.ts';

export const serverClock = createServerClock({ now: () => Date.now(), texts: localTexts });

/** Adopts the offset of the clock that another tab has stored. Only the leader tab measures the offset, at each sync. */
export function watchServerClock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SERVER_CLOCK_KEY) serverClock.recall();
  });
}
