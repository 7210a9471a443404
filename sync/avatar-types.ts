import type { Live } from './answers.ts';
import type { WaitsFor } from './upload-types.ts';

/** A new profile picture that is being uploaded. */
export type AvatarState =
  | { kind: 'none' }
  /** Stored on the device and shown at once. `waitsFor`: why nothing is being sent. */
  | { kind: 'sending'; picture: Blob; waitsFor: WaitsFor | null }
  /** The server refused it. It stays until it is discarded or replaced. */
  | { kind: 'refused'; picture: Blob; message: string };

export interface AvatarApi {
  /** The state in this tab. Once uploaded, the picture is part of a queued edit of the profile. */
  state: Live<AvatarState>;
  /**
   * Stores the picture on the device, replacing one that is still being uploaded, and uploads it, in later visits too.
   * `picture` and `small` are square JPEGs of two sizes: see `cropSquare` and PICTURE_SIDES.
   * @throws StorageFailure
   */
  put(picture: Blob, small: Blob): Promise<void>;
  /** Discards a picture that is not in the profile yet. */
  discard(): Promise<void>;
  /** Whether a picture is still being uploaded, in any tab: a sign-out would lose it (SY-19). */
  isUnderWay(): Promise<boolean>;
}
