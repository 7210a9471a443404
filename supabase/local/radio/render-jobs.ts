export type RenderJob =
  { readonly kind: 'inspect'; readonly path: string } | ({ readonly kind: 'render' } & RenderOrder);

export interface RenderOrder {
  /** A new number starts a fresh encoder. */
  readonly stream: number;
  /** A new number opens the file. */
  readonly airing: number;
  readonly path: string;
  readonly fromMs: number;
  /** Position in the file where a cut airing ends; null for the end of the file. */
  readonly untilMs: number | null;
  /** Factor on the samples, at most 1. */
  readonly gain: number;
  readonly frames: number;
}

export interface Rendered {
  readonly kind: 'rendered';
  readonly bytes: Uint8Array;
  readonly count: number;
  /** Whether the airing has ended. The encoder then waits for the next airing. */
  readonly ended: boolean;
}

export interface Inspected {
  readonly kind: 'inspected';
  readonly durationMs: number;
}

export interface Failed {
  readonly kind: 'failed';
  /** A bad file fails again. A thread that crashed or hung may have had another cause. */
  readonly blame: 'file' | 'thread';
  /** Completes a sentence after 'because ', e.g. 'it is no MP3'. */
  readonly reason: string;
}

export type RenderAnswer = Inspected | Rendered | Failed;
