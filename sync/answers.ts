/** Types that all parts of the engine return. */

/** A value that changes: fits React's `useSyncExternalStore`. `get` returns the same reference until the value changes. */
export interface Live<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** Why a call that needs the network did not succeed. `message`: a text to show, mostly the server's. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'refused'; code: string; message: string }
  /** The server cannot answer now, for example 429 or 503: try again. */
  | { kind: 'busy'; message: string };

export type CallResult<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };
