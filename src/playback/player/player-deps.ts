import type { AcknowledgedAction, KeptApi, Live, Scope, TrackView } from '../../../sync/client.ts';
import type { ActionPayload } from '../../../sync/model/actions.ts';
import type { PlayerTrack } from './player-track.ts';

/** The player's access to its person, who stays the same while the player exists. */
export interface PlayerDeps {
  /** A guest's plays are not counted (S-10). */
  countsPlays: boolean;
  /** This person's key-value texts on this device. */
  device: DeviceTexts;
  track(id: string): Live<Pick<TrackView, 'playedToday' | 'title' | 'artist_name' | 'coverSrc'> | null>;
  /** Whether all rows that the device holds are on it. */
  isFilled: Live<boolean>;
  /** Whether the track was withdrawn. False if it may lie beyond the device, until the server was asked for it. */
  isAbsent(id: string): boolean;
  /** Changes with the server's answers. */
  absent: Live<unknown>;
  /** Asks the server for these tracks. */
  visitTracks(ids: readonly string[]): void;
  /** Whether the track is the person's own: then they withdrew it themselves. */
  isOwn(track: Pick<PlayerTrack, 'userId'>): boolean;
  /** Queues a play. Rejects if the device cannot store it. */
  recordPlay(play: ActionPayload<'play.record'>): Promise<unknown>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  kept: Pick<KeptApi, 'states' | 'withdrawn' | 'keepPlayed' | 'reportBroken'>;
  /** False if the last attempts to reach the server failed. */
  hasNetwork(): boolean;
  /** Starts a sync when audio does not arrive, so that the status shows whether the server is reachable. */
  askServer(): void;
}

export type DeviceTexts = Pick<Scope['device'], 'text' | 'setText'>;

/** The parts of a scope that a player needs; `onClose` tells when to close the player. */
export type PlayerScope = Pick<
  Scope,
  | 'userId'
  | 'track'
  | 'isFilled'
  | 'absent'
  | 'isAbsent'
  | 'visitTracks'
  | 'enqueue'
  | 'onAcknowledged'
  | 'status'
  | 'syncNow'
  | 'onClose'
> & {
  device: DeviceTexts;
  kept: PlayerDeps['kept'];
};

/** The player's view of a scope's person. */
export function playerDepsOf(scope: PlayerScope): PlayerDeps {
  return {
    countsPlays: scope.userId !== null,
    device: scope.device,
    track: (id) => scope.track(id),
    isFilled: scope.isFilled,
    absent: scope.absent,
    isAbsent: scope.isAbsent,
    // If it fails, the queue keeps these tracks.
    visitTracks: (ids) => void scope.visitTracks(ids).catch(() => false),
    isOwn: ({ userId }) => userId === scope.userId,
    recordPlay: (play) => scope.enqueue('play.record', play),
    onAcknowledged: (listener) => scope.onAcknowledged(listener),
    kept: scope.kept,
    askServer: () => scope.syncNow(),
    hasNetwork: () => scope.status.get().network !== 'offline',
  };
}
