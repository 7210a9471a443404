import { createServerClock, SERVER_CLOCK_TEXT } from '../../sync/server-clock.ts';
import { localTexts } from '../platform/page-storage.ts';

/** What every page takes for the time, and the engine tells it. */
export const serverClock = createServerClock({ now: () => Date.now(), texts: localTexts });

/** The tab that leads asks the server; this one hears of it here. */
export function watchServerClock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SERVER_CLOCK_TEXT) serverClock.recall();
  });
}
