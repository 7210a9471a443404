import type { Live } from '../answers.ts';

export interface LiveValue<T> extends Live<T> {
  /** Notifies the subscribers, unless the reference is the same. */
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
      // A wrapper, so that the same function given twice is two subscriptions.
      const listener = () => onChange();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get subscribed() {
      return listeners.size > 0;
    },
  };
}
