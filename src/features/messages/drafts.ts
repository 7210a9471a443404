import type { DeviceDoor } from '../../../sync/client.ts';

/** What is being written, one text a partner; it outlives the page and leaves with the person (S-5, S-28). */
export interface Drafts {
  /** Empty without one. */
  get(partnerId: string): string;
  set(partnerId: string, text: string): void;
  subscribe(listener: () => void): () => void;
}

/** @param device keeps them at once, also while the page is being closed */
export function createDrafts(device: Pick<DeviceDoor, 'text' | 'setText'>): Drafts {
  const known = new Map<string, string>();
  const listeners = new Set<() => void>();
  const get = (partnerId: string) => {
    let text = known.get(partnerId);
    if (text === undefined) {
      text = device.text(keyOf(partnerId)) ?? '';
      known.set(partnerId, text);
    }
    return text;
  };
  return {
    get,
    set(partnerId, text) {
      if (get(partnerId) === text) return;
      known.set(partnerId, text);
      device.setText(keyOf(partnerId), text);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keyOf = (partnerId: string) => `draft-${partnerId}`;
