import type { Live } from '../../sync/client.ts';

/** One value outside of React. Its owner sets it; whoever only reads it gets it as a `Live`. */
export interface Store<T> extends Live<T> {
  set(next: T): void;
}

/** A store whose listeners hear of changes only (`Object.is`). */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
