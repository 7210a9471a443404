import type { SyncEnvironment } from '../environment.ts';

/** A pull this often while the page is visible (SY-18), and a look at the session as often as part 1 §9 says. */
const PULL_MS = 60_000;
const SESSION_MS = 30_000;
/** Realtime messages come in bursts; one pull answers all of a burst. */
const DEBOUNCE_MS = 150;

/** Whose change a realtime message tells of: this person's, or of what everybody sees. */
export type ChangeOf = 'own' | 'all';

export interface Signals {
  /** Something happened on the server: pull soon. What everybody sees waits for its minute while nobody looks. */
  changed(whose: ChangeOf): void;
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
  let pull: { timer: ReturnType<typeof setTimeout>; ms: number } | null = null;
  const settle = () => {
    if (pull) clearTimeout(pull.timer);
    pull = null;
  };
  const whenVisible = (work: () => void) => () => {
    if (environment.visibility.isVisible()) work();
  };
  const pulls = setInterval(whenVisible(hooks.pullByTheMinute), PULL_MS);
  const sessions = setInterval(whenVisible(hooks.renewSession), SESSION_MS);
  const stopVisibility = environment.visibility.onChange(
    whenVisible(() => {
      settle();
      hooks.pullNow();
    }),
  );
  const stopNetwork = environment.onNetworkChange(hooks.pullNow);
  return {
    changed(whose) {
      const ms = whose === 'own' || environment.visibility.isVisible() ? DEBOUNCE_MS : PULL_MS;
      if (pull && pull.ms <= ms) return;
      settle();
      const timer = setTimeout(() => {
        settle();
        hooks.pull();
      }, ms);
      pull = { timer, ms };
    },
    stop() {
      clearInterval(pulls);
      clearInterval(sessions);
      settle();
      stopVisibility();
      stopNetwork();
    },
  };
}
