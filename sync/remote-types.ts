import type { CallFailure, CallResult, Live } from './answers.ts';
import type { OwnList } from './model/own-lists.ts';
import type { RemoteAct } from './model/remote-acts.ts';
import type { RemoteRead } from './model/remote-reads.ts';

/** Reads and acts that need the network. The last answer of a read is cached on the device; an act is sent at once. */

/** The state of a remote read. `failure` is that of the last request. */
export type RemoteState<T> =
  | { kind: 'loading' }
  /** `at`: when it was requested, ms since the epoch. `isStale`: too old for its kind, or invalidated by an act. */
  | { kind: 'here'; value: T; at: number; isStale: boolean; isAsking: boolean; failure: CallFailure | null }
  /** Nothing is cached, and the request failed. */
  | { kind: 'failed'; failure: CallFailure; isAsking: boolean };

/** A read that is requested while it has subscribers, whenever a new answer is due (SY-29). */
export interface RemoteReading<T> extends Live<RemoteState<T>> {
  /** Requests it now. */
  retry(): void;
}

export type ActOutcome<T> =
  /** `value` is null if an earlier request had already taken effect, as when its answer was lost. */
  | { kind: 'done'; value: T | null }
  /** The server refused it: it had no effect. */
  | { kind: 'refused'; code: string; message: string }
  /** Whether it took effect is unknown. Repeating it is safe: the act takes effect once (SY-30). */
  | { kind: 'failed'; failure: CallFailure };

/** A row as the server sends it. */
export type OwnRow = Record<string, unknown> & { id: string };

export interface RemoteApi {
  /** The same read returns the same reading. */
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /**
   * Sends an act. Until it is answered or its key expires, repeating it uses the same idempotency key, in other tabs and after a
   * reload too.
   * @throws StorageFailure when the device cannot store the key; nothing was sent then
   */
  act<P, T>(act: RemoteAct<P, T>, request: P): Promise<ActOutcome<T>>;
  /**
   * The rows of a list after this id, in the order of ids; none after the last page. Null starts at the beginning. `signal`
   * aborts the request, which then fails.
   */
  page(list: OwnList, after: string | null, signal?: AbortSignal): Promise<CallResult<readonly OwnRow[]>>;
}
