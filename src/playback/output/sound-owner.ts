import type { Live } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';

export type Part = 'player' | 'radio';

/** One part of a page and one page of a browser may play at a time. */
export interface SoundOwner {
  /** The radio from its start until it is off, otherwise the player (S-20). */
  part: Live<Part>;
  /** The other part sees the change in `part` and stops. */
  assign(part: Part): void;
  /** Call when this page starts to play; other pages then stop. */
  begin(): void;
  onOtherPage(listener: () => void): () => void;
}

const CHANNEL = 'undercurrent-sound';

/**
 * Starts with the player as the part that owns the sound. Without BroadcastChannel the pages of a browser cannot notify each other and may
 * play at the same time.
 */
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
