import { isIos } from '../../platform/ios.ts';
import { pageSignals } from '../../platform/page-signals.ts';
import type { AudioFailure, AudioOutput, AudioPosition, AudioSignal } from './audio-output.ts';
import { adoptSource, fillPool, type Loaded, openSource, playedS } from './element-pool.ts';
import type { Gapless, Outgoing } from './gapless.ts';

/** No progress for this long near the end counts as ended: some browsers never fire `ended` (S-21). */
const NEAR_END_STILL_MS = 1500;
const NEAR_END_S = 0.75;
/** Playback is checked less often while the page is hidden, so that a locked phone can sleep in between. */
const WATCH_MS = 250;
const WATCH_HIDDEN_MS = 1000;
/** Without progress and without a byte for this long, a connection is silent; a merely slow one delivers some bytes. */
const SILENT_MS = 2_500;
/** Without progress and without a byte for this long, the connection must be dropped. */
const STUCK_MS = 12_000;
/** Playback that stands still for this long although data is buffered has frozen, as in WebKitGTK after about one seek in a hundred. */
const FROZEN_MS = 3_000;
/**
 * A prepared source that has not moved for this long after its start, although data is buffered, hangs and is loaded again. In WebKitGTK each
 * prepared source would hang for as long as it had been prepared. Not loaded again sooner: a locked iPhone might refuse the second start.
 */
const HUNG_START_MS = 1_000;
/** Data counts as buffered if it reaches this far beyond the position. */
const AHEAD_S = 1;

interface Current extends Loaded {
  loadId: number;
  startS: number;
  /** The counted duration; 0 if unknown. */
  durationS: number;
  isReady: boolean;
  /** Set if the end was signalled while the last milliseconds still play. */
  playOut: (() => Outgoing) | null;
  detach(): void;
}

