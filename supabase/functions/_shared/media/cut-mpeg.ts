import { syncSafe, textAt } from './bytes.ts';
import { readHeader } from './mpeg-header.ts';

/** Bytes needed to recognise a tag or a frame: the size of an ID3v2 header. */
const HEADER_BYTES = 10;

/** Passes an MP3 through until its frames have lasted `maxMs` or longer, then ends the stream. */
export function cutMpeg(maxMs: number): TransformStream<Uint8Array, Uint8Array> {
  let unparsed = new Uint8Array(0);
  let passedMs = 0;
  let remaining = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = new Uint8Array(unparsed.length + chunk.length);
      bytes.set(unparsed);
      bytes.set(chunk, unparsed.length);
      let at = 0;
      while (at < bytes.length) {
        if (remaining > 0) {
          const passed = Math.min(remaining, bytes.length - at);
          remaining -= passed;
          at += passed;
          continue;
        }
        if (bytes.length - at < HEADER_BYTES) break;
        const header = readHeader(bytes, at);
        if (textAt(bytes, at, 'ID3')) remaining = HEADER_BYTES + syncSafe(bytes, at + 6);
        else if (header === null) at += 1;
        else if (passedMs >= maxMs) {
          controller.enqueue(bytes.subarray(0, at));
          controller.terminate();
          return;
        } else {
          passedMs += (header.samples / header.sampleRate) * 1000;
          remaining = header.size;
        }
      }
      controller.enqueue(bytes.subarray(0, at));
      unparsed = bytes.slice(at);
    },
    flush(controller) {
      controller.enqueue(unparsed);
    },
  });
}
