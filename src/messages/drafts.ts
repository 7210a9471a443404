import type { DeviceApi } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

/** Message drafts, one per partner. They survive the page and are deleted with the person's data (S-5, S-28). */
export interface Drafts {
  get(partnerId: string): string;
  set(partnerId: string, text: string): void;
  /** Empties the field. The device stores the message until it is queued, so that closing the page loses nothing. */
  moveToOutgoing(partnerId: string): void;
  /** Messages that have left the field and are not queued yet, oldest first. */
  outgoing(partnerId: string): readonly string[];
  removeOutgoing(partnerId: string): void;
  restoreOutgoing(partnerId: string): void;
  subscribe(listener: () => void): () => void;
}

interface Draft {
  readonly text: string;
  readonly outgoing: readonly string[];
}

type TextApi = Pick<DeviceApi, 'text' | 'setText'>;

/** The drafts outlive the messages dialog, because messages may not be queued yet when the dialog closes. */
const opened = new WeakMap<TextApi, Drafts>();

export function draftsOf(device: TextApi): Drafts {
  const drafts = opened.get(device) ?? createDrafts(device);
  opened.set(device, drafts);
  return drafts;
}

/** @param device stores texts synchronously, so that they survive a closing page */
export function createDrafts(device: TextApi): Drafts {
  const cache = new Map<string, Draft>();
  const changes = createLive(0);
  const read = (partnerId: string): Draft => {
    const draft = cache.get(partnerId) ?? { text: device.text(keyOf(partnerId)) ?? '', outgoing: [] };
    cache.set(partnerId, draft);
    return draft;
  };
  const change = (partnerId: string, draft: Draft) => {
    cache.set(partnerId, draft);
    device.setText(keyOf(partnerId), storedText(draft));
    changes.set(changes.get() + 1);
  };
  return {
    get: (partnerId) => read(partnerId).text,
    set(partnerId, text) {
      const draft = read(partnerId);
      if (draft.text !== text) change(partnerId, { ...draft, text });
    },
    moveToOutgoing(partnerId) {
      const { text, outgoing } = read(partnerId);
      change(partnerId, { text: '', outgoing: [...outgoing, text] });
    },
    outgoing: (partnerId) => read(partnerId).outgoing,
    removeOutgoing(partnerId) {
      const { text, outgoing } = read(partnerId);
      change(partnerId, { text, outgoing: outgoing.slice(1) });
    },
    restoreOutgoing(partnerId) {
      change(partnerId, { text: storedText(read(partnerId)), outgoing: [] });
    },
    subscribe: changes.subscribe,
  };
}

const storedText = ({ text, outgoing }: Draft): string =>
  [...outgoing, text].filter((message) => message !== '').join('\n');

const keyOf = (partnerId: string) => `draft-${partnerId}`;
