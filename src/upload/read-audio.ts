import type { MpegProblem } from '../../supabase/functions/_shared/media/mpeg.ts';
import { makeWhole } from './whole-mpeg.ts';
import type { Tags } from './read-tags.ts';

/** What is in a file that was picked as an MP3. */
export type AudioRead =
  /** The stream as it is to be sent. */
  | { kind: 'whole'; blob: Blob; durationMs: number; isVarying: boolean }
  | { kind: 'refused'; problem: MpegProblem }
  /** It can no longer be read: moved, deleted, a cloud file that is not on the device; or it is empty. */
  | { kind: 'unreadable' };

/** Reads a picked file and makes its stream whole. It may take long: see `readInWorker`. */
export async function readAudio(file: Blob): Promise<AudioRead> {
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes || bytes.byteLength === 0) return { kind: 'unreadable' };
  const whole = makeWhole(new Uint8Array(bytes));
  if (typeof whole === 'string') return { kind: 'refused', problem: whole };
  const { parts, facts } = whole;
  const blob = new Blob([...parts], { type: 'audio/mpeg' });
  return { kind: 'whole', blob, durationMs: facts.durationMs, isVarying: facts.variable };
}

/**
 * Reads a picked file and its tags off the page's own thread: 50 MB would hold up several frames. The tags are null where no
 * worker could be had.
 */
export function readInWorker(file: Blob): Promise<{ read: AudioRead; tags: Tags | null }> {
  const worker = new Worker(new URL('./audio-worker.ts', import.meta.url), { type: 'module', name: 'audio' });
  return new Promise<{ read: AudioRead; tags: Tags | null }>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ read: AudioRead; tags: Tags }>) => resolve(data);
    worker.onerror = () => void readAudio(file).then((read) => resolve({ read, tags: null }), reject);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
