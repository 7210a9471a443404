import type { AcknowledgedAction, KeptApi, Live, Scope, TrackView } from '../../../sync/client.ts';
import type { ActionPayload } from '../../../sync/model/actions.ts';
import type { PlayerTrack } from './player-track.ts';
import type { UpNextScope } from './up-next/pick-tracks.ts';

type PlayedRow = Pick<
  TrackView,
  | 'playedToday'
  | 'title'
  | 'artist_name'
  | 'coverSrc'
  | 'duration_ms'
  | 'loudness_lufs'
  | 'true_peak_dbtp'
  | 'release_id'
>;

export interface PlayerDeps {
  /** Whether plays are counted; a guest's are not. */
  countsPlays: boolean;
  device: DeviceTexts;
  track(id: string): Live<PlayedRow | null>;
  /** Whether all rows that this device should hold are on it (SY-35). */
  isFilled: Live<boolean>;
  /** Whether the track was withdrawn; false while only the server can tell. */
  isAbsent(id: string): boolean;
  /** Changes when the server has answered that it does not have a track. */
  absent: Live<unknown>;
  /** Asks the server for tracks that may be missing on the device (SY-36). */
  visitTracks(ids: readonly string[]): void;
  isOwn(track: Pick<PlayerTrack, 'userId'>): boolean;
  /** Rejects if the device cannot store the play. */
  recordPlay(play: ActionPayload<'play.record'>): Promise<unknown>;
  onAcknowledged(listener: (action: AcknowledgedAction) => void): () => void;
  kept: Pick<KeptApi, 'states' | 'withdrawn' | 'keepPlayed' | 'reportBroken'>;
  /** False if the last attempts to reach the server failed. */
  hasNetwork(): boolean;
  /** Starts a sync, so that the status shows whether the server is reachable. */
  askServer(): void;
}

export type DeviceTexts = Pick<Scope['device'], 'text' | 'setText'>;

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
> &
  UpNextScope & {
    device: DeviceTexts;
    kept: PlayerDeps['kept'];
  };

export function playerDepsOf(scope: PlayerScope): PlayerDeps {
  return {
    countsPlays: scope.userId !== null,
    device: scope.device,
    track: (id) => scope.track(id),
    isFilled: scope.isFilled,
    absent: scope.absent,
    isAbsent: scope.isAbsent,
    // If the request fails, the queue keeps these tracks.
    visitTracks: (ids) => void scope.visitTracks(ids).catch(() => false),
    isOwn: ({ userId }) => userId === scope.userId,
    recordPlay: (play) => scope.enqueue('play.record', play),
    onAcknowledged: (listener) => scope.onAcknowledged(listener),
    kept: scope.kept,
    askServer: () => scope.syncNow(),
    hasNetwork: () => scope.status.get().network !== 'offline',
  };
}
