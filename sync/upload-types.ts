import type { CallResult, Live } from './answers.ts';
import type { LiveValue } from './model/live.ts';

/** What an upload waits for (SY-28). `check`: the server has not checked the file yet. `room`: the server's disk is full. */
export type WaitsFor = 'network' | 'session' | 'check' | 'room';

/** Why an upload went back to its form, as texts to show. */
export interface UploadRefusal {
  title: string;
  text: string;
}

/** The stage of an upload. Each change is stored, so that any tab can continue after a reload. */
export type UploadStage =
  /** The server has nothing of the upload. `refusal`: why the last attempt failed. */
  | { kind: 'draft'; refusal: UploadRefusal | null }
  /** `waitsFor`: why nothing is being sent. */
  | { kind: 'sending'; waitsFor: WaitsFor | null }
  /** The files are uploaded, and the action that creates the track is queued. */
  | { kind: 'creating' }
  /** Sent files are being removed. `refusal` is absent if the person cancelled. */
  | { kind: 'cancelling'; refusal?: UploadRefusal }
  /** `slotsLeft` is null if unknown. */
  | { kind: 'done'; slotsLeft: number | null };

export interface UploadFile {
  name: string;
  /** Found in the file's bytes; the file picker's type differs between systems. */
  type: string;
  bytes: number;
  /** In ms; null for a picture, and if not measured. */
  durationMs: number | null;
  path: string;
  /** Address of a started resumable transfer. */
  tusUrl: string | null;
  /** Whether the file is uploaded and checked. */
  isUp: boolean;
  /** Null if it is silent or cannot be measured on this device; absent until it was measured. */
  loudness?: { lufs: number; truePeakDbtp: number } | null;
}

export interface UploadPlace {
  id: string;
  place: string;
  /** The track's own artist; absent if it is the release's. */
  artistName?: string;
}

/** An upload as stored on the device (SY-28). The files' bytes are stored separately. */
export interface UploadRecord {
  id: string;
  /** Chosen on the device, so that a repeated action finds the track that it created. */
  trackId: string;
  /** Id of the `track.create`: one upload is one action, whichever tab queues it (SY-9). */
  actionId: string;
  form: {
    title: string;
    artistName: string;
    genre: string;
    description: string;
    rightsConfirmed: boolean;
    radioOptIn: boolean;
  };
  /** The release that the track belongs to, and its place there; absent for a single track, and in uploads of earlier versions. */
  release?: UploadPlace | null;
  audio: UploadFile | null;
  cover: UploadFile | null;
  /** Of both files together. */
  sentBytes: number;
  /** In ms since the epoch. */
  startedAt: number;
  stage: UploadStage;
}

/** Progress of an upload, measured by the tab that sends it. */
export interface Transfer {
  /** Of both files together. */
  sentBytes: number;
  /** Bytes per second, smoothed; 0 while unknown. */
  rate: number;
  /** Whether no bytes move: the network may be lost. */
  isSilent: boolean;
}

export interface UploadFiles {
  audio: Blob | null;
  cover: Blob | null;
}

export interface FileToSend {
  bucket: 'tracks' | 'covers' | 'avatars';
  path: string;
  blob: Blob;
  tusUrl: string | null;
}

/** `up`: uploaded and checked. `waits`: the next call continues. */
export type FileSent = { kind: 'up' } | { kind: 'waits'; for: WaitsFor } | { kind: 'refused'; message: string };

/** Sends one part of a file. Rejects if no answer comes. */
export type SendPart = (
  url: string,
  part: {
    headers: Record<string, string>;
    body: Blob;
    signal: AbortSignal;
    /** @param sentBytes of this part */
    onProgress: (sentBytes: number) => void;
  },
) => Promise<Response>;

export interface SendOptions {
  signal: AbortSignal;
  /** Awaited before anything is sent, so that the address can be stored. */
  onAddress(tusUrl: string): Promise<unknown>;
  /** @param sentBytes of the whole file */
  onProgress?(sentBytes: number): void;
  /** Defaults to `fetch`, which reports no progress within a part. */
  sendPart?: SendPart;
}

export interface UploadApi {
  /** Oldest first, as last stored by any tab. Null until read. */
  records: Live<readonly UploadRecord[] | null>;
  /** This tab's transfers, by upload id. Set by the code that runs them. */
  transfers: LiveValue<ReadonlyMap<string, Transfer>>;
  /** @throws StorageFailure */
  add(record: UploadRecord, files: UploadFiles): Promise<void>;
  /** Atomic across tabs. Returns the record stored afterwards, or null if it was removed. @throws StorageFailure */
  change(id: string, decide: (stored: UploadRecord) => UploadRecord | 'keep'): Promise<UploadRecord | null>;
  /** @throws StorageFailure */
  putFiles(id: string, files: Partial<UploadFiles>): Promise<void>;
  /** Null if they were removed. */
  files(id: string): Promise<UploadFiles | null>;
  remove(id: string): Promise<void>;
  /** Runs `work` under a lock of the person's tabs, such as an upload's. With `now`, returns null if another tab holds the lock. */
  withLock<T>(name: string, options: { signal: AbortSignal; now?: boolean }, work: () => Promise<T>): Promise<T | null>;
  /** Sends a file resumably and has the server check it. @throws the reason of `signal`, and what `onAddress` throws */
  send(file: FileToSend, options: SendOptions): Promise<FileSent>;
  /** Ends a transfer on the server. If this fails, the server expires it. */
  end(tusUrl: string): Promise<void>;
  /** Deletes uploaded files. The server refuses to delete files that a track uses. */
  deleteFiles(files: { bucket: 'tracks' | 'covers'; path: string }[]): Promise<CallResult<null>>;
}
