import type { Live } from './answers.ts';
import type { WaitsFor } from './upload-types.ts';

/** A new picture of the person, on its way to the server. */
export type AvatarState =
  | { kind: 'none' }
  /** On the device, to be shown at once. `waitsFor`: why nothing is sent at the moment. */
  | { kind: 'sending'; picture: Blob; waitsFor: WaitsFor | null }
  /** The server does not take it. It stays until it is discarded or another takes its place. */
  | { kind: 'refused'; picture: Blob; message: string };

export interface AvatarDoor {
  /** As this tab knows it. Once it is sent it is in the profile, as an edit that waits like any other. */
  state: Live<AvatarState>;
  /**
   * Keeps the picture on the device, in the place of one that is still on its way; it is sent by itself from then on, in later
   * visits too. A square JPEG, and the same smaller: see `cropSquare` and PICTURE_SIDES.
   * @throws StorageFailure
   */
  put(picture: Blob, small: Blob): Promise<void>;
  /** Takes back what is not in the profile yet. */
  discard(): Promise<void>;
  /** Whether a picture is still on its way, in whichever tab: leaving the device would lose it (SY-19). */
  isUnderWay(): Promise<boolean>;
}
