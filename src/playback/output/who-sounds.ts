import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';

/** A part of the page that makes sound. */
export type Part = 'player' | 'radio';

/** Decides who may sound: one part of this page, and one page of this browser. */
export interface WhoSounds {
  /** The part that may sound in this page: the radio from its start until it is off, otherwise the player (S-20). */
  part: Live<Part>;
  /** Lets this part sound. The other one sees it in `part` and stops. */
  give(part: Part): void;
  /** To be called when sound begins in this page: the other pages stop theirs. */
  begin(): void;
  /** Sound began in another page. */
  onOtherPage(listener: () => void): () => void;
}

const CHANNEL = 'undercurrent-sound';

/** Without BroadcastChannel the pages of a browser do not hear of each other, and may sound at the same time. */
export function openWhoSounds(): WhoSounds {
  const part = createLive<Part>('player');
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
