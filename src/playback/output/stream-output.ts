/** What the radio needs of whatever makes sound. One implementation in the browser, a scripted one in tests. */

/** Every signal carries the id of the connection it speaks of; one of an old connection changes nothing. */
export type StreamSignal =
  | { type: 'stream.sounding'; connectionId: number }
  /** Refused, ended, broken off, or silent for STALL_MS. */
  | { type: 'stream.lost'; connectionId: number }
  /** The browser wants a tap first. */
  | { type: 'stream.blocked'; connectionId: number }
  /** The browser paused it unasked: a call, headphones out. */
  | { type: 'stream.interrupted'; connectionId: number };

export interface StreamLatency {
  /** Seconds of sound that the browser says it holds. Chromium never says more than 2. */
  bufferedS: number;
  /** Seconds of the connection that were not spent sounding. */
  lagS: number;
}

export interface StreamOutput {
  /** Closes the connection before this one, and sounds as soon as it can. Call it inside the press. */
  connect(source: { connectionId: number; url: string }): void;
  /** Closes the connection, so that the station does not count a listener who hears nothing, and nothing old is resumed. */
  drop(): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Both are 0 while nothing sounds. */
  latency(): StreamLatency;
  onSignal(listener: (signal: StreamSignal) => void): () => void;
}

/** A stream that gives no sound for this long is lost, even if its connection is open (ms). */
const STALL_MS = 10_000;
const WATCH_MS = 1000;

/**
 * A plain element: Howler waits for `canplaythrough`, which doubles the time to the sound of a live stream. It is kept for
 * the page's life, so that one gesture allows every later start on iOS.
 */
export function createStreamOutput(): StreamOutput {
  const element = new Audio();
  element.preload = 'none';
  const listeners = new Set<(signal: StreamSignal) => void>();
  let current: { connectionId: number; connectedAt: number; stop: AbortController } | null = null;

  const signal = (event: StreamSignal) => {
    for (const listener of [...listeners]) listener(event);
  };

  function drop(): void {
    if (!current) return;
    current.stop.abort();
    current = null;
    element.pause();
    element.removeAttribute('src');
    element.load();
  }

  function connect({ connectionId, url }: { connectionId: number; url: string }): void {
    drop();
    const stop = new AbortController();
    current = { connectionId, connectedAt: performance.now(), stop };
    const say = (type: StreamSignal['type']) => !stop.signal.aborted && signal({ type, connectionId });
    const on = (type: string, run: () => void) => element.addEventListener(type, run, { signal: stop.signal });
    let seen: { at: number; since: number } | null = null;
    on('playing', () => {
      seen ??= { at: element.currentTime, since: performance.now() };
      say('stream.sounding');
    });
    on('error', () => say('stream.lost'));
    on('ended', () => say('stream.lost'));
    on('pause', () => !element.ended && !element.error && say('stream.interrupted'));
    const watch = setInterval(() => {
      if (!seen) return;
      if (element.currentTime !== seen.at) seen = { at: element.currentTime, since: performance.now() };
      else if (performance.now() - seen.since >= STALL_MS) say('stream.lost');
    }, WATCH_MS);
    stop.signal.addEventListener('abort', () => clearInterval(watch));
    element.src = url;
    element.play().catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : '';
      // NotSupportedError comes with an 'error' event.
      if (name === 'NotAllowedError' || name === 'AbortError') say('stream.blocked');
    });
  }

  return {
    connect,
    drop,
    setVolume: (volume) => (element.volume = Math.min(1, Math.max(0, volume))),
    setMuted: (isMuted) => (element.muted = isMuted),
    latency() {
      if (!current || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return { bufferedS: 0, lagS: 0 };
      const { buffered, currentTime } = element;
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : currentTime;
      return {
        bufferedS: Math.max(0, end - currentTime),
        lagS: Math.max(0, (performance.now() - current.connectedAt) / 1000 - currentTime),
      };
    },
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
