import type { AudioFailure, AudioOutput, AudioSignal } from '../output/audio-output.ts';
import type { PlayerTrack } from './player-track.ts';
import type { Queue, Repeat } from './queue.ts';

export interface TrackSource {
  /** `device`: kept locally; `network`: presumably fetchable; `nowhere`: not kept, and there is no network. */
  whereIs(track: PlayerTrack): 'device' | 'network' | 'nowhere';
  addressOf(track: PlayerTrack): string;
  /** Drops the local copy, so that the next load fetches the file again. Resolves to false if there was none. */
  dropCopy(track: PlayerTrack): Promise<boolean>;
}

export interface PlayerContext {
  output: AudioOutput;
  source: TrackSource;
  /** From 0 to below 1. */
  random: () => number;
  queue: Queue;
  /** Id of the newest load; signals of older loads are ignored (S-21). */
  loadId: number;
  /** The output's position is valid only if `ready`. A restored queue has `nothing` in the output until the first press. */
  inOutput: 'nothing' | 'loading' | 'ready';
  /** Seconds. The position while the output has none; the next load starts there. */
  startS: number;
  /** Whether the current track has played since it became current. */
  hasSounded: boolean;
  /** Whether play was requested, but neither sound nor bytes have arrived since. */
  isSilent: boolean;
  /** True if the person chose this track; false if the player advanced to it (S-10). */
  isManual: boolean;
  sleepsAtEnd: boolean;
  failure: AudioFailure | null;
  /** Tracks that have failed since audio last played or the last press. They are not retried, so that the queue does not loop for ever. */
  failedIds: ReadonlySet<string>;
  /** Id of the track whose broken copy was dropped last, so that it is not dropped twice in a row. */
  repairedId: string | null;
  /** The queue and position set aside while the radio plays (S-20). */
  aside: { queue: Queue; startS: number } | null;
}

/** Seconds into the current track. */
export function positionOf({ output, inOutput, startS }: PlayerContext): number {
  return inOutput === 'ready' ? output.position().positionS : startS;
}

export type PlayerEvent =
  /** `startS`: seconds into the track at `startIndex`, by default 0. */
  | { type: 'tracks.play'; tracks: readonly PlayerTrack[]; startIndex: number; startS?: number }
  | { type: 'queue.restored'; queue: Queue; positionS: number }
  | { type: 'queue.jumped'; index: number }
  | { type: 'queue.moved'; from: number; to: number }
  | { type: 'queue.removed'; index: number }
  | { type: 'queue.added'; tracks: readonly PlayerTrack[]; where: 'next' | 'end' }
  | { type: 'queue.cleared' }
  /** These tracks are no longer available: they were deleted or hidden. */
  | { type: 'tracks.withdrawn'; trackIds: ReadonlySet<string> }
  | { type: 'shuffle.switched' }
  | { type: 'repeat.chosen'; repeat: Repeat }
  /** Replaces the tracks around the current one, which keeps playing. */
  | { type: 'queue.replaced'; tracks: readonly PlayerTrack[]; index: number }
  | { type: 'play.requested' }
  | { type: 'pause.requested' }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'next.nearing' }
  | { type: 'position.requested'; seconds: number }
  | { type: 'network.returned' }
  | { type: 'sleep.atTrackEnd'; isOn: boolean }
  | { type: 'otherPage.started' }
  | { type: 'radio.started' }
  | { type: 'radio.stopped' }
  | AudioSignal;

/** Emitted after the snapshot has been updated. */
export type PlayerEmitted =
  | { type: 'load.began' }
  | { type: 'load.failed'; failure: AudioFailure }
  | { type: 'tracks.skipped'; count: number }
  | { type: 'sound.started' }
  | { type: 'sound.silent' }
  | { type: 'sound.interrupted' }
  /** The sleep timer stopped playback at the end of a track. */
  | { type: 'sleep.reached' }
  /** The position must be read regularly from now on. */
  | { type: 'position.running' }
  | { type: 'position.resting' }
  | { type: 'position.jumped' }
  /** Not emitted when a queue is set aside or restored, nor when tracks are withdrawn. */
  | { type: 'queue.changed' }
  /** A track was pressed while the radio was on. */
  | { type: 'radio.left' };
