/** Jobs of the studio's thread, one at a time. */
export type StudioJob =
  { readonly kind: 'inspect'; readonly path: string } | ({ readonly kind: 'render' } & RenderOrder);

/** A request for the next piece of the stream. */
export interface RenderOrder {
  /** Number of the stream; a new number starts a fresh encoder. */
  readonly stream: number;
  /** Number of the airing; a new number opens the file. */
  readonly airing: number;
  readonly path: string;
  /** Start position when the file is opened. */
  readonly fromMs: number;
  /** Position in the file where the airing ends, faded out; null for the end of the file. */
  readonly untilMs: number | null;
  /** Approximate number of frames. */
  readonly frames: number;
}

export interface Rendered {
  readonly kind: 'rendered';
  /** Whole frames. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** The airing has ended; the encoder waits for the next one. */
  readonly ended: boolean;
}

export interface Inspected {
  readonly kind: 'inspected';
  readonly durationMs: number;
}

export interface Failed {
  readonly kind: 'failed';
  /** A bad file fails again on retry; a thread that crashed or hung on it may have had another cause. */
  readonly blame: 'file' | 'thread';
  /** Completes a sentence after 'because ', e.g. 'it is no MP3'. */
  readonly reason: string;
}

export type StudioAnswer = Inspected | Rendered | Failed;
