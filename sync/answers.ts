/** Types that all parts of the engine return. */

/** A value that changes: fits React's `useSyncExternalStore`. `get` returns the same reference until the value changes. */
export interface Live<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** Why a call that needs the network did not succeed. `message` comes from the server. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'refused'; code: string; message: string }
  /** 5xx and 429: try again. */
  | { kind: 'busy'; message: string };

export type CallResult<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };
