import type { AccountState, AcknowledgedAction, KeptDoor, Live, SyncClient, TrackView } from '../../../sync/client.ts';
import type { ActionPayload } from '../../../sync/model/actions.ts';

/** What the player needs of the person who listens. It has one person for its whole life. */
export interface PlayerPerson {
  /** The plays of a guest are not counted (S-10). */
  countsPlays: boolean;
  /** Small texts of this person on this device. */
  device: DeviceTexts;
  track(id: string): Live<Pick<TrackView, 'playedToday'> | null>;
  /** Queues a play. Rejects when the device cannot keep it. */
  recordPlay(play: ActionPayload<'play.record'>): Promise<unknown>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  kept: Pick<KeptDoor, 'states' | 'keepPlayed' | 'reportBroken'>;
  /** False when the last attempts to reach the server failed. */
  hasNetwork(): boolean;
}

export interface DeviceTexts {
  /** Null when there is none. */
  mark(key: string): string | null;
  /** False when it could not be kept. */
  setMark(key: string, value: string): boolean;
}

/** The parts of the engine that a `PlayerPerson` is made of. They work for the person who is signed in when they are called. */
export type PersonDoors = Pick<SyncClient, 'account' | 'track' | 'enqueue' | 'onAcknowledged' | 'status'> & {
  device: DeviceTexts;
  kept: PlayerPerson['kept'];
};

/** The person who is signed in, or the guest; null when there is neither. */
export function personOf(sync: PersonDoors): PlayerPerson | null {
  const { kind } = sync.account.get();
  if (kind !== 'user' && kind !== 'guest') return null;
  return {
    countsPlays: kind === 'user',
    device: sync.device,
    track: (id) => sync.track(id),
    recordPlay: (play) => sync.enqueue('play.record', play),
    onAcknowledged: (listener) => sync.onAcknowledged(listener),
    kept: sync.kept,
    hasNetwork: () => sync.status.get().network !== 'offline',
  };
}

/** A name for the person of an account, the same for the same person; null for nobody. */
export function ownerOf(account: AccountState): string | null {
  if (account.kind === 'user') return `user ${account.userId}`;
  return account.kind === 'guest' ? 'guest' : null;
}
