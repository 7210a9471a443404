import type { CallFailure, CallResult, Live } from './answers.ts';
import type { OwnList } from './model/own-lists.ts';
import type { RemoteAct } from './model/remote-acts.ts';
import type { RemoteRead } from './model/remote-reads.ts';

/** What needs the network: reads whose last answer is kept on the device, and acts that are asked of the server at once. */

/** What is known of a remote read. `failure` is that of the last try. */
export type RemoteState<T> =
  | { kind: 'loading' }
  /** `at`: when it was asked for, ms since the epoch. `isStale`: old for its kind, or from before something that changed it. */
  | { kind: 'here'; value: T; at: number; isStale: boolean; isAsking: boolean; failure: CallFailure | null }
  /** Nothing is kept, and the server could not be asked. */
  | { kind: 'failed'; failure: CallFailure; isAsking: boolean };

/** Asked while somebody is subscribed: when it is old, and when the network comes back. */
export interface RemoteReading<T> extends Live<RemoteState<T>> {
  /** Asks now. */
  retry(): void;
}

export type ActOutcome<T> =
  /** `value` is null where an earlier try had done it and its answer is not known. */
  | { kind: 'done'; value: T | null }
  /** The server's word: nothing was done. */
  | { kind: 'refused'; code: string; message: string }
  /** Nobody knows whether it was done. Tried again it is the same act, which takes effect once (SY-30). */
  | { kind: 'failed'; failure: CallFailure };

/** A row as the server tells it. */
export type OwnRow = Record<string, unknown> & { id: string };

export interface RemoteDoor {
  /** Same read, same reading. */
  read<T>(read: RemoteRead<T>): RemoteReading<T>;
  /**
   * Asks the server to do it. Until the server has answered, the same wish goes under the same key, in other tabs and after a
   * reload too.
   * @throws StorageFailure when the device cannot keep the key: nothing was asked then
   */
  act<P, T>(act: RemoteAct<P, T>, wish: P): Promise<ActOutcome<T>>;
  /**
   * The rows of a list that come after this id, in the order of their ids; of the last page none. Null begins. `signal` gives the
   * request up, which fails then.
   */
  page(list: OwnList, after: string | null, signal?: AbortSignal): Promise<CallResult<readonly OwnRow[]>>;
}
