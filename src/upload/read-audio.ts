import type { MpegProblem } from '../../supabase/functions/_shared/media/mpeg.ts';
import { repairMpeg } from './repair-mpeg.ts';
import type { Tags } from './read-tags.ts';

/** The result of reading a file picked as an MP3. */
export type AudioRead =
  /** The repaired stream, ready to send. */
  | { kind: 'whole'; blob: Blob; durationMs: number; isVariableBitrate: boolean }
  | { kind: 'refused'; problem: MpegProblem }
  /** Not readable (moved, deleted, or a cloud file not on the device), or empty. */
  | { kind: 'unreadable' };

/** Reads a picked file and repairs its stream. May be slow: see `readInWorker`. */
export async function readAudio(file: Blob): Promise<AudioRead> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes || bytes.byteLength === 0) return { kind: 'unreadable' };
  const whole = repairMpeg(new Uint8Array(bytes));
  if (typeof whole === 'string') return { kind: 'refused', problem: whole };
  const { parts, facts } = whole;
  const blob = new Blob([...parts], { type: 'audio/mpeg' });
  return { kind: 'whole', blob, durationMs: facts.durationMs, isVariableBitrate: facts.variable };
}

/**
 * Reads a picked file and its tags in a worker, because 50 MB would block the main thread for several frames. `tags` is
 * null if the worker failed.
 */
export function readInWorker(file: Blob): Promise<{ read: AudioRead; tags: Tags | null }> {
  const worker = new Worker(new URL('./audio-worker.ts', import.meta.url), { type: 'module', name: 'audio' });
  return new Promise<{ read: AudioRead; tags: Tags | null }>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ read: AudioRead; tags: Tags }>) => resolve(data);
    worker.onerror = () => void readAudio(file).then((read) => resolve({ read, tags: null }), reject);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
