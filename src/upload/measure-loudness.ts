import type { MeasuredLoudness } from '../../supabase/functions/_shared/media/loudness-meter.ts';
import type { LoudnessReply } from './loudness-worker.ts';

/** A device that takes longer leaves the measurement to the server, so that no upload waits longer for it. */
const MAX_MS = 20_000;

const measurements = new Map<string, Promise<MeasuredLoudness | null>>();

/** Measures the file of a path once in a visit. Resolves to null after an error. @param file called if the path was not measured yet */
export function measureOnce(path: string, file: () => Promise<Blob | null>): Promise<MeasuredLoudness | null> {
  const running = measurements.get(path);
  if (running) return running;
  const measured = file()
    .then((blob) => blob && measureLoudness(blob))
    .catch(() => null);
  measurements.set(path, measured);
  return measured;
}

/**
 * Measures an MP3 in a worker. The page decodes it in parts, because workers have no decoder; the browser decodes in another thread.
 *
 * @returns null for silence, for a file that this browser cannot decode, and after MAX_MS
 */
export function measureLoudness(file: Blob): Promise<MeasuredLoudness | null> {
  const worker = new Worker(new URL('./loudness-worker.ts', import.meta.url), { type: 'module', name: 'loudness' });
  return new Promise<MeasuredLoudness | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<LoudnessReply>) => {
      if (data.kind === 'measured') return resolve(data.loudness);
      decode(data.frames, data.sampleRate).then(
        (channels) => worker.postMessage(channels, { transfer: channels.map(({ buffer }) => buffer) }),
        () => resolve(null),
      );
    };
    worker.onerror = (event) => {
      // Do not report a file that cannot be measured here: the server measures it.
      event.preventDefault();
      resolve(null);
    };
    worker.postMessage(file);
    setTimeout(() => resolve(null), MAX_MS);
  }).finally(() => worker.terminate());
}

async function decode(frames: Uint8Array<ArrayBuffer>, sampleRate: number): Promise<Float32Array<ArrayBuffer>[]> {
  // The file's own rate, because resampling would change its true peak.
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const sound = await context.decodeAudioData(frames.buffer);
  return Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel).slice());
}
