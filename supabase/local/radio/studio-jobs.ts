/** What the studio's thread is asked, one job at a time. */
export type StudioJob =
  { readonly kind: 'inspect'; readonly path: string } | ({ readonly kind: 'render' } & RenderOrder);

/** A request for the next piece of the stream. */
export interface RenderOrder {
  /** Number of the stream; another one than before begins with a fresh encoder. */
  readonly stream: number;
  /** Number of the airing; another one than before opens the file. */
  readonly airing: number;
  readonly path: string;
  /** Where in the file to begin, when it is opened. */
  readonly fromMs: number;
  /** Where in the file to end, faded out; null for its own end. */
  readonly untilMs: number | null;
  /** About how many frames; more or fewer may come. */
  readonly frames: number;
}

export interface Rendered {
  readonly kind: 'rendered';
  /** Whole frames. */
  readonly bytes: Uint8Array;
  readonly count: number;
  /** The file is at its end; the encoder waits for the next one. */
  readonly ended: boolean;
}

export interface Inspected {
  readonly kind: 'inspected';
  readonly durationMs: number;
}

export interface Failed {
  readonly kind: 'failed';
  /** A file gives the same when it is asked again; a thread that broke or hung over it may have had another cause. */
  readonly blame: 'file' | 'thread';
  /** Goes on after 'because ', e.g. 'it is no MP3'. */
  readonly reason: string;
}

export type StudioAnswer = Inspected | Rendered | Failed;
