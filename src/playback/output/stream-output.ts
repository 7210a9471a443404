/** Each signal carries the id of its connection; signals of older connections are ignored. */
export type StreamSignal =
  | { type: 'stream.sounding'; connectionId: number }
  /** The connection was refused, ended or broken off, or its audio has stopped for STALL_MS. */
  | { type: 'stream.lost'; connectionId: number }
  /** The browser did not start playback: it requires a user gesture, or aborted the start. */
  | { type: 'stream.blocked'; connectionId: number }
  /** The browser paused by itself, for example at a phone call or when headphones are unplugged. */
  | { type: 'stream.interrupted'; connectionId: number };

export interface StreamLatency {
  /** Seconds buffered, as the browser reports; Chromium never reports more than 2. */
  bufferedS: number;
  /** Seconds since the connection opened in which nothing played. */
  lagS: number;
}

export interface StreamOutput {
  /** Closes the previous connection. Outside a press handler, the browser may block the start. */
  connect(source: { connectionId: number; url: string }): void;
  /** Closes the connection, so that the station does not count a silent listener and no stale audio resumes. */
  drop(): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  latency(): StreamLatency;
  onSignal(listener: (signal: StreamSignal) => void): () => void;
}

/** A stream that stops for this long is lost, even if its connection is open. */
const STALL_MS = 10_000;
const WATCH_MS = 1000;

/**
 * Plays a stream without Howler, whose `play()` waits for `canplaythrough`. The page uses one element, so that on iOS one gesture allows
 * every later start.
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
    const emit = (type: StreamSignal['type']) => !stop.signal.aborted && signal({ type, connectionId });
    const on = (type: string, run: () => void) => element.addEventListener(type, run, { signal: stop.signal });
    let lastMove: { at: number; since: number } | null = null;
    on('playing', () => {
      lastMove ??= { at: element.currentTime, since: performance.now() };
      emit('stream.sounding');
    });
    on('error', () => emit('stream.lost'));
    on('ended', () => emit('stream.lost'));
    on('pause', () => !element.ended && !element.error && emit('stream.interrupted'));
    const watch = setInterval(() => {
      if (!lastMove) return;
      if (element.currentTime !== lastMove.at) lastMove = { at: element.currentTime, since: performance.now() };
      else if (performance.now() - lastMove.since >= STALL_MS) emit('stream.lost');
    }, WATCH_MS);
    stop.signal.addEventListener('abort', () => clearInterval(watch));
    element.src = url;
    element.play().catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : '';
      // NotSupportedError also fires an 'error' event.
      if (name === 'NotAllowedError' || name === 'AbortError') emit('stream.blocked');
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
