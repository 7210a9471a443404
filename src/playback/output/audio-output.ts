/** What the player needs of whatever makes sound. One implementation in the browser, a scripted one in tests. */

/** Why a source gave no sound. `network`: worth trying again; `missing`: the file is not there; `broken`: it is no audio. */
export type AudioFailure = 'network' | 'missing' | 'broken';

/** Every signal carries the id of the load it speaks of; one of an old load changes nothing (S-21). */
export type AudioSignal =
  /** The length is known, and the source stands where it starts. */
  | { type: 'audio.ready'; loadId: number; durationS: number }
  /** Sound runs. */
  | { type: 'audio.playing'; loadId: number }
  /** Sound stands still for want of data. */
  | { type: 'audio.stalled'; loadId: number }
  /** Sound is wanted, and neither sound nor bytes came for seconds. */
  | { type: 'audio.silent'; loadId: number }
  /** Bytes come again after that. */
  | { type: 'audio.heard'; loadId: number }
  /** Neither sound nor bytes came for a long while although sound is wanted. */
  | { type: 'audio.stuck'; loadId: number }
  /** Sound ran, stands still, and does not want for data: this source will not go on by itself. */
  | { type: 'audio.frozen'; loadId: number }
  /** The browser paused it unasked: a call, headphones out. */
  | { type: 'audio.interrupted'; loadId: number }
  /** The browser wants a tap first (NotAllowedError, or AbortError of the current load). */
  | { type: 'audio.blocked'; loadId: number }
  | { type: 'audio.ended'; loadId: number }
  | { type: 'audio.failed'; loadId: number; failure: AudioFailure };

export interface AudioPosition {
  /** Seconds. It is 0 until the source is ready, also when the source will start later. */
  positionS: number;
  /** Seconds; 0 while unknown. */
  durationS: number;
  /** True while it sounds or will as soon as data comes. */
  running: boolean;
  /** Milliseconds of this load that sounded before the app was there to count them. */
  heardBeforeMs: number;
}

export interface AudioOutput {
  /** Replaces the source. Starts at `startS` seconds; sounds at once when `play` is true. */
  load(source: { loadId: number; url: string; startS: number; play: boolean }): void;
  play(): void;
  pause(): void;
  /** Goes to this second, at most to the end. A source that is not ready yet will start there. */
  seek(seconds: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Begins to load the source that comes next; null gives that up. */
  prepare(url: string | null): void;
  /** Drops the source. */
  unload(): void;
  position(): AudioPosition;
  onSignal(listener: (signal: AudioSignal) => void): () => void;
  /** Tells of each seek, so that the time between its two ends is not counted as heard. */
  onSeek(listener: () => void): () => void;
  /** Tells a few times a second that the sound goes on; behind a locked screen too, where the page's timers may rest. */
  onProgress(listener: () => void): () => void;
}
