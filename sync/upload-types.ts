import type { CallResult, Live } from './answers.ts';

/** An upload on the device, and the door to it (SY-28). */

/**
 * Why nothing of a file is sent at the moment; `check`: all of it is there, and the server has not judged it yet (S-15); `room`: the
 * server's disk is full.
 */
export type WaitsFor = 'network' | 'session' | 'check' | 'room';

/** Where an upload stands. It rests on the device at every moment, so that any tab may go on with it after a reload. */
export type UploadStage =
  /** Being filled in; nothing has left the device. `refusal`: why it came back from an attempt. */
  | { kind: 'draft'; refusal: { title: string; text: string } | null }
  /**
   * Allowed by the server, then sent file by file, each judged by its bytes once it is there. `waitsFor`: why nothing is sent at
   * the moment.
   */
  | { kind: 'sending'; waitsFor: WaitsFor | null }
  /** The files are up, the track is queued: the server decides. */
  | { kind: 'creating' }
  /** The person took it back: what was sent is being removed. It becomes a draft again. */
  | { kind: 'cancelling' }
  /** `slotsLeft` is null while the server has not said. */
  | { kind: 'done'; slotsLeft: number | null };

export interface UploadFile {
  name: string;
  /** As the bytes were found to be; what the picker says differs between systems. */
  type: string;
  bytes: number;
  /** Length of the sound in ms; null for a picture, and where it was not measured. */
  durationMs: number | null;
  /** Path in its bucket. */
  path: string;
  /** Address of a resumable transfer that has begun. */
  tusUrl: string | null;
  /** All of it is on the server, and judged. */
  isUp: boolean;
}

/** An upload: the person's form, where its files go, and how far it is. The files' bytes rest beside it. */
export interface UploadRecord {
  id: string;
  /** Chosen on the device, so that a replay finds the track that it made. */
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
  /** Of both files together, at the last look. */
  sentBytes: number;
  /** When it was begun, ms since the epoch. */
  startedAt: number;
  stage: UploadStage;
}

/** The bytes of an upload's files. */
export interface UploadFiles {
  audio: Blob | null;
  cover: Blob | null;
}

/** A file on its way to a bucket. */
export interface FileToSend {
  bucket: 'tracks' | 'covers' | 'avatars';
  path: string;
  blob: Blob;
  /** Address of a resumable transfer that has begun, to go on with. */
  tusUrl: string | null;
}

/** How sending a file ended: `up` is judged too. What `waits` goes on from there when it is sent again. */
export type FileSent = { kind: 'up' } | { kind: 'waits'; for: WaitsFor } | { kind: 'refused'; message: string };

/** Sends one part of a file. Rejects when there is no answer. */
export type SendPart = (
  url: string,
  part: {
    headers: Record<string, string>;
    body: Blob;
    signal: AbortSignal;
    /** Told how many bytes of the part have left. */
    onProgress: (sentBytes: number) => void;
  },
) => Promise<Response>;

export interface SendOptions {
  signal: AbortSignal;
  /** Its promise is awaited before anything is sent to the address, so that it can be kept. */
  onAddress(tusUrl: string): Promise<unknown>;
  /** Told how many bytes of the file are there or have left. */
  onProgress?(sentBytes: number): void;
  /** `fetch` when left out, which does not tell how much of a part has left. */
  sendPart?: SendPart;
}

export interface UploadDoor {
  /** Every upload on this device, the oldest first, as any tab last wrote it. Null until it was read. */
  records: Live<readonly UploadRecord[] | null>;
  /** @throws StorageFailure */
  add(record: UploadRecord, files: UploadFiles): Promise<void>;
  /**
   * Compare and set, against other tabs: `decide` sees what is stored and answers what shall be, or `keep`. Answers what is
   * stored afterwards, null when it is gone.
   * @throws StorageFailure
   */
  change(id: string, decide: (stored: UploadRecord) => UploadRecord | 'keep'): Promise<UploadRecord | null>;
  /** Takes the given files in place of those that were there. @throws StorageFailure */
  putFiles(id: string, files: Partial<UploadFiles>): Promise<void>;
  /** Null when they are gone. */
  files(id: string): Promise<UploadFiles | null>;
  remove(id: string): Promise<void>;
  /**
   * Runs `work` while this tab alone holds that name, of an upload or of a draft. Waits for its turn until `signal` says
   * otherwise; with `now`, answers null at once where another tab holds it.
   */
  alone<T>(name: string, options: { signal: AbortSignal; now?: boolean }, work: () => Promise<T>): Promise<T | null>;
  /**
   * Sends a file resumably, as this person and nobody else, and asks the server to judge it.
   * @throws the reason of `signal`, and what `onAddress` throws
   */
  send(file: FileToSend, options: SendOptions): Promise<FileSent>;
  /** Ends a transfer that has begun on the server too. Where that fails, the server forgets it in time. */
  end(tusUrl: string): Promise<void>;
  /** Deletes uploaded files of an upload that made no track. What a track names stays, whoever asks. */
  deleteFiles(files: { bucket: 'tracks' | 'covers'; path: string }[]): Promise<CallResult<null>>;
}
