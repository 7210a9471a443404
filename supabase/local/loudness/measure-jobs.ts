import type { MeasuredLoudness } from '../../functions/_shared/media/loudness-meter.ts';

/** Where the bytes of a track are. */
export type AudioFile = { readonly path: string } | { readonly url: string; readonly secretKey: string };

export type MeasureReply =
  /** Null for silence. */
  | { readonly kind: 'measured'; readonly loudness: MeasuredLoudness | null }
  /** `reason` completes a sentence after 'because ', e.g. 'it is no MP3'. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The file could not be fetched now; a later attempt may succeed. */
  | { readonly kind: 'away'; readonly reason: string };
