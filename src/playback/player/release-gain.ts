import { loudnessOfAll, measuredOf, playGain } from '../../../supabase/functions/_shared/media/play-gain.ts';
import type { PlayerDeps } from './player-deps.ts';
import type { PlayerContext } from './player-events.ts';
import type { PlayerTrack } from './player-track.ts';
import { currentOf, type Queue } from './queue.ts';

type GainContext = Pick<PlayerContext, 'queue' | 'loadId' | 'hasSounded'>;

/**
 * Chooses the factor on the volume of the current track. Tracks of one release that follow each other in the queue share a factor, so that
 * they keep the proportions of their master. Any other track, and any track of a shuffled queue or list, has a factor of its own.
 */
export function createGainChooser(trackOf: PlayerDeps['track']): (context: GainContext) => number {
  let chosen = { trackId: '', loadId: 0, isMeasured: false, gain: 1 };

  /** The queued track with the fields of its row. While the row is missing, as in a rebuild, the queued copies keep the volume. */
  const read = (track: PlayerTrack) => {
    const row = trackOf(track.id).get();
    return {
      releaseId: (track.isShuffled ? null : row ? row.release_id : track.releaseId) ?? null,
      measured: measuredOf(row?.loudness_lufs, row?.true_peak_dbtp) ?? track.loudness ?? null,
      durationMs: row?.duration_ms ?? track.durationMs,
    };
  };
  type Read = ReturnType<typeof read>;

  const runAround = ({ tracks, index, unshuffled }: Queue, current: Read): readonly Read[] => {
    const run = [current];
    if (current.releaseId === null || unshuffled) return run;
    for (const step of [-1, 1])
      for (let at = index + step, track = tracks[at]; track; track = tracks[(at += step)]) {
        const neighbour = read(track);
        if (neighbour.releaseId !== current.releaseId) break;
        run.push(neighbour);
      }
    return run;
  };

  return ({ queue, loadId, hasSounded }) => {
    const track = currentOf(queue);
    if (!track) return 1;
    const current = read(track);
    const isMeasured = current.measured !== null;
    // Within a track the volume stays when its neighbours change, and when the track is loaded again after a lost connection.
    const isNewLoad = loadId !== chosen.loadId && !hasSounded;
    if (track.id !== chosen.trackId || isNewLoad || (isMeasured && !chosen.isMeasured)) {
      const known = runAround(queue, current).flatMap(({ measured, durationMs }) =>
        measured ? { measured, durationMs } : [],
      );
      chosen = {
        trackId: track.id,
        loadId,
        isMeasured,
        gain: playGain(known.length > 0 ? loudnessOfAll(known) : null),
      };
    }
    return chosen.gain;
  };
}
