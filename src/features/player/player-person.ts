import type { AccountState, AcknowledgedAction, KeptDoor, Live, SyncClient, TrackView } from '../../../sync/client.ts';
import type { ActionPayload } from '../../../sync/model/actions.ts';

/** What the player needs of the person who listens. One player serves one person, from its opening to its closing. */
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

/** What of the engine makes a person: its doors lead to whomever the account names. */
export type PersonDoors = Pick<SyncClient, 'account' | 'track' | 'enqueue' | 'onAcknowledged' | 'status'> & {
  device: DeviceTexts;
  kept: PlayerPerson['kept'];
};

/** The person whom the account names; null while it names nobody. */
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

/** Whom the account names, in one word: the same word, the same person. Null for nobody. */
export function ownerOf(account: AccountState): string | null {
  if (account.kind === 'user') return `user ${account.userId}`;
  return account.kind === 'guest' ? 'guest' : null;
}
