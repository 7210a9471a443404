/** Bytes of recent stream for a new listener, so that playback starts at once: 16 s. */
export const BURST_BYTES = 256 * 1024;
/** A listener with more unread bytes is dropped: its connection is too slow, or it does not read. */
const MAX_LAG_BYTES = 1024 * 1024;

export interface Listener {
  /** The listener's address. `Audience.unique` counts each address once. */
  readonly address: string;
  write(bytes: Uint8Array): void;
  unreadBytes(): number;
  end(): void;
  drop(): void;
}

export interface Audience {
  readonly size: number;
  readonly unique: number;
  add(listener: Listener): void;
  remove(listener: Listener): void;
  send(frames: Uint8Array): void;
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
      // Write the buffers as they are: one copy in memory serves all listeners.
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
