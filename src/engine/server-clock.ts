import { createServerClock, SERVER_CLOCK_TEXT } from '../../sync/server-clock.ts';
import { localTexts } from '../platform/page-storage.ts';

/** The server's time for all pages, set by the engine. */
export const serverClock = createServerClock({ now: () => Date.now(), texts: localTexts });

/** Only the leader tab asks the server for its time; the other tabs read it from storage. */
export function watchServerClock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SERVER_CLOCK_TEXT) serverClock.recall();
  });
}
