import type { Live } from '../../sync/client.ts';
import { createStore } from '../lib/store.ts';

/** A part of the page that makes sound. */
export type Part = 'player' | 'radio';

/** Who sounds: of the parts of this page one has the sound, and of the pages of this browser one is heard. */
export interface WhoSounds {
  /** The part that has this page's sound: the radio from its start until it is left, else the player (S-20). */
  part: Live<Part>;
  /** Gives the page's sound to a part; the other hears of it by `part`. */
  give(part: Part): void;
  /** Sound begins in this page: every other page falls silent. */
  begin(): void;
  /** Sound began in another page. */
  onOtherPage(listener: () => void): () => void;
}

const CHANNEL = 'undercurrent-sound';

/** Opens this page's place among the pages of the browser. Without BroadcastChannel every page sounds for itself. */
export function openWhoSounds(): WhoSounds {
  const part = createStore<Part>('player');
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  return {
    part,
    give: part.set,
    begin: () => channel?.postMessage('begins'),
    onOtherPage(listener) {
      const hear = () => listener();
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
  };
}
