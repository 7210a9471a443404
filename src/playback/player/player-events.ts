import type { AudioFailure, AudioOutput, AudioSignal } from '../output/audio-output.ts';
import type { PlayerTrack } from './player-track.ts';
import type { Queue, Repeat } from './queue.ts';

/** Locates the audio of tracks, and drops broken local copies. */
export interface TrackSource {
  /** `device`: kept locally; `network`: presumably fetchable; `nowhere`: not kept, and there is no network. */
  whereIs(track: PlayerTrack): 'device' | 'network' | 'nowhere';
  /** The URL to load. */
  addressOf(track: PlayerTrack): string;
  /** Drops the local copy, so that the next load refetches the file. False if there was none. */
  dropCopy(track: PlayerTrack): Promise<boolean>;
}

export interface PlayerContext {
  output: AudioOutput;
  source: TrackSource;
  /** Random source for shuffling, from 0 to below 1. */
  random: () => number;
  queue: Queue;
  /** Id of the newest load; signals of older loads are ignored (S-21). */
  loadId: number;
  /**
   * How much of the current track the output has. The output's position is valid only if `ready`; while loading it
   * reports 0. A restored queue has `nothing` in the output until the first press.
   */
  inOutput: 'nothing' | 'loading' | 'ready';
  /** The position, in seconds, while the output has none; the next load starts there. */
  startS: number;
  /**
   * Whether the current track has played. An unplayable track is skipped if it has played, or if the player advanced to
   * it; one that the person chose and that has not played stops playback.
   */
  hasSounded: boolean;
  /** Play was requested, but neither sound nor bytes arrive; true until they do. */
  isSilent: boolean;
  /** True if the person chose this track; false if the player advanced to it (S-10). */
  isManual: boolean;
  /** Playback stops at the end of the current track. */
  sleepsAtEnd: boolean;
  failure: AudioFailure | null;
  /** Tracks that failed since audio last played or the last press. Not retried, so that the queue does not loop for ever. */
  failedIds: ReadonlySet<string>;
  /** Id of the track whose broken copy was dropped; not dropped twice in a row. */
  repairedId: string | null;
  /** The queue and position set aside while the radio plays (S-20). */
  aside: { queue: Queue; startS: number } | null;
}

/** Seconds into the current track. */
export function positionOf({ output, inOutput, startS }: PlayerContext): number {
  return inOutput === 'ready' ? output.position().positionS : startS;
}

export type PlayerEvent =
  | { type: 'tracks.play'; tracks: readonly PlayerTrack[]; startIndex: number }
  | { type: 'queue.restored'; queue: Queue; positionS: number }
  | { type: 'queue.jumped'; index: number }
  | { type: 'queue.moved'; from: number; to: number }
  | { type: 'queue.removed'; index: number }
  | { type: 'queue.added'; tracks: readonly PlayerTrack[]; where: 'next' | 'end' }
  | { type: 'queue.cleared' }
  /** These tracks are no longer available: their artists deleted or hid them. */
  | { type: 'tracks.withdrawn'; trackIds: ReadonlySet<string> }
  /** Shuffles the queue, or restores its order. */
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
  /** Sets whether playback stops at the end of the current track. */
  | { type: 'sleep.atTrackEnd'; isOn: boolean }
  /** Another page of this browser started to play. */
  | { type: 'otherPage.started' }
  | { type: 'radio.started' }
  | { type: 'radio.stopped' }
  | AudioSignal;

/** The events that the machine emits to the controller, after the snapshot has been updated. */
export type PlayerEmitted =
  /** A track started to load. */
  | { type: 'load.began' }
  | { type: 'load.failed'; failure: AudioFailure }
  /** Tracks were skipped because there is no network. */
  | { type: 'tracks.skipped'; count: number }
  | { type: 'sound.started' }
  /** Play was requested, but neither sound nor bytes arrive. */
  | { type: 'sound.silent' }
  | { type: 'sound.interrupted' }
  /** The track at whose end the sleep timer stops playback has ended. */
  | { type: 'sleep.reached' }
  /** The position starts to move and must be read regularly. */
  | { type: 'position.running' }
  /** The position stopped moving. */
  | { type: 'position.resting' }
  /** The person set the position. */
  | { type: 'position.jumped' }
  /**
   * The list, its modes or the current track changed. Not emitted when a queue is set aside or restored, nor when tracks
   * are withdrawn.
   */
  | { type: 'queue.changed' }
  /** A track was pressed while the radio was on. */
  | { type: 'radio.left' };
