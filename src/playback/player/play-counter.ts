import { PLAY_PACE_MS, playThresholdMs } from '../../../sync/model/rules.ts';
import { createListeningClock } from './listening-clock.ts';
import type { PlayerPerson } from './player-person.ts';
import type { PlayerTrack } from './player-track.ts';

/** What the player hears at one moment. */
export interface Heard {
  track: PlayerTrack;
  /** A track that is loaded again, for example after the network was lost, goes on counting. */
  loadId: number;
  isManual: boolean;
  /** Seconds. */
  positionS: number;
  isRunning: boolean;
  /** What of this load was heard before anybody counted, in milliseconds. */
  heardBeforeMs: number;
  /** Of a monotonic clock, in milliseconds. */
  nowMs: number;
}

export interface PlayCounter {
  /** To be called about every 100 ms while a track sounds or stands still, every second while nobody looks. */
  hear(heard: Heard): void;
  /** The position jumped: the part in between was not heard. */
  jumped(): void;
}

type CountedPerson = Pick<PlayerPerson, 'countsPlays' | 'track' | 'recordPlay'> & {
  kept: Pick<PlayerPerson['kept'], 'keepPlayed'>;
};

/** A track that was heard this long is one of the last played, which the device keeps as space allows (S-34). */
const KEEP_AFTER_MS = 10_000;

/**
 * Counts a play after 30 s of listening, or 95 % of a shorter track (S-10), once per track, user and UTC day, and none within
 * 30 s of the one before (S-40).
 */
export function createPlayCounter(person: CountedPerson): PlayCounter {
  const clock = createListeningClock();
  let hearing: { trackId: string; loadId: number; isCounted: boolean; isKept: boolean } | null = null;
  /** Of the same clock as `Heard.nowMs`. */
  let countedAtMs = -Infinity;

  const count = ({ track, isManual, nowMs }: Heard, heardMs: number, listening: { isCounted: boolean }) => {
    listening.isCounted = true;
    // The server keeps the same rule.
    if (person.track(track.id).get()?.playedToday) return;
    countedAtMs = nowMs;
    person.recordPlay({ track_id: track.id, progress_ms: Math.round(heardMs), is_manual: isManual }).catch(() => {
      // The disk refused it: it may count again, and the storage state says why.
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
        // Nobody asked for this copy: without it the track plays from the network as before.
        person.kept.keepPlayed(track.id).catch(() => undefined);
      }
      if (!isRunning || hearing.isCounted || !person.countsPlays) return;
      if (nowMs - countedAtMs < PLAY_PACE_MS) return;
      if (heardMs >= playThresholdMs(track.durationMs)) count(heard, heardMs, hearing);
    },
    jumped: () => clock.jumped(),
  };
}
