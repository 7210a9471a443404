import type postgres from 'postgres';
import { openJobThread, type JobThread } from '../threads/job-thread.ts';
import type { AudioFile, MeasureReply } from './measure-jobs.ts';

/** Tracks that a query reads. */
const BATCH = 50;
/** Three hours of sound take about two minutes on a slow machine, so after this long the thread hung. */
const MOST_MS = 15 * 60_000;

export interface MeasurePorts {
  readonly sql: postgres.Sql;
  /** Null if the storage does not have the file. @param path in the bucket of tracks */
  locate(path: string): Promise<AudioFile | null>;
  readonly thread: JobThread<AudioFile, MeasureReply>;
  readonly isStopped: () => boolean;
  /** A track could not be measured. */
  readonly onFailure: (line: string) => void;
  readonly onProgress?: (measured: number) => void;
}

export function openMeasureThread(timeoutMs = MOST_MS): JobThread<AudioFile, MeasureReply> {
  return openJobThread({ script: new URL('./measure-worker.mjs', import.meta.url), timeoutMs });
}

/**
 * Measures all unmeasured tracks, one at a time. Stores each result at once, so that the next run continues with the remaining tracks.
 *
 * @throws Error when a file cannot be fetched at present
 */
export async function measureTracks(ports: MeasurePorts): Promise<{ measured: number; failed: number }> {
  const { sql, isStopped } = ports;
  let measured = 0;
  let failed = 0;
  for (;;) {
    const tracks = await sql<{ id: string; title: string; path: string | null }[]>`
      select id, title, path from private.tracks_to_measure(${BATCH})`;
    if (tracks.length === 0) return { measured, failed };
    for (const track of tracks) {
      if (isStopped()) return { measured, failed };
      const reply = await measureTrack(ports, track.path);
      // The thread was closed during the measurement, which says nothing about the file.
      if (isStopped()) return { measured, failed };
      if (reply.kind === 'away') throw new Error(reply.reason);
      const isMeasured = reply.kind === 'measured';
      const { lufs = null, truePeakDbtp = null } = (isMeasured && reply.loudness) || {};
      const problem = isMeasured ? null : reply.reason;
      await sql`select private.record_loudness(${track.id}, ${lufs}, ${truePeakDbtp}, ${problem})`;
      if (isMeasured) ports.onProgress?.((measured += 1));
      else failed += 1;
      if (problem !== null)
        ports.onFailure(
          `The loudness of ${JSON.stringify(track.title)} (${track.id}) was not measured, because ${problem}.`,
        );
    }
  }
}

async function measureTrack({ locate, thread }: MeasurePorts, path: string | null): Promise<MeasureReply> {
  const file = path === null ? null : await locate(path);
  if (!file) return { kind: 'failed', reason: 'its file is not in the storage' };
  return await thread.run(file).catch((error: unknown) => ({
    kind: 'failed',
    reason: `the decoder ${error instanceof Error ? error.message : String(error)}`,
  }));
}
