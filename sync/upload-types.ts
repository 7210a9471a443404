import type { CallResult, Live } from './answers.ts';
import type { LiveValue } from './model/live.ts';

/** Uploads, as stored on the device, and their API (SY-28). */

/**
 * Why nothing of a file is being sent. `check`: it is uploaded, and the server has not checked it yet (S-15); `room`: the
 * server's disk is full.
 */
export type WaitsFor = 'network' | 'session' | 'check' | 'room';

/** Why an upload went back to its form, as texts to show. */
export interface UploadRefusal {
  title: string;
  text: string;
}

/** The stage of an upload. Each change is stored, so that any tab can continue after a reload. */
export type UploadStage =
  /** The form is being filled in; nothing was sent. `refusal`: why the last attempt failed. */
  | { kind: 'draft'; refusal: UploadRefusal | null }
  /** Files are sent one by one, and the server checks each. `waitsFor`: why nothing is being sent. */
  | { kind: 'sending'; waitsFor: WaitsFor | null }
  /** The files are uploaded and the action that creates the track is queued. */
  | { kind: 'creating' }
  /** Sent files are being removed; then the upload is a draft again. `refusal`: why; absent if the person cancelled. */
  | { kind: 'cancelling'; refusal?: UploadRefusal }
  /** `slotsLeft` is null if the server did not tell it. */
  | { kind: 'done'; slotsLeft: number | null };

export interface UploadFile {
  name: string;
  /** The type found in the file's bytes; the file picker's type differs between systems. */
  type: string;
  bytes: number;
  /** Duration in ms; null for a picture, and if not measured. */
  durationMs: number | null;
  /** Path in its bucket. */
  path: string;
  /** Address of a started resumable transfer. */
  tusUrl: string | null;
  /** The file is uploaded and checked. */
  isUp: boolean;
}

/** An upload: the form, the paths of its files, and its progress. The files' bytes are stored separately. */
export interface UploadRecord {
  id: string;
  /** Chosen on the device, so that a replay finds the track it created. */
  trackId: string;
  /** Id of its `track.create`: one upload is one action, whichever tab queues it (SY-9). */
  actionId: string;
  form: {
    title: string;
    artistName: string;
    genre: string;
    description: string;
    rightsConfirmed: boolean;
    radioOptIn: boolean;
  };
  audio: UploadFile | null;
  cover: UploadFile | null;
  /** Sent bytes of both files together, as last recorded. */
  sentBytes: number;
  /** When it was started, ms since the epoch. */
  startedAt: number;
  stage: UploadStage;
}

/** A running transfer of an upload, as measured by the tab that sends it. */
export interface Transfer {
  /** Sent bytes of both files together. */
  sentBytes: number;
  /** Bytes per second, smoothed; 0 while unknown. */
  rate: number;
  /** No bytes move: the network may be lost. */
  isSilent: boolean;
}

/** The bytes of an upload's files. */
export interface UploadFiles {
  audio: Blob | null;
  cover: Blob | null;
}

/** A file to be sent to a bucket. */
export interface FileToSend {
  bucket: 'tracks' | 'covers' | 'avatars';
  path: string;
  blob: Blob;
  /** Address of a started resumable transfer, to be continued. */
  tusUrl: string | null;
}

/** How sending a file ended. `up`: uploaded and checked. `waits`: the next call continues from there. */
export type FileSent = { kind: 'up' } | { kind: 'waits'; for: WaitsFor } | { kind: 'refused'; message: string };

/** Sends one part of a file. Rejects when there is no answer. */
export type SendPart = (
  url: string,
  part: {
    headers: Record<string, string>;
    body: Blob;
    signal: AbortSignal;
    /** Receives the number of sent bytes of the part. */
    onProgress: (sentBytes: number) => void;
  },
) => Promise<Response>;

export interface SendOptions {
  signal: AbortSignal;
  /** Awaited before anything is sent to the address, so that the address can be stored. */
  onAddress(tusUrl: string): Promise<unknown>;
  /** Receives the number of sent bytes of the file. */
  onProgress?(sentBytes: number): void;
  /** Defaults to `fetch`, which reports no progress within a part. */
  sendPart?: SendPart;
}

export interface UploadApi {
  /** All uploads on this device, the oldest first, as last stored by any tab. Null until read. */
  records: Live<readonly UploadRecord[] | null>;
  /** The transfers of this tab, by upload id. Set by the code that runs them. */
  transfers: LiveValue<ReadonlyMap<string, Transfer>>;
  /** @throws StorageFailure */
  add(record: UploadRecord, files: UploadFiles): Promise<void>;
  /**
   * Compare and set across tabs: `decide` gets the stored record and returns the new one, or `keep`. Returns the record stored
   * afterwards, or null if it was removed.
   * @throws StorageFailure
   */
  change(id: string, decide: (stored: UploadRecord) => UploadRecord | 'keep'): Promise<UploadRecord | null>;
  /** Replaces the given files. @throws StorageFailure */
  putFiles(id: string, files: Partial<UploadFiles>): Promise<void>;
  /** Null when they were removed. */
  files(id: string): Promise<UploadFiles | null>;
  remove(id: string): Promise<void>;
  /**
   * Runs `work` under a lock with this name, of an upload or a draft. Waits for the lock until `signal` aborts; with `now`,
   * returns null at once if another tab holds it.
   */
  alone<T>(name: string, options: { signal: AbortSignal; now?: boolean }, work: () => Promise<T>): Promise<T | null>;
  /**
   * Sends a file resumably, with the token of this person only, and has the server check it.
   * @throws the reason of `signal`, and what `onAddress` throws
   */
  send(file: FileToSend, options: SendOptions): Promise<FileSent>;
  /** Ends a started transfer on the server. If that fails, the server expires it. */
  end(tusUrl: string): Promise<void>;
  /** Deletes uploaded files that no track uses. The server refuses to delete others. */
  deleteFiles(files: { bucket: 'tracks' | 'covers'; path: string }[]): Promise<CallResult<null>>;
}
