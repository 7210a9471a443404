import type { MeasuredLoudness } from '../../supabase/functions/_shared/media/loudness-meter.ts';
import { measureMpeg } from '../../supabase/functions/_shared/media/measure-mpeg.ts';

/** Messages of the worker to the page, which decodes because workers cannot. */
export type LoudnessReply =
  | { kind: 'decode'; frames: Uint8Array<ArrayBuffer>; sampleRate: number }
  | { kind: 'measured'; loudness: MeasuredLoudness | null };

let onDecoded: ((channels: Float32Array[]) => void) | null = null;

/** The page sends the file first, and then the samples of each slice. */
addEventListener('message', ({ data }: MessageEvent<Blob | Float32Array[]>) => {
  if (!(data instanceof Blob)) return onDecoded?.(data);
  measure(data).catch((error: unknown) => {
    // Only an uncaught error reaches the page; a rejection does not.
    setTimeout(() => {
      throw error;
    });
  });
});

async function measure(file: Blob): Promise<void> {
  const loudness = await measureMpeg(new Uint8Array(await file.arrayBuffer()), (frames, sampleRate) => {
    send({ kind: 'decode', frames, sampleRate });
    return new Promise<Float32Array[]>((resolve) => (onDecoded = resolve));
  });
  send({ kind: 'measured', loudness });
}

function send(reply: LoudnessReply): void {
  postMessage(reply, { transfer: reply.kind === 'decode' ? [reply.frames.buffer] : [] });
}
