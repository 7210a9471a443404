export const SAMPLE_RATE = 44_100;
/** Kilobits per second. */
export const BITRATE = 128;
const FRAME_SAMPLES = 1152;
export const FRAME_MS = (FRAME_SAMPLES * 1000) / SAMPLE_RATE;
const FRAME_BYTES = Math.floor((FRAME_SAMPLES / 8) * ((BITRATE * 1000) / SAMPLE_RATE));

export interface Frames {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** Cuts the encoder's output, which may end inside a frame, into whole frames. */
export function createFrameCutter(): { push(bytes: Uint8Array): Frames } {
  let rest: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      const all = new Uint8Array(rest.length + bytes.length);
      all.set(rest);
      all.set(bytes, rest.length);
      let end = 0;
      let count = 0;
      for (;;) {
        const size = frameSize(all, end);
        if (size === null || end + size > all.length) break;
        end += size;
        count += 1;
      }
      rest = all.slice(end);
      return { bytes: all.slice(0, end), count };
    },
  };
}

export function splitFrames(
  { bytes, count }: Frames,
  wanted: number,
): { readonly head: Frames; readonly rest: Frames } {
  const taken = Math.min(wanted, count);
  let end = 0;
  for (let i = 0; i < taken; i += 1) end += frameSize(bytes, end) ?? 0;
  return {
    head: { bytes: bytes.subarray(0, end), count: taken },
    rest: { bytes: bytes.subarray(end), count: count - taken },
  };
}

/** Null for an incomplete header. @throws Error for a frame of another format */
function frameSize(bytes: Uint8Array, at: number): number | null {
  if (at + 4 > bytes.length) return null;
  const [, second = 0, third = 0] = bytes.subarray(at, at + 3);
  // MPEG-1 Layer III without a checksum; 128 kbit/s at 44.1 kHz.
  const isOurs = bytes[at] === 0xff && second === 0xfb && third >> 2 === 0x90 >> 2;
  if (!isOurs) throw new Error('The encoder left the format of the stream');
  return FRAME_BYTES + ((third >> 1) & 1);
}
