import type { SyncEnvironment } from '../environment.ts';

/** A pull this often while the page is visible (SY-18), and a look at the session as often as part 1 §9 says. */
const PULL_MS = 60_000;
const SESSION_MS = 30_000;
/** Realtime messages come in bursts; one pull answers all of a burst. */
const DEBOUNCE_MS = 150;

export interface Signals {
  /** Something happened on the server: pull soon. */
  changed(): void;
  stop(): void;
}

/**
 * Everything that says "pull now" (SY-18): focus, a network that came or went (trying tells which), a minute gone by, and
 * realtime through `changed`.
 */
export function watchSignals(
  environment: Pick<SyncEnvironment, 'visibility' | 'onNetworkChange'>,
  hooks: { pull(): void; pullNow(): void; pullByTheMinute(): void; renewSession(): void },
): Signals {
  let debounce: ReturnType<typeof setTimeout> | null = null;
  const whenVisible = (work: () => void) => () => {
    if (environment.visibility.isVisible()) work();
  };
  const pulls = setInterval(whenVisible(hooks.pullByTheMinute), PULL_MS);
  const sessions = setInterval(whenVisible(hooks.renewSession), SESSION_MS);
  const stopVisibility = environment.visibility.onChange(whenVisible(hooks.pullNow));
  const stopNetwork = environment.onNetworkChange(hooks.pullNow);
  return {
    changed() {
      debounce ??= setTimeout(() => {
        debounce = null;
        hooks.pull();
      }, DEBOUNCE_MS);
    },
    stop() {
      clearInterval(pulls);
      clearInterval(sessions);
      if (debounce !== null) clearTimeout(debounce);
      stopVisibility();
      stopNetwork();
    },
  };
}
