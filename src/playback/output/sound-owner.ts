import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';

/** A part of the page that plays audio. */
export type Part = 'player' | 'radio';

/** Decides who may play audio: one part of this page, and one page of this browser. */
export interface SoundOwner {
  /** The part that may play in this page: the radio from its start until it is off, otherwise the player (S-20). */
  part: Live<Part>;
  /** Lets this part play. The other part sees the change in `part` and stops. */
  assign(part: Part): void;
  /** Call it when this page starts to play: the other pages stop. */
  begin(): void;
  /** Called when another page starts to play. */
  onOtherPage(listener: () => void): () => void;
}

const CHANNEL = 'undercurrent-sound';

/** Without BroadcastChannel the pages of a browser cannot notify each other and may play at the same time. */
export function openSoundOwner(): SoundOwner {
  const part = createLive<Part>('player');
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;
  return {
    part,
    assign: part.set,
    begin: () => channel?.postMessage('begins'),
    onOtherPage(listener) {
      const onMessage = () => listener();
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
  };
}
