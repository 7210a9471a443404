import type { SyncEnvironment } from '../environment.ts';

/** How often a visible page pulls (SY-18) and checks the session (part 1 §9). */
const PULL_MS = 60_000;
const SESSION_MS = 30_000;
/** The delay for public changes while no page is visible; a page that becomes visible pulls at once. */
const UNWATCHED_MS = 1_200_000;
/** How long another page counts as visible after its last request; a visible page sends one each minute. */
const WATCHED_MS = 1.5 * PULL_MS;
/** Realtime messages come in bursts; one pull serves a whole burst. */
const DEBOUNCE_MS = 150;

/** The rows that a realtime message reports as changed: this person's own, or public ones. */
export type ChangeOf = 'own' | 'all';

export interface Signals {
  /**
   * Something changed on the server: pulls soon, or later for public rows while no page is visible.
   * @param transaction the transaction of the change, or null if unknown
   */
  changed(whose: ChangeOf, transaction: bigint | null): void;
  /** A visible page of this person requested a sync; for a while, public changes are pulled at once. */
  requestedElsewhere(): void;
  /** The person acted: sends it now. A hidden page may wait up to `mayWaitMs`, to send several actions together. */
  queued(mayWaitMs: number): void;
  stop(): void;
}

/** Requests a pull on focus, after network events, each minute, and on realtime messages, through `changed` (SY-18). */
export function watchSignals(
  environment: Pick<SyncEnvironment, 'visibility' | 'onNetworkChange' | 'now'>,
  hooks: {
    /** @param upTo the latest transaction to be pulled, or null if unknown */
    pull(upTo: bigint | null): void;
    pullNow(): void;
    pullEachMinute(): void;
    renewSession(): void;
  },
): Signals {
  /** The scheduled pull, and the latest transaction that it is for, or null if unknown. */
  let pull: { timer: ReturnType<typeof setTimeout>; ms: number; upTo: bigint | null } | null = null;
  /** Until when another page counts as visible, in ms since the epoch. */
  let watchedUntil = 0;
  const isWatched = () => environment.visibility.isVisible() || environment.now() < watchedUntil;
  const cancelPull = () => {
    if (pull) clearTimeout(pull.timer);
    pull = null;
  };
  const pullIn = (ms: number, transaction: bigint | null) => {
    const upTo = pull ? laterOf(pull.upTo, transaction) : transaction;
    if (pull && pull.ms <= ms) {
      pull.upTo = upTo;
      return;
    }
    cancelPull();
    const timer = setTimeout(() => {
      const latest = pull?.upTo ?? null;
      cancelPull();
      hooks.pull(latest);
    }, ms);
    pull = { timer, ms, upTo };
  };
  const whenVisible = (work: () => void) => () => {
    if (environment.visibility.isVisible()) work();
  };
  const pulls = setInterval(whenVisible(hooks.pullEachMinute), PULL_MS);
  const sessions = setInterval(whenVisible(hooks.renewSession), SESSION_MS);
  const stopVisibility = environment.visibility.onChange(
    whenVisible(() => {
      cancelPull();
      hooks.pullNow();
    }),
  );
  const stopNetwork = environment.onNetworkChange(hooks.pullNow);
  return {
    changed(whose, transaction) {
      pullIn(whose === 'own' || isWatched() ? DEBOUNCE_MS : UNWATCHED_MS, transaction);
    },
    requestedElsewhere() {
      watchedUntil = environment.now() + WATCHED_MS;
      pullIn(0, null);
    },
    queued(mayWaitMs) {
      if (mayWaitMs > 0 && !environment.visibility.isVisible()) pullIn(mayWaitMs, null);
      else hooks.pullNow();
    },
    stop() {
      clearInterval(pulls);
      clearInterval(sessions);
      cancelPull();
      stopVisibility();
      stopNetwork();
    },
  };
}

const laterOf = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a > b ? a : b);
