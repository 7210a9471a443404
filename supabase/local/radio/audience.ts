/** Bytes a new listener gets of what was just on air, so that the sound starts at once: 16 s. */
export const BURST_BYTES = 256 * 1024;
/** Bytes a listener may be behind. Beyond it the connection is too slow for the stream, or nobody reads. */
const MOST_BEHIND = 1024 * 1024;

/** One connection. */
export interface Listener {
  /** Of whom, to tell people apart. */
  readonly address: string;
  write(bytes: Uint8Array): void;
  /** Bytes that were written and not taken yet. */
  behind(): number;
  /** Ends the answer as a whole one. */
  end(): void;
  /** Cuts the connection. */
  drop(): void;
}

/** Those who hear the stream, and the past that a new one is given. */
export interface Audience {
  readonly size: number;
  /** Distinct addresses. */
  readonly unique: number;
  add(listener: Listener): void;
  remove(listener: Listener): void;
  /** Sends whole frames to everyone. */
  send(frames: Uint8Array): void;
  /** Forgets the past: a stream that begins anew does not join it. */
  forget(): void;
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
      // The pieces are shared by all, however many come at once.
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
        if (listener.behind() > MOST_BEHIND) {
          listeners.delete(listener);
          listener.drop();
        } else {
          listener.write(frames);
        }
      }
    },
    forget() {
      past = [];
      pastBytes = 0;
    },
    endAll() {
      for (const listener of listeners) listener.end();
      listeners.clear();
    },
  };
}
