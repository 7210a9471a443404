import { createServerClock, SERVER_CLOCK_TEXT } from '../../sync/server-clock.ts';
import { localTexts } from '../platform/page-storage.ts';

/** The server's time for all pages, set by the engine. */
export const serverClock = createServerClock({ now: () => Date.now(), texts: localTexts });

/** The leader tab's answers correct the clock; the other tabs read the correction from storage. */
export function watchServerClock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SERVER_CLOCK_TEXT) serverClock.recall();
  });
}
