/** Bytes of the recent stream that a new listener gets, so that playback starts at once: 16 s. */
export const BURST_BYTES = 256 * 1024;
/** Bytes of unread stream after which a listener is dropped: its connection is too slow, or it does not read. */
const MAX_LAG_BYTES = 1024 * 1024;

/** One connection. */
export interface Listener {
  /** Connections with the same address count as one listener in `unique`. */
  readonly address: string;
  write(bytes: Uint8Array): void;
  /** Bytes that were written and not read yet. */
  unreadBytes(): number;
  /** Ends the response normally. */
  end(): void;
  /** Destroys the connection. */
  drop(): void;
}

/** The current listeners, and the recent stream for new ones. */
export interface Audience {
  readonly size: number;
  /** Number of distinct addresses. */
  readonly unique: number;
  add(listener: Listener): void;
  remove(listener: Listener): void;
  /** Sends whole frames to all listeners. */
  send(frames: Uint8Array): void;
  /** Clears the recent stream: a new stream does not continue it. */
  clearRecent(): void;
  endAll(): void;
}

export function createAudience(): Audience {
  const listeners = new Set<Listener>();
  let past: Uint8Array[] = [];
  let pastBytes = 0;
  return {
    get size() {
      return listeners.size;
    },
    get unique() {
      return new Set([...listeners].map((listener) => listener.address)).size;
    },
    add(listener) {
      listeners.add(listener);
      // All listeners share these buffers, however many arrive at once.
      for (const frames of past) listener.write(frames);
    },
    remove(listener) {
      listeners.delete(listener);
    },
    send(frames) {
      past.push(frames);
      pastBytes += frames.length;
      while (pastBytes - (past[0]?.length ?? 0) >= BURST_BYTES) pastBytes -= past.shift()?.length ?? 0;
      for (const listener of listeners) {
        if (listener.unreadBytes() > MAX_LAG_BYTES) {
          listeners.delete(listener);
          listener.drop();
        } else {
          listener.write(frames);
        }
      }
    },
    clearRecent() {
      past = [];
      pastBytes = 0;
    },
    endAll() {
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}
