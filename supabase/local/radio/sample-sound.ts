import { createMp3Encoder } from 'wasm-media-encoders';

type SampleRate = 8_000 | 22_050 | 32_000 | 44_100 | 48_000;

export interface SoundOptions {
  readonly sampleRate?: SampleRate;
  readonly channels?: 1 | 2;
  readonly seconds: number;
  /** Hertz of the tone; the right channel is an octave higher. */
  readonly tone: number;
  /** Kilobits per second; by default variable. */
  readonly bitrate?: 16 | 64 | 128 | 320;
}

/** Amplitude of the tones. */
export const LEVEL = 0.5;

export function toneOf(tone: number, sampleRate: number, samples: number): Float32Array {
  return Float32Array.from({ length: samples }, (_, i) => LEVEL * Math.sin((2 * Math.PI * tone * i) / sampleRate));
}

export async function makeMp3(options: SoundOptions): Promise<Uint8Array> {
  const { sampleRate = 44_100, channels = 2, seconds, tone, bitrate } = options;
  const encoder = await createMp3Encoder();
  const common = { sampleRate, channels, outputSampleRate: sampleRate };
  encoder.configure(bitrate === undefined ? { ...common, vbrQuality: 4 } : { ...common, bitrate });
  const parts: Uint8Array[] = [];
  const left = toneOf(tone, sampleRate, Math.round(seconds * sampleRate));
  const right = toneOf(tone * 2, sampleRate, left.length);
  for (let from = 0; from < left.length; from += sampleRate) {
    const slice = [left, right].slice(0, channels).map((channel) => channel.subarray(from, from + sampleRate));
    parts.push(encoder.encode(slice).slice());
  }
  parts.push(encoder.finalize().slice());
  return new Uint8Array(Buffer.concat(parts));
}

/** Adds a tag with a picture of `bytes` bytes that look like audio frames. */
export function withPicture(mp3: Uint8Array, bytes: number): Uint8Array {
  const picture = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 417) picture.set([0xff, 0xfb, 0x90, 0x64].slice(0, bytes - at), at);
  const body = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), picture]);
  const frame = Buffer.alloc(10);
  frame.write('APIC', 'latin1');
  frame.writeUInt32BE(body.length, 4);
  const size = frame.length + body.length;
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...[21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)]);
  return new Uint8Array(Buffer.concat([header, frame, body, mp3]));
}

/** Amplitude of one frequency in a sound. */
export function levelAt(tone: number, sound: Float32Array, sampleRate: number): number {
  let sine = 0;
  let cosine = 0;
  for (const [i, sample] of sound.entries()) {
    const angle = (2 * Math.PI * tone * i) / sampleRate;
    sine += sample * Math.sin(angle);
    cosine += sample * Math.cos(angle);
  }
  return (2 * Math.hypot(sine, cosine)) / Math.max(1, sound.length);
}
