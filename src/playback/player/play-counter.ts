import { PLAY_PACE_MS, playThresholdMs } from '../../../sync/model/rules.ts';
import { createListeningClock } from './listening-clock.ts';
import type { PlayerDeps } from './player-deps.ts';
import type { PlayerTrack } from './player-track.ts';

export interface PlayerReading {
  track: PlayerTrack;
  /** A later load of the same track continues the count, unless that load starts at the beginning of the track. */
  loadId: number;
  isManual: boolean;
  /** Seconds. */
  positionS: number;
  isRunning: boolean;
  /** Milliseconds of this load that were heard before counting began. */
  heardBeforeMs: number;
  /**
   * At the end of a load, milliseconds from the position to the track's duration, up to 500; before the end 0. They count as heard: this audio
   * still plays, or lies beyond the duration that the element knows.
   */
  restMs: number;
  /** Milliseconds of a monotonic clock. */
  nowMs: number;
}

export interface PlayCounter {
  /** Call about every 100 ms while a track plays or stalls, or every second while the page is hidden, and at the end of each load. */
  update(reading: PlayerReading): void;
  /** Call at each seek, so that the skipped part is not counted. */
  jumped(): void;
}

type PlayCounterDeps = Pick<PlayerDeps, 'countsPlays' | 'track' | 'recordPlay'> & {
  kept: Pick<PlayerDeps['kept'], 'keepPlayed'>;
};

/** A track heard this long counts as recently played, and the device keeps it as space allows (S-34). */
const KEEP_AFTER_MS = 10_000;

/**
 * Counts a play after 30 s, or 95 % of a shorter track (S-10): once per track, user and UTC day, and never within 30 s of the previous
 * play (S-40).
 */
export function createPlayCounter(deps: PlayCounterDeps): PlayCounter {
  const clock = createListeningClock();
  let session: { trackId: string; loadId: number; isCounted: boolean; isKept: boolean } | null = null;
  /** On the same clock as `PlayerReading.nowMs`. */
  let countedAtMs = -Infinity;

  const count = ({ track, isManual, nowMs }: PlayerReading, heardMs: number, counted: { isCounted: boolean }) => {
    counted.isCounted = true;
    // The server, too, counts a track only once a day.
    if (deps.track(track.id).get()?.playedToday) return;
    countedAtMs = nowMs;
    deps.recordPlay({ track_id: track.id, progress_ms: Math.round(heardMs), is_manual: isManual }).catch(() => {
      // The device could not store the play: allow another count.
      counted.isCounted = false;
    });
  };

  return {
    update(reading) {
      const { track, loadId, positionS, isRunning, heardBeforeMs, restMs, nowMs } = reading;
      if (session?.trackId !== track.id || (session.loadId !== loadId && positionS < 1)) {
        session = { trackId: track.id, loadId, isCounted: false, isKept: false };
        clock.reset(heardBeforeMs);
      } else if (session.loadId !== loadId) {
        session.loadId = loadId;
        clock.jumped();
      }
      const heardMs = clock.read(nowMs, positionS, isRunning) + restMs;
      if (heardMs >= KEEP_AFTER_MS && !session.isKept) {
        session.isKept = true;
        // An optional copy: without it the track plays from the network.
        deps.kept.keepPlayed(track.id).catch(() => undefined);
      }
      if (!isRunning || session.isCounted || !deps.countsPlays) return;
      if (nowMs - countedAtMs < PLAY_PACE_MS) return;
      if (heardMs >= playThresholdMs(track.durationMs)) count(reading, heardMs, session);
    },
    jumped: () => clock.jumped(),
  };
}
