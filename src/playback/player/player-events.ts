import type { AudioFailure, AudioOutput, AudioSignal } from '../output/audio-output.ts';
import type { PlayerTrack } from './player-track.ts';
import type { Queue, Repeat } from './queue.ts';

/** Where the audio of tracks is, and what can be done about a copy that does not sound. */
export interface TrackSource {
  /** `device`: kept on it; `network`: to be fetched, as far as is known; `nowhere`: not kept, and there is no network. */
  whereIs(track: PlayerTrack): 'device' | 'network' | 'nowhere';
  /** What is loaded for it. */
  addressOf(track: PlayerTrack): string;
  /** Drops the device's own copy so that the next load fetches the file anew. False when there was none. */
  dropCopy(track: PlayerTrack): Promise<boolean>;
}

export interface PlayerContext {
  output: AudioOutput;
  source: TrackSource;
  /** From 0 to below 1, for shuffling. */
  random: () => number;
  queue: Queue;
  /** Id of the newest load; signals of older ones change nothing (S-21). */
  loadId: number;
  /**
   * What the output has of the current track. Its position is right only when this is `ready`: while a track loads, the output
   * says 0. A restored queue has `nothing` in the output until the first press.
   */
  inOutput: 'nothing' | 'loading' | 'ready';
  /** The position, in seconds, while the output has none: where the next load starts. */
  startS: number;
  /** Whether the current track has sounded. If it fails after that the queue goes on; before that, the press failed. */
  hasSounded: boolean;
  /** Its sound is wanted, and nothing of it comes: said until sound or bytes do. */
  isSilent: boolean;
  /** True when the person chose this track; false when the player advanced to it (S-10). */
  isManual: boolean;
  /** The sound stops when the current track has ended. */
  sleepsAtEnd: boolean;
  failure: AudioFailure | null;
  /** Tracks that failed since sound last ran. They are not tried again, so that the queue does not go round for ever. */
  lost: ReadonlySet<string>;
  /** The track whose broken copy was dropped; it is not dropped twice in a row. */
  repaired: string | null;
  /** What the radio took and gives back (S-20). */
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
  /** Its artist gave a track another title. */
  | { type: 'track.renamed'; trackId: string; title: string }
  /** These tracks are not to be had any more: their artists deleted or hid them. */
  | { type: 'tracks.gone'; trackIds: ReadonlySet<string> }
  /** Shuffles the queue, or gives back its order. */
  | { type: 'shuffle.switched' }
  | { type: 'repeat.chosen'; repeat: Repeat }
  /** Another list around the track that is current. */
  | { type: 'queue.replaced'; tracks: readonly PlayerTrack[]; index: number }
  | { type: 'play.requested' }
  | { type: 'pause.requested' }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'next.nearing' }
  | { type: 'position.requested'; seconds: number }
  | { type: 'network.returned' }
  /** The sound is to stop when the current track has ended, or not. */
  | { type: 'sleep.atTrackEnd'; isOn: boolean }
  /** Sound began in another page of this browser. */
  | { type: 'sound.taken' }
  | { type: 'radio.started' }
  | { type: 'radio.stopped' }
  | AudioSignal;

/** What the machine tells the engine. The engine hears it when the snapshot is already the new one. */
export type PlayerEmitted =
  /** A track began to load. */
  | { type: 'load.began' }
  | { type: 'load.failed'; failure: AudioFailure }
  /** Tracks were left out because there is no network for them. */
  | { type: 'tracks.passedOver'; count: number }
  | { type: 'sound.started' }
  /** It is wanted, and nothing of it comes. */
  | { type: 'sound.silent' }
  | { type: 'sound.interrupted' }
  /** The track ended at whose end the sound was to stop. */
  | { type: 'sleep.reached' }
  /** The position moves from now on and has to be read regularly. */
  | { type: 'position.running' }
  /** The position does not move any more. */
  | { type: 'position.resting' }
  /** The person set the position. */
  | { type: 'position.jumped' }
  /** The list or the current track changed. Not said when a queue is restored. */
  | { type: 'queue.changed' }
  /** A track was pressed while the radio had the sound. */
  | { type: 'radio.left' };
