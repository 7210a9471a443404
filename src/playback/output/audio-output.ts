/** `network`: worth a retry; `missing`: the file does not exist; `broken`: the file is not playable audio. */
export type AudioFailure = 'network' | 'missing' | 'broken';

/** Each signal carries the id of its load; signals of older loads are ignored (S-21). */
export type AudioSignal =
  /** The duration is known, and the source is at its start position. Early audio may already play. */
  | { type: 'audio.ready'; loadId: number; durationS: number }
  | { type: 'audio.playing'; loadId: number }
  /** Playback stopped because the buffer ran empty. */
  | { type: 'audio.stalled'; loadId: number }
  /** Play was requested, but neither sound nor bytes arrived for seconds. */
  | { type: 'audio.silent'; loadId: number }
  /** Bytes arrive again after `audio.silent`. */
  | { type: 'audio.recovered'; loadId: number }
  /** Like `audio.silent`, but for so long that the connection must be dropped. */
  | { type: 'audio.stuck'; loadId: number }
  /** Playback froze although data is buffered: this source will not resume by itself. */
  | { type: 'audio.frozen'; loadId: number }
  /** The browser paused by itself, for example at a phone call or when headphones are unplugged. */
  | { type: 'audio.interrupted'; loadId: number }
  /** The browser requires a user gesture first (NotAllowedError, or AbortError of the current load). */
  | { type: 'audio.blocked'; loadId: number }
  /** May come just before the end if the next source is prepared. A load in response lets the old source play to its end. */
  | { type: 'audio.ended'; loadId: number }
  | { type: 'audio.failed'; loadId: number; failure: AudioFailure };

export interface AudioPosition {
  /** Seconds; 0 until the source is ready, even if the source will start at a later position. */
  positionS: number;
  /** Seconds; 0 while unknown. */
  durationS: number;
  /** Whether audio plays, or will play as soon as data arrives. */
  running: boolean;
  /** Milliseconds of this load that played before the app had booted and could count them. */
  heardBeforeMs: number;
}

export interface AudioOutput {
  /** Replaces the source. `startS`: start position in seconds. `durationS`: the counted duration; 0 if unknown. */
  load(source: { loadId: number; url: string; startS: number; durationS: number; play: boolean }): void;
  play(): void;
  pause(): void;
  /** Moves the position, clamped to the end. A source that is not ready will start at this position. */
  seek(seconds: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Preloads the next source; null cancels the preload. */
  prepare(url: string | null): void;
  unload(): void;
  position(): AudioPosition;
  onSignal(listener: (signal: AudioSignal) => void): () => void;
  /** Reports each seek, so that skipped time is not counted as heard. */
  onSeek(listener: () => void): () => void;
  /** Fires a few times a second during playback, even behind a locked screen, where page timers may be suspended. */
  onProgress(listener: () => void): () => void;
}
