import { createMp3Encoder } from 'wasm-media-encoders';
import { SAMPLE_RATE, type Stereo } from './sound.ts';

export interface Tags {
  readonly title: string;
  readonly artist: string;
  readonly genre: string;
}

/** Constant bitrate: a variable one needs a Xing table, and this encoder writes none. */
export async function encodeMp3(sound: Stereo, tags: Tags): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 2, bitrate: 128 });
  const chunks: Uint8Array[] = [id3(tags)];
  // The encoder reuses its output buffer, so copy it.
  for (let from = 0; from < sound.left.length; from += SAMPLE_RATE) {
    const to = from + SAMPLE_RATE;
    chunks.push(encoder.encode([sound.left.subarray(from, to), sound.right.subarray(from, to)]).slice());
  }
  chunks.push(encoder.finalize().slice());
  return new Uint8Array(Buffer.concat(chunks));
}

export function id3({ title, artist, genre }: Tags): Uint8Array {
  const frames = Buffer.concat([textFrame('TIT2', title), textFrame('TPE1', artist), textFrame('TCON', genre)]);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]);
  // Sync-safe: with seven bits per byte, no size looks like an MPEG frame's sync word.
  for (let i = 0; i < 4; i += 1) header[6 + i] = (frames.length >> (7 * (3 - i))) & 0x7f;
  return new Uint8Array(Buffer.concat([header, frames]));
}

function textFrame(id: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const header = Buffer.alloc(10);
  header.write(id, 'latin1');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}
