import { Howl, Howler } from 'howler';
import { adoptEarlySound } from '../../boot/early-sound.ts';
import { pageSignals } from '../../platform/page-signals.ts';
import type { AudioFailure, AudioOutput, AudioPosition, AudioSignal } from './audio-output.ts';
import { dropSource, makeElements, soundAddress } from './sound-element.ts';

/** This file plays the elements itself: Howler's `play()` waits for `canplaythrough`, and its unlocking reloads playing elements. */
Howler.autoUnlock = false;
// By default Howler reports a file as loaded at 'canplaythrough', which may come late on a slow network. Our playback waits neither for
// 'canplaythrough' nor for 'canplay'.
Reflect.set(Howler, '_canPlayEvent', 'canplay');

let isPoolFilled = false;

/** @param elements the spare elements of an early press, if there was one */
function fillPool(elements?: readonly HTMLAudioElement[]): void {
  if (isPoolFilled) return;
  isPoolFilled = true;
  for (const element of elements ?? makeElements()) giveToPool(element);
}

function giveToPool(element: HTMLAudioElement): void {
  // Howler takes only elements with this flag back into its pool.
  Reflect.set(element, '_unlocked', true);
  const release: unknown = Reflect.get(Howler, '_releaseHtml5Audio');
  if (typeof release !== 'function') throw new Error('Howler 2.2.4 is expected to have _releaseHtml5Audio');
  release.call(Howler, element);
}

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
/** Data counts as buffered if it reaches this far beyond the position. */
const AHEAD_S = 1;

interface Loaded {
  element: HTMLAudioElement;
  url: string;
  heardBeforeMs: number;
  release(): void;
}

function open(url: string): Loaded {
  fillPool();
  const howl = new Howl({ src: [soundAddress(url)], format: ['mp3'], html5: true, preload: true });
  Reflect.set(howl, '_clearSound', dropSource);
  const sounds: unknown = Reflect.get(howl, '_sounds');
  const element: unknown = Array.isArray(sounds) ? sounds[0]?._node : null;
  if (!(element instanceof HTMLAudioElement))
    throw new Error('Howler 2.2.4 is expected to hold its element at _sounds[0]._node');
  return { element, url, heardBeforeMs: 0, release: () => void howl.unload() };
}

/** Takes over the audio of a press that came before the app booted, if it is this track. Stops other early audio. */
function adopt(url: string): Loaded | null {
  const early = adoptEarlySound(url);
  if (!early) return null;
  const { element, spare } = early;
  fillPool(spare);
  const release = () => {
    dropSource(element);
    giveToPool(element);
  };
  return { element, url, heardBeforeMs: playedS(element) * 1000, release };
}

/** Plays on pooled audio elements. One per page, because the element pool and the user gesture belong to the page. */
export function createHowlerOutput(): AudioOutput {
  const signalListeners = new Set<(signal: AudioSignal) => void>();
  const seekListeners = new Set<() => void>();
  const progressListeners = new Set<() => void>();
  let current: (Loaded & { loadId: number; startS: number; isReady: boolean; detach: () => void }) | null = null;
  let prepared: Loaded | null = null;
  let volume = 1;
  let isMuted = false;
  /** Whether playback is requested. A pause that the browser makes meanwhile is an interruption. */
  let isRequested = false;

  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, () => fillPool(), { once: true, capture: true });

  const signal = (event: AudioSignal) => {
    for (const listener of signalListeners) listener(event);
  };

  function start(): void {
    if (!current) return;
    const { element, loadId } = current;
    isRequested = true;
    element.play().catch((error: unknown) => {
      if (current?.loadId !== loadId || !isRequested) return;
      const name = error instanceof DOMException ? error.name : '';
      // An AbortError of the current load means that the browser stopped the start; a tap can start it again.
      if (name === 'NotAllowedError' || name === 'AbortError') {
        isRequested = false;
        signal({ type: 'audio.blocked', loadId });
      }
      // NotSupportedError also fires an 'error' event, which carries more detail.
    });
  }

  function attach(loaded: Loaded, loadId: number): () => void {
    const { element } = loaded;
    const stop = new AbortController();
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
      for (const listener of seekListeners) listener();
    });
    on('ended', end);
    on('pause', () => {
      if (isRequested && !element.ended && !element.error) {
        isRequested = false;
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
      else if (isRequested && hasSounded && still >= FROZEN_MS && isAhead(element)) {
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
    if (!current) return;
    isRequested = false;
    current.detach();
    current.release();
    current = null;
  }

  return {
    load({ loadId, url, startS, play }) {
      drop();
      const early = adopt(url);
      const preloaded = !early && prepared?.url === url && !prepared.element.error ? prepared : null;
      if (prepared && prepared !== preloaded) prepared.release();
      prepared = null;
      const loaded = early ?? preloaded ?? open(url);
      // Early audio with metadata is already past its start position.
      const isStarted = early !== null && early.element.readyState >= HTMLMediaElement.HAVE_METADATA;
      current = { ...loaded, loadId, startS: isStarted ? 0 : startS, isReady: false, detach: attach(loaded, loadId) };
      loaded.element.volume = volume;
      loaded.element.muted = isMuted;
      if (play && !loaded.element.ended) start();
    },
    play: start,
    pause() {
      isRequested = false;
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
    },
    setMuted(next) {
      isMuted = next;
      if (current) current.element.muted = isMuted;
    },
    prepare(url) {
      if (prepared?.url === url) return;
      prepared?.release();
      prepared = url ? open(url) : null;
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

function playedS({ played }: HTMLAudioElement): number {
  let sum = 0;
  for (let i = 0; i < played.length; i++) sum += played.end(i) - played.start(i);
  return sum;
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
