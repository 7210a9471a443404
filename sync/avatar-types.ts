import type { Live } from './answers.ts';
import type { WaitsFor } from './upload-types.ts';

/** A new profile picture that is being uploaded. */
export type AvatarState =
  | { kind: 'none' }
  /** `waitsFor`: why nothing is being sent. */
  | { kind: 'sending'; picture: Blob; waitsFor: WaitsFor | null }
  /** The server's refusal stays until the picture is discarded or replaced. */
  | { kind: 'refused'; picture: Blob; message: string };

export interface AvatarApi {
  /** Once uploaded, the picture is part of a queued edit of the profile. */
  state: Live<AvatarState>;
  /**
   * Stores the picture on the device and uploads it, in later visits too.
   * @param picture square JPEG, like `small` (see `cropSquare` and PICTURE_SIDES)
   * @throws StorageFailure
   */
  put(picture: Blob, small: Blob): Promise<void>;
  /** Discards a picture that is not in the profile yet. */
  discard(): Promise<void>;
  /** A picture is being uploaded, in any tab: a sign-out would lose it (SY-19). */
  isUnderWay(): Promise<boolean>;
}
