import type { Live } from '../answers.ts';
import { createLive } from '../model/live.ts';

/** Number of values above which unwatched ones are dropped. */
const MAX_VALUES = 200;

/** Values computed on reading, and after each change while they are watched. */
export interface Derived {
  /** Call after a change of anything that the values are computed from. */
  changed(): void;
  /** The same argument returns the same Live while the Live is watched. @param make gets its last result, and returns it if nothing changed */
  family<A, T>(empty: T, make: (argument: A, before: T) => T): (argument: A) => Live<T>;
  single<T>(empty: T, make: (before: T) => T): Live<T>;
}

export function createDerived(): Derived {
  let version = 0;
  const watched = new Set<() => void>();
  const single = <T>(empty: T, make: (before: T) => T): Live<T> & { isWatched(): boolean } => {
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
        // Subscribers are notified of later changes only, so update the value first.
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
    single,
    changed() {
      version += 1;
      for (const refresh of [...watched]) refresh();
    },
    family<A, T>(empty: T, make: (argument: A, before: T) => T) {
      const values = new Map<string, ReturnType<typeof single<T>>>();
      return (argument: A): Live<T> => {
        const key = JSON.stringify(argument);
        let value = values.get(key);
        if (!value) {
          evictUnwatched(values, ({ isWatched }) => isWatched());
          value = single(empty, (before) => make(argument, before));
          values.set(key, value);
        }
        return value;
      };
    },
  };
}

/** Drops unwatched values, the oldest first, so that one more fits. */
export function evictUnwatched<T>(values: Map<string, T>, isWatched: (value: T) => boolean): void {
  for (const [key, value] of values) {
    if (values.size < MAX_VALUES) return;
    if (!isWatched(value)) values.delete(key);
  }
}

/** Returns `before` if the elements are the same. */
export function sameList<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return before.length === after.length && before.every((element, at) => element === after[at]) ? before : after;
}

/** Returns `before` if all fields are the same. */
export function sameFields<T extends object>(before: T, after: T): T {
  return Object.entries(after).every(([name, value]) => Reflect.get(before, name) === value) ? before : after;
}
