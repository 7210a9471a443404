import { PLAY_PACE_MS, playThresholdMs } from '../../../sync/model/rules.ts';
import { createListeningClock } from './listening-clock.ts';
import type { PlayerDeps } from './player-deps.ts';
import type { PlayerTrack } from './player-track.ts';

/** One reading of the player. */
export interface Heard {
  track: PlayerTrack;
  /** A reload of the same track, for example after a network loss, continues its count. */
  loadId: number;
  isManual: boolean;
  /** Seconds. */
  positionS: number;
  isRunning: boolean;
  /** Time of this load that was heard before counting began, in milliseconds. */
  heardBeforeMs: number;
  /** From a monotonic clock, in milliseconds. */
  nowMs: number;
}

export interface PlayCounter {
  /** Call it about every 100 ms while a track plays or stalls, every second while the page is hidden. */
  hear(heard: Heard): void;
  /** The position jumped: the skipped part is not counted. */
  jumped(): void;
}

type CountedPerson = Pick<PlayerDeps, 'countsPlays' | 'track' | 'recordPlay'> & {
  kept: Pick<PlayerDeps['kept'], 'keepPlayed'>;
};

/** A track heard this long counts as recently played, and the device keeps it as space allows (S-34). */
const KEEP_AFTER_MS = 10_000;

/**
 * Counts a play after 30 s of listening, or 95 % of a shorter track (S-10), once per track, user and UTC day, and none within
 * 30 s of the one before (S-40).
 */
export function createPlayCounter(person: CountedPerson): PlayCounter {
  const clock = createListeningClock();
  let hearing: { trackId: string; loadId: number; isCounted: boolean; isKept: boolean } | null = null;
  /** On the same clock as `Heard.nowMs`. */
  let countedAtMs = -Infinity;

  const count = ({ track, isManual, nowMs }: Heard, heardMs: number, listening: { isCounted: boolean }) => {
    listening.isCounted = true;
    // The server applies the same rule.
    if (person.track(track.id).get()?.playedToday) return;
    countedAtMs = nowMs;
    person.recordPlay({ track_id: track.id, progress_ms: Math.round(heardMs), is_manual: isManual }).catch(() => {
      // The disk refused it: allow another count. The storage state shows why.
      listening.isCounted = false;
    });
  };

  return {
    hear(heard) {
      const { track, loadId, positionS, isRunning, heardBeforeMs, nowMs } = heard;
      if (hearing?.trackId !== track.id || (hearing.loadId !== loadId && positionS < 1)) {
        hearing = { trackId: track.id, loadId, isCounted: false, isKept: false };
        clock.reset(heardBeforeMs);
      } else if (hearing.loadId !== loadId) {
        hearing.loadId = loadId;
        clock.jumped();
      }
      const heardMs = clock.read(nowMs, positionS, isRunning);
      if (heardMs >= KEEP_AFTER_MS && !hearing.isKept) {
        hearing.isKept = true;
        // Nobody requested this copy: without it the track plays from the network.
        person.kept.keepPlayed(track.id).catch(() => undefined);
      }
      if (!isRunning || hearing.isCounted || !person.countsPlays) return;
      if (nowMs - countedAtMs < PLAY_PACE_MS) return;
      if (heardMs >= playThresholdMs(track.durationMs)) count(heard, heardMs, hearing);
    },
    jumped: () => clock.jumped(),
  };
}
