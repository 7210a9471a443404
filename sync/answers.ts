/** A value that notifies of its changes. Fits React's `useSyncExternalStore`: `get` returns the same reference until the value changes. */
export interface Live<T> {
  get(): T;
  subscribe(onChange: () => void): () => void;
}

/** `message` is a text to show, mostly the server's. */
export type CallFailure =
  | { kind: 'network' }
  | { kind: 'refused'; code: string; message: string }
  /** The server cannot answer now (429, 503): try again. */
  | { kind: 'busy'; message: string };

export type CallResult<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };
