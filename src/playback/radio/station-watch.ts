import type { StreamLatency } from '../output/stream-output.ts';
import type { PageSignals } from '../../platform/page-signals.ts';
import { createLive } from '../../../sync/model/live.ts';
import { airingHeard, nextPollInMs, delayOf, nextChangeAt, type Timeline, withAnswer } from './heard-song.ts';
import type { Song, StationAnswer } from './station.ts';

export interface OnAir {
  /** While nothing plays, the song that the station sends; else the song that the listener hears. Null while unknown. */
  song: Song | null;
  listeners: number;
  streamer: string | null;
  /** Identifies the song in `timeline`. */
  startsAt: number | null;
  /** Oldest first, up to the airing that the station sends now. */
  timeline: Timeline;
  /** The song that the station announces after those of the timeline. */
  next: Song | null;
  /** Whether the station did not answer the last request, or is off air. */
  isSilent: boolean;
}

interface StationWatchParts {
  ask: () => Promise<StationAnswer | null>;
  latency: () => StreamLatency;
  onListenUrl: (url: string) => void;
  signals: Pick<PageSignals, 'isVisible' | 'onVisibility'>;
  /** 0 to 1 */
  random: () => number;
}

/** Each gap in the audio delays a new song further, so its display time is recomputed this often. */
const RECHECK_MS = 2000;

/** Polls while somebody watches and the page is visible or plays. Shows each song when its audio is heard. */
export function watchStation({ ask, latency, onListenUrl, signals, random }: StationWatchParts) {
  const onAir = createLive<OnAir>({
    song: null,
    listeners: 0,
    streamer: null,
    startsAt: null,
    timeline: [],
    next: null,
    isSilent: false,
  });
  let timeline: Timeline = [];
  let burstS = 0;
  let watchers = 0;
  let isSounding = false;
  let polledAt = 0;
  let isPolling = false;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let changeTimer: ReturnType<typeof setTimeout> | undefined;

  const isWanted = () => watchers > 0 && (isSounding || signals.isVisible());

  function show(): void {
    clearTimeout(changeTimer);
    const now = Date.now();
    const delayMs = isSounding ? delayOf(latency(), burstS) : 0;
    const heard = airingHeard(timeline, now, delayMs);
    const [song, startsAt] = [heard?.song ?? null, heard?.startsAt ?? null];
    const before = onAir.get();
    if (!isSameSong(song, before.song) || startsAt !== before.startsAt) onAir.set({ ...before, song, startsAt });
    const changeAt = nextChangeAt(timeline, now, delayMs);
    if (changeAt !== null) changeTimer = setTimeout(show, Math.min(RECHECK_MS, changeAt - now + 50));
  }

  function poll(): void {
    clearTimeout(pollTimer);
    if (isPolling) return;
    isPolling = true;
    polledAt = Date.now();
    // After a failure the next poll comes at its usual time.
    ask().then(applyAnswer, () => applyAnswer(null));
  }

  function applyAnswer(answer: StationAnswer | null): void {
    isPolling = false;
    if (answer) {
      timeline = withAnswer(timeline, answer);
      burstS = answer.burstS;
      if (answer.listenUrl) onListenUrl(answer.listenUrl);
      const { listeners, streamer, next, isOnline } = answer;
      onAir.set({ ...onAir.get(), listeners, streamer, timeline, next, isSilent: !isOnline });
      show();
    } else if (!onAir.get().isSilent) onAir.set({ ...onAir.get(), isSilent: true });
    schedule();
  }

  function schedule(): void {
    clearTimeout(pollTimer);
    if (!isWanted()) return;
    const wait = nextPollInMs(timeline.at(-1) ?? null, Date.now(), random());
    pollTimer = setTimeout(poll, Math.max(0, polledAt + wait - Date.now()));
  }

  signals.onVisibility(schedule);

  return {
    onAir,
    /** Requests the stream's URL before anybody watches. */
    pollOnce: poll,
    setSounding(next: boolean) {
      isSounding = next;
      schedule();
      show();
    },
    /** @returns the function that stops watching */
    watch() {
      watchers += 1;
      if (watchers === 1) schedule();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        watchers -= 1;
        schedule();
      };
    },
  };
}

function isSameSong(a: Song | null, b: Song | null): boolean {
  return a === b || (a?.id === b?.id && a?.title === b?.title && a?.artist === b?.artist && a?.art === b?.art);
}
