import type { MeasuredLoudness } from './loudness-meter.ts';

/**
 * The common loudness, in LUFS. -14 is what Spotify, YouTube, Tidal and Amazon Music play at: nearly all of today's masters are
 * louder, so that turning down alone makes them equal, and quieter ones stay close.
 */
export const TARGET_LUFS = -14;
/** True peaks above this, in dBTP, are damaged frames, which must not silence the track: decoded masters exceed full scale by 3 dB at most. */
const MOST_PEAK_DBTP = 3;

/** A track's measured loudness, as stored: null or absent if it was not measured. */
export function measuredOf(lufs: number | null = null, truePeakDbtp: number | null = null): MeasuredLoudness | null {
  return lufs === null || truePeakDbtp === null ? null : { lufs, truePeakDbtp };
}

/**
 * The loudness of several tracks as one, as ReplayGain's album gain takes it: the mean of their energies weighted by their durations, so that
 * a short quiet interlude does not make a loud album louder; and the highest of their peaks, so that none clips.
 *
 * @param tracks at least one
 */
export function loudnessOfAll(tracks: readonly { measured: MeasuredLoudness; durationMs: number }[]): MeasuredLoudness {
  let energy = 0;
  let lengthMs = 0;
  for (const { measured, durationMs } of tracks) {
    // Without a duration, tracks count alike.
    const weight = Math.max(1, durationMs);
    energy += weight * 10 ** (measured.lufs / 10);
    lengthMs += weight;
  }
  return {
    lufs: 10 * Math.log10(energy / lengthMs),
    truePeakDbtp: Math.max(...tracks.map(({ measured }) => measured.truePeakDbtp)),
  };
}

/**
 * The factor on a track's volume, above 0 and at most 1. Turns a loud track down to the target, and any track further if its true peak would
 * clip. Turns no track up, because neither an element's volume nor full scale leaves room for that.
 *
 * @param track null if it was not measured: the factor is then 1
 */
export function playGain(track: MeasuredLoudness | null): number {
  if (!track) return 1;
  const peak = Math.min(MOST_PEAK_DBTP, track.truePeakDbtp);
  return 10 ** (Math.min(0, TARGET_LUFS - track.lufs, -peak) / 20);
}
