import type { DeviceApi } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

/** Message drafts, one per partner. They survive the page and are deleted with the person's data (S-5, S-28). */
export interface Drafts {
  /** Empty string if there is none. */
  get(partnerId: string): string;
  set(partnerId: string, text: string): void;
  /**
   * Empties the field for the next message. The device stores this one until it is queued, so that closing the page
   * loses nothing.
   */
  sendOff(partnerId: string): void;
  /** Messages sent off but not queued yet, oldest first. */
  sentOff(partnerId: string): readonly string[];
  /** The first of those has been queued. */
  settle(partnerId: string): void;
  /** Moves those that could not be queued back into the field, before the text written since. */
  bringBack(partnerId: string): void;
  subscribe(listener: () => void): () => void;
}

interface Draft {
  readonly text: string;
  readonly sentOff: readonly string[];
}

type TextApi = Pick<DeviceApi, 'text' | 'setText'>;

/** One per device, because messages that are not queued yet outlive the messages dialog. */
const opened = new WeakMap<TextApi, Drafts>();

/** The drafts of a person's device. */
export function draftsOf(device: TextApi): Drafts {
  const drafts = opened.get(device) ?? createDrafts(device);
  opened.set(device, drafts);
  return drafts;
}

/** @param device stores texts synchronously, so that they survive a closing page */
export function createDrafts(device: TextApi): Drafts {
  const known = new Map<string, Draft>();
  const changes = createLive(0);
  const read = (partnerId: string): Draft => {
    const draft = known.get(partnerId) ?? { text: device.text(keyOf(partnerId)) ?? '', sentOff: [] };
    known.set(partnerId, draft);
    return draft;
  };
  const change = (partnerId: string, draft: Draft) => {
    known.set(partnerId, draft);
    device.setText(keyOf(partnerId), wordsOf(draft));
    changes.set(changes.get() + 1);
  };
  return {
    get: (partnerId) => read(partnerId).text,
    set(partnerId, text) {
      const draft = read(partnerId);
      if (draft.text !== text) change(partnerId, { ...draft, text });
    },
    sendOff(partnerId) {
      const { text, sentOff } = read(partnerId);
      change(partnerId, { text: '', sentOff: [...sentOff, text] });
    },
    sentOff: (partnerId) => read(partnerId).sentOff,
    settle(partnerId) {
      const { text, sentOff } = read(partnerId);
      change(partnerId, { text, sentOff: sentOff.slice(1) });
    },
    bringBack(partnerId) {
      change(partnerId, { text: wordsOf(read(partnerId)), sentOff: [] });
    },
    subscribe: changes.subscribe,
  };
}

const wordsOf = ({ text, sentOff }: Draft): string => [...sentOff, text].filter((each) => each !== '').join('\n');

const keyOf = (partnerId: string) => `draft-${partnerId}`;
