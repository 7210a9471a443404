import { createServerClock, SERVER_CLOCK_TEXT } from '../../sync/server-clock.ts';
import { localTexts } from '../platform/page-storage.ts';

export const serverClock = createServerClock({ now: () => Date.now(), texts: localTexts });

/** Only the leader tab receives answers; other tabs read the leader's correction from storage. */
export function watchServerClock(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SERVER_CLOCK_TEXT) serverClock.recall();
  });
}