/** Plays on pooled audio elements. One per page, because the element pool and the user gesture belong to the page. */
export function createHowlerOutput(): AudioOutput {
  const signalListeners = new Set<(signal: AudioSignal) => void>();
  const seekListeners = new Set<() => void>();
  const progressListeners = new Set<() => void>();
  let current: Current | null = null;
  let outgoing: Outgoing | null = null;
  let prepared: Loaded | null = null;
  let volume = 1;
  let isMuted = false;
  /** Whether playback is requested. A pause that the browser makes meanwhile is an interruption. */
  let isRequested = false;
  let starts = 0;
  /** Whether a prepared source has hung at its start. */
  let hasPreparedHung = false;
  let gaplessModule: typeof import('./gapless.ts') | null = null;
  let gapless: Gapless | null = null;

  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, () => fillPool(), { once: true, capture: true });

  const signal = (event: AudioSignal) => {
    for (const listener of signalListeners) listener(event);
  };

  function start(): void {
    if (!current) return;
    const { element, loadId } = current;
    isRequested = true;
    starts += 1;
    const start = starts;
    element.play().catch((error: unknown) => {
      // A pause or a new load of the element rejects an earlier start.
      if (current?.loadId !== loadId || !isRequested || start !== starts) return;
      const name = error instanceof DOMException ? error.name : '';
      // An AbortError of the current load means that the browser stopped the start; a tap can start it again.
      if (name === 'NotAllowedError' || name === 'AbortError') {
        // The browser may still allow the start in the `ended` event.
        if (outgoing?.deferStart()) return;
        isRequested = false;
        signal({ type: 'audio.blocked', loadId });
      }
      // NotSupportedError also fires an 'error' event, which carries more detail.
    });
  }

  /** Until this code has loaded, tracks have a short silence between them. */
  async function followGapless(
    loaded: Loaded,
    loadId: number,
    end: () => void,
    options: { startsWarm: boolean; signal: AbortSignal },
  ): Promise<void> {
    // Do not await a module that is loaded: the start of the source would be missed.
    gaplessModule ??= await import('./gapless.ts');
    const { createGapless, canOverlap, playOut } = gaplessModule;
    gapless ??= createGapless();
    const near = () => {
      if (current?.loadId !== loadId || !isRequested) return;
      if (!canOverlap(loaded.element, current.durationS, prepared?.element)) return;
      current.playOut = () => playOut(loaded, start);
      end();
    };
    if (!options.signal.aborted) gapless.follow(loaded.element, near, options);
  }

  function attach(loaded: Loaded, loadId: number, is: { warm: boolean; prepared: boolean }): () => void {
    const { element } = loaded;
    const stop = new AbortController();
    let mayHang = is.prepared && navigator.vendor.startsWith('Apple') && !isIos();
    let ended = false;
    const on = (type: string, run: () => void) => element.addEventListener(type, run, { signal: stop.signal });
    const end = () => {
      if (ended) return;
      ended = true;
      signal({ type: 'audio.ended', loadId });
    };
    const ready = () => {
      if (current?.loadId !== loadId || current.isReady) return;
      current.isReady = true;
      const { startS } = current;
      if (startS > 0) element.currentTime = Math.min(startS, Math.max(0, element.duration - 0.1));
      signal({ type: 'audio.ready', loadId, durationS: element.duration });
    };
    on('loadedmetadata', ready);
    let stalledAt: number | null = null;
    let isSilent = false;
    const onPlaying = () => {
      stalledAt = null;
      isSilent = false;
      lastMove.since = performance.now();
      signal({ type: 'audio.playing', loadId });
    };
    on('playing', onPlaying);
    on('waiting', () => {
      if (!isRequested) return;
      stalledAt = element.currentTime;
      signal({ type: 'audio.stalled', loadId });
    });
    // WebKit fires 'waiting' at a seek but no event when playback resumes.
    on('timeupdate', () => {
      if (stalledAt !== null && !element.seeking && !element.paused && element.currentTime > stalledAt) onPlaying();
      for (const listener of progressListeners) listener();
    });
    on('seeked', () => {
      if (stalledAt !== null) stalledAt = element.currentTime;
    });
    on('seeking', () => {
      ended = false;
      if (current) current.playOut = null;
      for (const listener of seekListeners) listener();
    });
    on('ended', end);
    followGapless(loaded, loadId, end, { startsWarm: is.warm, signal: stop.signal }).catch(() => undefined);
    on('pause', () => {
      if (isRequested && !element.ended && !element.error) {
        isRequested = false;
        outgoing?.stop();
        signal({ type: 'audio.interrupted', loadId });
      }
    });
    const fail = () =>
      void reasonOf(element, loaded.url).then((failure) => signal({ type: 'audio.failed', loadId, failure }));
    on('error', fail);

    let lastMove = { at: 0, since: performance.now() };
    let hasSounded = false;
    let bytesAt = performance.now();
    on('progress', () => {
      bytesAt = performance.now();
      if (isSilent) signal({ type: 'audio.recovered', loadId });
      isSilent = false;
    });
    let watch: ReturnType<typeof setTimeout> | undefined;
    const scheduleCheck = () => {
      watch = setTimeout(check, pageSignals.isVisible() ? WATCH_MS : WATCH_HIDDEN_MS);
    };
    const check = () => {
      scheduleCheck();
      const now = performance.now();
      const at = element.currentTime;
      if (at !== lastMove.at || element.paused) {
        hasSounded ||= playedS(element) > 0;
        lastMove = { at, since: now };
      }
      const still = now - lastMove.since;
      if (still >= NEAR_END_STILL_MS && element.duration - at <= NEAR_END_S) end();
      else if (mayHang && isRequested && !hasSounded && still >= HUNG_START_MS && isAhead(element)) {
        mayHang = false;
        hasPreparedHung = true;
        element.load();
        if (at > 0) element.currentTime = at;
        start();
      } else if (isRequested && hasSounded && still >= FROZEN_MS && isAhead(element)) {
        // Report a freeze once, and again only if the source has played since.
        hasSounded = false;
        signal({ type: 'audio.frozen', loadId });
      } else if (isRequested && !isSilent && Math.min(still, now - bytesAt) >= SILENT_MS) {
        isSilent = true;
        signal({ type: 'audio.silent', loadId });
      } else if (isRequested && still >= STUCK_MS && now - bytesAt >= STUCK_MS) {
        lastMove = { at, since: now };
        signal({ type: 'audio.stuck', loadId });
      }
    };
    scheduleCheck();
    stop.signal.addEventListener('abort', () => clearTimeout(watch));
    // These events may have fired before: a preloaded element's metadata, or early audio's start, end or error.
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) queueMicrotask(ready);
    if (!element.paused && element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) queueMicrotask(onPlaying);
    if (element.ended) queueMicrotask(end);
    if (element.error) queueMicrotask(fail);
    return () => stop.abort();
  }

  function drop(): void {
    outgoing?.stop();
    if (!current) return;
    isRequested = false;
    current.detach();
    current.release();
    current = null;
  }

  return {
    load({ loadId, url, startS, durationS, play }) {
      const playOut = play ? current?.playOut : null;
      if (current && playOut) {
        outgoing?.stop();
        current.detach();
        outgoing = playOut();
      } else drop();
      const early = adoptSource(url);
      const preloaded = !early && prepared?.url === url && !prepared.element.error ? prepared : null;
      if (prepared && prepared !== preloaded) prepared.release();
      prepared = null;
      if (hasPreparedHung) preloaded?.element.load();
      const loaded = early ?? preloaded ?? openSource(url);
      // Early audio with metadata is already past its start position.
      const isStarted = early !== null && early.element.readyState >= HTMLMediaElement.HAVE_METADATA;
      current = {
        ...loaded,
        loadId,
        startS: isStarted ? 0 : startS,
        durationS,
        isReady: false,
        playOut: null,
        detach: attach(loaded, loadId, { warm: Boolean(playOut), prepared: preloaded !== null }),
      };
      loaded.element.volume = volume;
      loaded.element.muted = isMuted;
      if (play && !loaded.element.ended) start();
    },
    play: start,
    pause() {
      isRequested = false;
      outgoing?.stop();
      current?.element.pause();
    },
    seek(seconds) {
      if (!current) return;
      const { element } = current;
      if (!current.isReady) return void (current.startS = Math.max(0, seconds));
      const end = Number.isFinite(element.duration) ? element.duration : seconds;
      element.currentTime = Math.min(Math.max(0, seconds), end);
    },
    setVolume(next) {
      volume = Math.min(1, Math.max(0, next));
      if (current) current.element.volume = volume;
      if (outgoing && volume === 0) outgoing.element.volume = 0;
    },
    setMuted(next) {
      isMuted = next;
      for (const source of [current, outgoing]) if (source) source.element.muted = isMuted;
    },
    prepare(url) {
      if (prepared?.url === url) return;
      prepared?.release();
      prepared = url ? openSource(url) : null;
    },
    unload: drop,
    position(): AudioPosition {
      const element = current?.element;
      if (!element) return { positionS: 0, durationS: 0, running: false, heardBeforeMs: 0 };
      return {
        positionS: element.currentTime,
        durationS: Number.isFinite(element.duration) ? element.duration : 0,
        running: isRequested && !element.paused,
        heardBeforeMs: current?.heardBeforeMs ?? 0,
      };
    },
    onSignal(listener) {
      signalListeners.add(listener);
      return () => signalListeners.delete(listener);
    },
    onSeek(listener) {
      seekListeners.add(listener);
      return () => seekListeners.delete(listener);
    },
    onProgress(listener) {
      progressListeners.add(listener);
      return () => progressListeners.delete(listener);
    },
  };
}

function isAhead({ buffered, currentTime, duration }: HTMLAudioElement): boolean {
  const until = Math.min(currentTime + AHEAD_S, duration);
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime && buffered.end(i) >= until) return true;
  return false;
}

/** Finds why an element failed, by a request that bypasses the HTTP cache, because a cached part would hide an unreachable server. */
async function reasonOf(element: HTMLAudioElement, url: string): Promise<AudioFailure> {
  if (element.error?.code === MediaError.MEDIA_ERR_NETWORK) return 'network';
  try {
    const response = await fetch(url, {
      headers: { range: 'bytes=0-1' },
      cache: 'no-store',
      signal: AbortSignal.timeout(STUCK_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'broken';
    return response.status >= 500 || response.status === 408 || response.status === 429 ? 'network' : 'missing';
  } catch {
    return 'network';
  }
}
