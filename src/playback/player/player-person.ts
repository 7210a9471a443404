import type { AcknowledgedAction, KeptDoor, Live, Scope, TrackView } from '../../../sync/client.ts';
import type { ActionPayload } from '../../../sync/model/actions.ts';
import type { PlayerTrack } from './player-track.ts';

/** What the player needs of the person who listens. It has one person for its whole life. */
export interface PlayerPerson {
  /** The plays of a guest are not counted (S-10). */
  countsPlays: boolean;
  /** Small texts of this person on this device. */
  device: DeviceTexts;
  track(id: string): Live<Pick<TrackView, 'playedToday' | 'title'> | null>;
  /** Everything that this person may hear is known to the device: a track it does not know is gone. */
  isFilled: Live<boolean>;
  /** The person's own track: what becomes of it they did themselves. */
  isOwn(track: Pick<PlayerTrack, 'userId'>): boolean;
  /** Queues a play. Rejects when the device cannot keep it. */
  recordPlay(play: ActionPayload<'play.record'>): Promise<unknown>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  kept: Pick<KeptDoor, 'states' | 'withdrawn' | 'keepPlayed' | 'reportBroken'>;
  /** False when the last attempts to reach the server failed. */
  hasNetwork(): boolean;
  /** Sound does not come: whether the server does tells the person more than the player knows. */
  askServer(): void;
}

export type DeviceTexts = Pick<Scope['device'], 'text' | 'setText'>;

/** The parts of a scope that a player is made of, and closed by. */
export type PlayerScope = Pick<
  Scope,
  'userId' | 'track' | 'isFilled' | 'enqueue' | 'onAcknowledged' | 'status' | 'syncNow' | 'onClose'
> & {
  device: DeviceTexts;
  kept: PlayerPerson['kept'];
};

/** The person of a scope, as the player knows them. */
export function personOf(scope: PlayerScope): PlayerPerson {
  return {
    countsPlays: scope.userId !== null,
    device: scope.device,
    track: (id) => scope.track(id),
    isFilled: scope.isFilled,
    isOwn: ({ userId }) => userId === scope.userId,
    recordPlay: (play) => scope.enqueue('play.record', play),
    onAcknowledged: (listener) => scope.onAcknowledged(listener),
    kept: scope.kept,
    askServer: () => scope.syncNow(),
    hasNetwork: () => scope.status.get().network !== 'offline',
  };
}
