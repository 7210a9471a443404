import { checkMpeg } from '../../supabase/functions/_shared/media/mpeg.ts';
import { ape, id3Frames, id3v1, join, latin, utf16 } from '../../sync/media/sample-files.ts';
import { repairMpeg } from '../../src/upload/repair-mpeg.ts';
import { encodeSweep, type Sweep } from './sweep.ts';

/** An MP3 with a quirk that people's files have, encoded from a rising tone. */
export interface RealFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Length of the audio. Null when the end is truncated. */
  readonly seconds: number | null;
  /** Rise of the tone, in Hz per second. */
  readonly rise: number;
  /** Seconds until the tone starts again. */
  readonly period: number;
  readonly title: string;
}

const SECONDS = 40;
const RISE = 60;
const MINUTES = 120;
/** Repetitions of the 40-second file: so many that the hundred seek points of a Xing table are several seconds apart. */
const LONG_REPEATS = 22;

export async function realFiles(): Promise<Record<string, RealFile>> {
  const sweep = (more: Partial<Sweep> = {}) =>
    encodeSweep({ seconds: SECONDS, rise: RISE, sampleRate: 44_100, channels: 2, ...more });
  const varying = await sweep();
  const half = await sweep({ seconds: SECONDS / 2 });
  const minute = await sweep({ seconds: 60, rise: 40, sampleRate: 22_050, channels: 1, bitrate: 32 });
  const common = { seconds: SECONDS, rise: RISE, period: SECONDS, title: '' };
  const repaired = repairMpeg(varying);
  const varyingSeconds = decodedSeconds(varying);
  const minuteSeconds = decodedSeconds(minute);
  if (typeof repaired === 'string') throw new Error(repaired);
  const title = 'Überfahrt 🌊';
  const picture = new Uint8Array(3_000_000).fill(0xff);
  return {
    'a variable rate without a table': { ...common, bytes: varying },
    'a variable rate with a table, and 3 MB of picture in ID3v2.4': {
      ...common,
      bytes: join([
        id3Frames(4, [
          ['TIT2', utf16(title)],
          ['APIC', join([latin('\0image/jpeg\0\x03\0'), picture])],
        ]),
        ...repaired.parts,
      ]),
      title,
    },
    'zeros and an APE tag after the audio': {
      ...common,
      bytes: join([varying, new Uint8Array(1_000_000), ape(300_000, true), id3v1()]),
    },
    'garbage before the audio': { ...common, bytes: join([new Uint8Array(3000).fill(0x55), varying]) },
    'a constant rate, and ID3v1 alone': {
      ...common,
      bytes: join([await sweep({ bitrate: 128 }), id3v1('Slack Water')]),
      title: 'Slack Water',
    },
    'MPEG 2 in mono': {
      ...common,
      bytes: await sweep({ sampleRate: 22_050, channels: 1, bitrate: 32 }),
    },
    'MPEG 2.5 in mono': {
      ...common,
      bytes: await sweep({ sampleRate: 8_000, channels: 1, bitrate: 16, rise: 40 }),
      rise: 40,
    },
    'a truncated end': { ...common, bytes: varying.slice(0, Math.floor(varying.length * 0.8)), seconds: null },
    'two joined files': { ...common, bytes: join([half, id3v1(), half]), period: SECONDS / 2 },
    'a quarter of an hour at a variable rate': {
      ...common,
      bytes: join(Array.from({ length: LONG_REPEATS }, () => varying)),
      seconds: LONG_REPEATS * varyingSeconds,
      period: varyingSeconds,
    },
    'two hours at 32 kbit/s': {
      ...common,
      bytes: join(Array.from({ length: MINUTES }, () => minute)),
      seconds: MINUTES * minuteSeconds,
      rise: 40,
      period: minuteSeconds,
    },
  };
}

function decodedSeconds(bytes: Uint8Array): number {
  const audio = checkMpeg(bytes);
  if (typeof audio === 'string') throw new Error(audio);
  return (audio.frames * audio.samplesPerFrame) / audio.sampleRate;
}
