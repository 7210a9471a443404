import type { DeviceDoor } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';

/** What is being written, one text a partner; it outlives the page and leaves with the person (S-5, S-28). */
export interface Drafts {
  /** Empty without one. */
  get(partnerId: string): string;
  set(partnerId: string, text: string): void;
  /**
   * Empties the field for the next message. The device keeps this one until it is in the queue: a page that ends before it is there
   * loses nothing.
   */
  sendOff(partnerId: string): void;
  /** What was sent off and is not in the queue yet, the first one first. */
  sentOff(partnerId: string): readonly string[];
  /** The first of those is in the queue. */
  settle(partnerId: string): void;
  /** None of those can be queued: they are in the field again, before what was written since. */
  bringBack(partnerId: string): void;
  subscribe(listener: () => void): () => void;
}

interface Draft {
  readonly text: string;
  readonly sentOff: readonly string[];
}

type TextDoor = Pick<DeviceDoor, 'text' | 'setText'>;

/** One for each device: what is on its way outlives the page of the messages. */
const opened = new WeakMap<TextDoor, Drafts>();

/** The drafts of a person's device. */
export function draftsOf(device: TextDoor): Drafts {
  const drafts = opened.get(device) ?? createDrafts(device);
  opened.set(device, drafts);
  return drafts;
}

/** @param device keeps them at once, also while the page is being closed */
export function createDrafts(device: TextDoor): Drafts {
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
