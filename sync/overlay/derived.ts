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
   * One value a key. Same key, same Live.
   * @param make gets what it made before, and answers that when nothing in it is other
   */
  family<T>(empty: T, make: (key: string, before: T) => T): (key: string) => Live<T>;
}

export function createDerived(): Derived {
  let version = 0;
  const watched = new Set<() => void>();
  return {
    changed() {
      version += 1;
      for (const refresh of [...watched]) refresh();
    },
    family<T>(empty: T, make: (key: string, before: T) => T) {
      const values = new Map<string, { door: Live<T>; isWatched(): boolean }>();
      return (key) => {
        const known = values.get(key);
        if (known) return known.door;
        forget(values, ({ isWatched }) => isWatched());
        const live = createLive(empty);
        let madeFrom = -1;
        const refresh = () => {
          if (madeFrom === version) return;
          madeFrom = version;
          live.set(make(key, live.get()));
        };
        const door: Live<T> = {
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
        };
        values.set(key, { door, isWatched: () => live.subscribed });
        return door;
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
