import type { Live } from '../answers.ts';
import { createLive } from './live.ts';

/** Values that nobody watches are forgotten above this number. */
const REMEMBERED = 200;

/**
 * Values that are made from what is in memory: when somebody reads them, and after each change for those who watch. What
 * nobody looks at costs nothing.
 */
export interface Derived {
  /** Something that the values are made from is another now. */
  changed(): void;
  /**
   * One value an argument. Same argument, same Live.
   * @param make gets what it made before, and answers that when nothing in it is other
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
        // What is told of is a change against now, not against what was read last.
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

/** Makes room for one more: drops the oldest that nobody watches. */
export function forget<T>(values: Map<string, T>, isWatched: (value: T) => boolean): void {
  for (const [key, value] of values) {
    if (values.size < REMEMBERED) return;
    if (!isWatched(value)) values.delete(key);
  }
}

/** `before` where both hold the same things in the same order, else `after`. */
export function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return before.length === after.length && before.every((one, at) => one === after[at]) ? before : after;
}

/** `before` where each field of the two holds the same thing, else `after`. */
export function sameFields<T extends object>(before: T, after: T): T {
  return Object.entries(after).every(([name, value]) => Reflect.get(before, name) === value) ? before : after;
}
