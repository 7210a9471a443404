import type { MpegProblem } from '../../supabase/functions/_shared/media/mpeg.ts';
import { repairMpeg } from './repair-mpeg.ts';
import type { Tags } from './tags.ts';

export type AudioRead =
  | { kind: 'whole'; blob: Blob; durationMs: number; isVariableBitrate: boolean }
  | { kind: 'refused'; problem: MpegProblem }
  /** Moved, deleted, empty, or a cloud file that is not on the device. */
  | { kind: 'unreadable' };

/** Reads and repairs an MP3. Slow for large files: see `readInWorker`. */
export async function readAudio(file: Blob): Promise<AudioRead> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes || bytes.byteLength === 0) return { kind: 'unreadable' };
  const whole = repairMpeg(new Uint8Array(bytes));
  if (typeof whole === 'string') return { kind: 'refused', problem: whole };
  const { parts, facts } = whole;
  const blob = new Blob([...parts], { type: 'audio/mpeg' });
  return { kind: 'whole', blob, durationMs: facts.durationMs, isVariableBitrate: facts.variable };
}

/** Reads an MP3 in a worker, because 50 MB would block the main thread for several frames. `tags` is null if the worker failed. */
export function readInWorker(file: Blob): Promise<{ read: AudioRead; tags: Tags | null }> {
  const worker = new Worker(new URL('./audio-worker.ts', import.meta.url), { type: 'module', name: 'audio' });
  return new Promise<{ read: AudioRead; tags: Tags | null }>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ read: AudioRead; tags: Tags }>) => resolve(data);
    worker.onerror = () => void readAudio(file).then((read) => resolve({ read, tags: null }), reject);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
