import type { CallFailure, CallResult, Live } from './answers.ts';
import type { OwnList } from './model/own-lists.ts';
import type { RemoteAct } from './model/remote-acts.ts';
import type { RemoteRead } from './model/remote-reads.ts';

/** Answers to reads are cached on the device, unless they are confidential. Acts are sent at once. */

/** `failure` is that of the latest request. */
export type RemoteState<T> =
  | { kind: 'loading' }
  /** `at` is the time of the request, in ms since the epoch. `isStale`: too old, or invalidated by an act. */
  | { kind: 'here'; value: T; at: number; isStale: boolean; isAsking: boolean; failure: CallFailure | null }
  /** Nothing is cached, and the request failed. */
  | { kind: 'failed'; failure: CallFailure; isAsking: boolean };

/** The state of a read. While it has subscribers, the read is requested whenever a new answer is due (SY-29). */
export interface RemoteReading<T> extends Live<RemoteState<T>> {
  retry(): void;
}

export type ActOutcome<T> =
  /** `value` is null if an earlier request had already taken effect. */
  | { kind: 'done'; value: T | null }
  /** The act had no effect. */
  | { kind: 'refused'; code: string; message: string }
  /** The effect is unknown. A repeated act takes effect only once (SY-30). */
  | { kind: 'failed'; failure: CallFailure };

export type OwnRow = Record<string, unknown> & { id: string };

export interface RemoteApi {
  /** The same read returns the same reading. */
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /**
   * Sends an act. Repeats use the same idempotency key until the answer, even in other tabs. @throws StorageFailure if the device cannot store
   * the key
   */
  act<P, T>(act: RemoteAct<P, T>, request: P): Promise<ActOutcome<T>>;
  /** Rows by id, starting after `after`; empty after the last page. An aborted request fails. */
  page(list: OwnList, after: string | null, signal?: AbortSignal): Promise<CallResult<readonly OwnRow[]>>;
}
