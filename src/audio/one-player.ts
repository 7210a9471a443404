/** One sound in all tabs of this browser: who starts tells the others, and they stop. */
export interface OnePlayer {
  /** This page's sound starts. */
  claim(): void;
  /** The sound of another tab, or of another part of this page, started. */
  onTaken(listener: () => void): () => void;
}

const CHANNEL = 'undercurrent-sound';

/** Opens a place at the one player. Without BroadcastChannel every page plays for itself. */
export function createOnePlayer(): OnePlayer {
  const listeners = new Set<() => void>();
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
  channel?.addEventListener('message', () => {
    for (const listener of [...listeners]) listener();
  });
  return {
    claim: () => channel?.postMessage('claimed'),
    onTaken(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
