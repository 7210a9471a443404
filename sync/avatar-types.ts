import type { Live } from './answers.ts';
import type { WaitsFor } from './upload-types.ts';

export type AvatarState =
  | { kind: 'none' }
  /** `waitsFor`: why nothing is being sent. */
  | { kind: 'sending'; picture: Blob; waitsFor: WaitsFor | null }
  /** The server's refusal stays until the picture is discarded or replaced. */
  | { kind: 'refused'; picture: Blob; message: string };

export interface AvatarApi {
  /** The new picture, until it is uploaded. From then on it is part of a queued edit of the profile. */
  state: Live<AvatarState>;
  /**
   * Stores the picture, and uploads it now, or the next time the app is opened.
   *
   * @param picture a square JPEG; `small` is one too (see `cropSquare`)
   * @throws StorageFailure
   */
  put(picture: Blob, small: Blob): Promise<void>;
  discard(): Promise<void>;
  /** Whether a picture waits for its upload or is being uploaded, in any tab. A sign-out would lose it (SY-19). */
  isUnderWay(): Promise<boolean>;
}
