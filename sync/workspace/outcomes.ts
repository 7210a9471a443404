import type { AcknowledgedAction } from '../action-types.ts';
import type { Scope } from '../api.ts';
import { runSafely } from './run-safely.ts';

export interface Outcomes extends Pick<Scope, 'onAcknowledged' | 'onOutcome'> {
  acknowledge(action: AcknowledgedAction): void;
  /** The action left the queue without an outcome. */
  drop(id: string): void;
  close(): void;
}

export function createOutcomes(): Outcomes {
  const all = new Set<(action: AcknowledgedAction) => void>();
  const byId = new Map<string, ((action: AcknowledgedAction | null) => void)[]>();
  let isClosed = false;

  const settle = (id: string, action: AcknowledgedAction | null) => {
    const listeners = byId.get(id) ?? [];
    byId.delete(id);
    for (const listener of listeners) runSafely(() => listener(action));
  };

  return {
    onAcknowledged(listener) {
      // A new function for each call, because a set contains each function only once.
      const wrapper = (action: AcknowledgedAction) => listener(action);
      all.add(wrapper);
      return () => all.delete(wrapper);
    },
    onOutcome(id, listener) {
      if (!isClosed) byId.set(id, [...(byId.get(id) ?? []), listener]);
    },
    acknowledge(action) {
      for (const listener of [...all]) runSafely(() => listener(action));
      settle(action.id, action);
    },
    drop: (id) => settle(id, null),
    close() {
      isClosed = true;
      all.clear();
      byId.clear();
    },
  };
}
