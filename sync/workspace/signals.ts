import type { SyncEnvironment } from '../environment.ts';

/** A pull this often while the page is visible (SY-18), and a look at the session as often as part 1 §9 says. */
const PULL_MS = 60_000;
const SESSION_MS = 30_000;
/** What everybody sees waits so long while nobody looks: whoever looks again pulls at once. */
const UNWATCHED_MS = 1_200_000;
/** A page that is looked at asks each minute; until it might have missed one it counts as looked at still. */
const WATCHED_MS = 1.5 * PULL_MS;
/** Realtime messages come in bursts; one pull answers all of a burst. */
const DEBOUNCE_MS = 150;

/** Whose change a realtime message tells of: this person's, or of what everybody sees. */
export type ChangeOf = 'own' | 'all';

export interface Signals {
  /**
   * Something happened on the server: pull soon. What everybody sees waits while nobody looks.
   * @param transaction in which it happened; null when that is not known
   */
  changed(whose: ChangeOf, transaction: bigint | null): void;
  /** Another page of this person asked for something: it is looked at, and what everybody sees waits for nobody for a while. */
  askedElsewhere(): void;
  /** The person did something: send it. While nobody looks it may wait for others, so many milliseconds. */
  queued(mayWaitMs: number): void;
  stop(): void;
}

/**
 * Everything that says "pull now" (SY-18): focus, a network that came or went (trying tells which), a minute gone by, and
 * realtime through `changed`.
 */
export function watchSignals(
  environment: Pick<SyncEnvironment, 'visibility' | 'onNetworkChange' | 'now'>,
  hooks: {
    /** @param upTo the latest transaction that is to be brought; null when that is not known */
    pull(upTo: bigint | null): void;
    pullNow(): void;
    pullByTheMinute(): void;
    renewSession(): void;
  },
): Signals {
  /** The pull that is to come, and the latest transaction that it is for; null when that is not known. */
  let pull: { timer: ReturnType<typeof setTimeout>; ms: number; upTo: bigint | null } | null = null;
  /** Another page is looked at until then, in ms since the epoch. */
  let watchedUntil = 0;
  const isWatched = () => environment.visibility.isVisible() || environment.now() < watchedUntil;
  const settle = () => {
    if (pull) clearTimeout(pull.timer);
    pull = null;
  };
  const pullIn = (ms: number, transaction: bigint | null) => {
    const upTo = pull ? laterOf(pull.upTo, transaction) : transaction;
    if (pull && pull.ms <= ms) {
      pull.upTo = upTo;
      return;
    }
    settle();
    const timer = setTimeout(() => {
      const wanted = pull?.upTo ?? null;
      settle();
      hooks.pull(wanted);
    }, ms);
    pull = { timer, ms, upTo };
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
    changed(whose, transaction) {
      pullIn(whose === 'own' || isWatched() ? DEBOUNCE_MS : UNWATCHED_MS, transaction);
    },
    askedElsewhere() {
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
      settle();
      stopVisibility();
      stopNetwork();
    },
  };
}

const laterOf = (one: bigint | null, other: bigint | null) =>
  one === null || other === null ? null : one > other ? one : other;
