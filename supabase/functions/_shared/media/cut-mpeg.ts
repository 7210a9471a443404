import { syncSafe, textAt } from './bytes.ts';
import { readHeader } from './mpeg-header.ts';

/** Bytes needed to recognise what follows: the head of an ID3v2 tag. */
const HEAD_BYTES = 10;

/**
 * Streams the first so many milliseconds of an MP3, frame by frame, whatever its tags and tables say, and then ends.
 */
export function cutMpeg(mostMs: number): TransformStream<Uint8Array, Uint8Array> {
  let held = new Uint8Array(0);
  let heardMs = 0;
  /** Bytes of the current tag or frame that are still to come. */
  let within = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = new Uint8Array(held.length + chunk.length);
      bytes.set(held);
      bytes.set(chunk, held.length);
      let at = 0;
      while (at < bytes.length) {
        if (within > 0) {
          const passed = Math.min(within, bytes.length - at);
          within -= passed;
          at += passed;
          continue;
        }
        if (bytes.length - at < HEAD_BYTES) break;
        const header = readHeader(bytes, at);
        if (textAt(bytes, at, 'ID3')) within = HEAD_BYTES + syncSafe(bytes, at + 6);
        else if (header === null) at += 1;
        else if (heardMs >= mostMs) {
          controller.enqueue(bytes.subarray(0, at));
          controller.terminate();
          return;
        } else {
          heardMs += (header.samples / header.sampleRate) * 1000;
          within = header.size;
        }
      }
      controller.enqueue(bytes.subarray(0, at));
      held = bytes.slice(at);
    },
    flush(controller) {
      controller.enqueue(held);
    },
  });
}
