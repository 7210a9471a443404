import type { SyncEnvironment } from '../environment.ts';

/** Intervals of a visible page: pulls (SY-18), and session checks (the specification, part 1 §9). */
const PULL_MS = 60_000;
const SESSION_MS = 30_000;
/** A page counts as visible for this time after its last request. A visible page sends one each minute. */
const WATCHED_MS = 1.5 * PULL_MS;
/** Delay of a pull after a realtime message: messages come in bursts, and one pull serves a burst. */
const DEBOUNCE_MS = 150;
/** Longest random delay of a pull that many devices would else begin at the same moment (G-4). */
const SPREAD_MS = 3_000;
/** Longest random delay of sending delayed actions after a restart of the server: those of all devices at once could overload it again. */
const RESEND_SPREAD_MS = 30_000;

export interface Signals {
  /** Own rows changed. @param transaction null if unknown */
  changed(transaction: bigint | null): void;
  /** Something happened to many devices at the same moment, such as a change of public rows: pulls after a random delay. */
  happenedToMany(): void;
  /** The socket subscribed, as all sockets do after a restart of the server. Pulls soon, and later has delayed actions sent. */
  subscribed(): void;
  /** Whether a page of this person is visible, as far as this page knows. */
  isWatched(): boolean;
  /** Another page sent a request. It counts as visible for a while. */
  watchedElsewhere(): void;
  /** The person acted. A hidden page may wait up to `mayWaitMs`, to send several actions together. */
  queued(mayWaitMs: number): void;
  stop(): void;
}

/** Turns realtime messages, visibility, network events, new actions and timers into pulls (SY-18). */
export function watchSignals(
  environment: Pick<SyncEnvironment, 'visibility' | 'onNetworkChange' | 'now' | 'random'>,
  hooks: {
    /** @param upTo the latest transaction to pull; null if unknown */
    pull(upTo: bigint | null): void;
    /** @param endsBusyDelays as of the engine's `pokeNow` */
    pullNow(endsBusyDelays: boolean): void;
    /** Sends delayed actions, if there are any. */
    resend(): void;
    pullEachMinute(): void;
    renewSession(): void;
    /** `isWatched` may have changed. */
    watchChanged(): void;
  },
): Signals {
  /** `upTo` is the latest transaction to pull; null if unknown. */
  let pull: { timer: ReturnType<typeof setTimeout>; ms: number; upTo: bigint | null } | null = null;
  /** Time until which another page counts as visible, in ms since the epoch. */
  let watchedUntil = 0;
  let watchTimer: ReturnType<typeof setTimeout> | undefined;
  let resendTimer: ReturnType<typeof setTimeout> | undefined;
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
  const pullSpread = () => pullIn(DEBOUNCE_MS + environment.random() * SPREAD_MS, null);
  const whenVisible = (work: () => void) => () => {
    if (environment.visibility.isVisible()) work();
  };
  const pulls = setInterval(whenVisible(hooks.pullEachMinute), PULL_MS);
  const sessions = setInterval(whenVisible(hooks.renewSession), SESSION_MS);
  const stopVisibility = environment.visibility.onChange(() => {
    hooks.watchChanged();
    if (!environment.visibility.isVisible()) return;
    cancelPull();
    hooks.pullNow(true);
  });
  const stopNetwork = environment.onNetworkChange(() => hooks.pullNow(true));
  return {
    changed: (transaction) => pullIn(DEBOUNCE_MS, transaction),
    happenedToMany: pullSpread,
    subscribed() {
      pullSpread();
      // If the server keeps restarting, send only after the last restart.
      clearTimeout(resendTimer);
      resendTimer = setTimeout(hooks.resend, environment.random() * RESEND_SPREAD_MS);
    },
    isWatched,
    watchedElsewhere() {
      watchedUntil = environment.now() + WATCHED_MS;
      clearTimeout(watchTimer);
      watchTimer = setTimeout(hooks.watchChanged, WATCHED_MS);
      hooks.watchChanged();
    },
    queued(mayWaitMs) {
      if (mayWaitMs > 0 && !environment.visibility.isVisible()) pullIn(mayWaitMs, null);
      else hooks.pullNow(false);
    },
    stop() {
      clearInterval(pulls);
      clearInterval(sessions);
      clearTimeout(watchTimer);
      clearTimeout(resendTimer);
      cancelPull();
      stopVisibility();
      stopNetwork();
    },
  };
}

const laterOf = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a > b ? a : b);
