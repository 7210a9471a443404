import type { SnapshotFrom } from 'xstate';
import type { Live } from '../../../sync/client.ts';
import type { playerMachine } from './player-machine.ts';

export type PlayerSnapshot = SnapshotFrom<typeof playerMachine>;

/** The read-only view of a player, for the parts that follow it. */
export interface WatchedPlayer {
  snapshot(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
  progress: Live<{ positionS: number; durationS: number }>;
}

export type PlayerState =
  'idle' | 'loading' | 'playing' | 'stalled' | 'paused' | 'blocked' | 'waiting' | 'failed' | 'radio';

/** The state that the controls show. Short transitional states count as loading. */
export function stateOf(snapshot: PlayerSnapshot): PlayerState {
  const { value } = snapshot;
  if (typeof value === 'object') return value.sounding;
  return value === 'starting' || value === 'repairing' || value === 'unplayable' ? 'loading' : value;
}

/** Whether the current track should play, but nothing arrives from the server. */
export function isUnreachable(snapshot: PlayerSnapshot): boolean {
  const state = stateOf(snapshot);
  return state === 'waiting' || ((state === 'loading' || state === 'stalled') && snapshot.context.isSilent);
}

/** Whether the current track plays, or will as soon as it can, so that a press pauses it. */
export function isSounding(snapshot: PlayerSnapshot): boolean {
  const state = stateOf(snapshot);
  return state === 'playing' || state === 'loading' || state === 'stalled' || state === 'waiting';
}
