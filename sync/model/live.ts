import type { Live } from '../answers.ts';

export interface LiveValue<T> extends Live<T> {
  /** Sets the value, and notifies the subscribers unless it is the same reference as before. */
  set(value: T): void;
  readonly subscribed: boolean;
}

export function createLive<T>(initial: T): LiveValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(onChange) {
      // A new function for each subscription, because a set contains each function only once.
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get subscribed() {
      return listeners.size > 0;
    },
  };
}
