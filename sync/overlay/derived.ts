import type { Live } from '../answers.ts';
import { createLive } from '../model/live.ts';

/** The number of values above which unwatched ones are dropped. */
const REMEMBERED = 200;

/**
 * Values computed from data in memory: on reading, and after each change while they are watched. Unwatched values cost nothing.
 */
export interface Derived {
  /** The data has changed. */
  changed(): void;
  /**
   * One value per argument; the same argument returns the same Live.
   * @param make gets its former result, and returns that if nothing in it changed
   */
  family<A, T>(empty: T, make: (argument: A, before: T) => T): (argument: A) => Live<T>;
  /** A single value. */
  one<T>(empty: T, make: (before: T) => T): Live<T>;
}

export function createDerived(): Derived {
  let version = 0;
  const watched = new Set<() => void>();
  const one = <T>(empty: T, make: (before: T) => T): Live<T> & { isWatched(): boolean } => {
    const live = createLive(empty);
    let madeFrom = -1;
    const refresh = () => {
      if (madeFrom === version) return;
      madeFrom = version;
      live.set(make(live.get()));
    };
    return {
      get() {
        refresh();
        return live.get();
      },
      subscribe(onChange) {
        // Subscribers hear of changes from now on, so the value is brought up to date first.
        refresh();
        watched.add(refresh);
        const stop = live.subscribe(onChange);
        return () => {
          stop();
          if (!live.subscribed) watched.delete(refresh);
        };
      },
      isWatched: () => live.subscribed,
    };
  };
  return {
    one,
    changed() {
      version += 1;
      for (const refresh of [...watched]) refresh();
    },
    family<A, T>(empty: T, make: (argument: A, before: T) => T) {
      const values = new Map<string, ReturnType<typeof one<T>>>();
      return (argument: A): Live<T> => {
        const key = JSON.stringify(argument);
        let value = values.get(key);
        if (!value) {
          forget(values, ({ isWatched }) => isWatched());
          value = one(empty, (before) => make(argument, before));
          values.set(key, value);
        }
        return value;
      };
    },
  };
}

/** Drops the oldest unwatched values to make room for one more. */
export function forget<T>(values: Map<string, T>, isWatched: (value: T) => boolean): void {
  for (const [key, value] of values) {
    if (values.size < REMEMBERED) return;
    if (!isWatched(value)) values.delete(key);
  }
}

/** `before` if both lists have the same elements in the same order, else `after`. */
export function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return before.length === after.length && before.every((one, at) => one === after[at]) ? before : after;
}

/** `before` if all fields are the same, else `after`. */
export function sameFields<T extends object>(before: T, after: T): T {
  return Object.entries(after).every(([name, value]) => Reflect.get(before, name) === value) ? before : after;
}
