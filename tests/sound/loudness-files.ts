import { join } from 'node:path';
import { ffmpeg, measureByFfmpeg } from './ffmpeg.ts';

interface LoudnessFile {
  /** File name without its ending. */
  readonly name: string;
  /** An input of ffmpeg's lavfi, in stereo. */
  readonly source: string;
  readonly seconds?: number;
  /** The master's loudness. Samples above full scale are clipped, so that a file may be quieter than this. */
  readonly lufs: number;
  readonly rate?: 8_000 | 16_000 | 22_050 | 24_000 | 32_000 | 44_100 | 48_000;
  readonly isMono?: boolean;
  /** Arguments of ffmpeg for the encoder and the container. */
  readonly encode: readonly string[];
}

const sine = (hz: number) => `aevalsrc=0.2*sin(2*PI*${hz}*t)|0.2*sin(2*PI*${hz}*t):s=48000`;
const noise = (color: 'pink' | 'white' | 'brown', seed = 1) =>
  `anoisesrc=color=${color}:amplitude=0.3:seed=${seed}:sample_rate=48000,aformat=channel_layouts=mono,pan=stereo|c0=c0|c1=c0`;
/** Chords and a beat. The level of each channel rises and falls. */
const music =
  'aevalsrc=' +
  "'(0.3+0.2*sin(2*PI*t/7))*(sin(2*PI*220*t)+0.5*sin(2*PI*277*t)+0.3*sin(2*PI*1760*t))*0.2+0.3*exp(-12*mod(t,0.5))*sin(2*PI*60*t)" +
  "|(0.3+0.2*cos(2*PI*t/9))*(sin(2*PI*330*t)+0.4*sin(2*PI*3100*t))*0.2+0.3*exp(-12*mod(t,0.5))*sin(2*PI*60*t)':s=48000";
/** Only the loud parts count: the others are gated out. */
const gaps = (period: number) =>
  `aevalsrc='if(lt(mod(t,${period}),${period / 2}),0.3,0.0005)*sin(2*PI*800*t)|if(lt(mod(t,${period}),${period / 2}),0.3,0.0005)*sin(2*PI*800*t)':s=48000`;
const silentEnds = "aevalsrc='between(t,6,14)*0.3*sin(2*PI*500*t)|between(t,6,14)*0.3*sin(2*PI*750*t)':s=48000";
const oneSide = 'aevalsrc=0.2*sin(2*PI*600*t)|0:s=48000';
/** A quarter of the sample rate, sampled beside its peaks: the true peak is 3 dB above the samples. */
const betweenSamples = 'aevalsrc=0.3*sin(PI*t*22050+PI/4)|0.3*sin(PI*t*22050+PI/4):s=44100';

const cbr = (kilobits: number) => ['-b:a', `${kilobits}k`];
const vbr = (quality: number) => ['-q:a', String(quality)];
const abr = (kilobits: number) => ['-abr', '1', ...cbr(kilobits)];
const bare = ['-write_xing', '0', '-id3v2_version', '0'];

const files: readonly LoudnessFile[] = [
  { name: 'sine-1k', source: sine(1000), lufs: -23, rate: 48_000, encode: cbr(192) },
  { name: 'sine-997-loud', source: sine(997), lufs: -4, encode: cbr(320) },
  { name: 'sine-60', source: sine(60), lufs: -18, encode: cbr(128) },
  { name: 'sine-8k', source: sine(8000), lufs: -14, encode: cbr(256) },
  { name: 'sine-mono', source: sine(440), lufs: -10, isMono: true, encode: cbr(96) },
  { name: 'pink', source: noise('pink'), lufs: -20, encode: cbr(128) },
  { name: 'pink-quiet', source: noise('pink', 2), lufs: -30, encode: cbr(160) },
  { name: 'pink-vbr', source: noise('pink', 3), lufs: -16, rate: 48_000, encode: vbr(2) },
  { name: 'pink-clipped', source: noise('pink', 4), lufs: -4, encode: cbr(256) },
  { name: 'white', source: noise('white'), lufs: -12, encode: vbr(0) },
  { name: 'white-clipped', source: noise('white', 2), lufs: -5, encode: cbr(192) },
  { name: 'brown', source: noise('brown'), lufs: -26, encode: abr(128) },
  { name: 'music', source: music, lufs: -14, encode: cbr(192) },
  { name: 'music-quiet', source: music, lufs: -28, encode: vbr(4) },
  { name: 'music-loud', source: music, lufs: -8, encode: cbr(320) },
  { name: 'music-clipped', source: music, lufs: -4, encode: vbr(2) },
  { name: 'music-64k', source: music, lufs: -11, encode: cbr(64) },
  { name: 'music-32khz', source: music, lufs: -15, rate: 32_000, encode: cbr(128) },
  { name: 'music-22khz-mpeg2', source: music, lufs: -19, rate: 22_050, encode: cbr(64) },
  { name: 'music-24khz-mpeg2-vbr', source: music, lufs: -9, rate: 24_000, encode: vbr(5) },
  { name: 'music-16khz-mpeg2-mono', source: music, lufs: -22, rate: 16_000, isMono: true, encode: cbr(32) },
  { name: 'music-8khz-mpeg2.5', source: music, lufs: -17, rate: 8_000, isMono: true, encode: cbr(16) },
  { name: 'music-vbr-without-table', source: music, lufs: -13, encode: [...vbr(3), ...bare] },
  { name: 'music-mono-vbr', source: music, lufs: -21, isMono: true, encode: vbr(6) },
  { name: 'music-4-minutes', source: music, seconds: 240, lufs: -12, encode: vbr(4) },
  { name: 'pink-4-minutes', source: noise('pink', 5), seconds: 240, lufs: -24, encode: cbr(128) },
  { name: 'gaps', source: gaps(4), lufs: -16, encode: cbr(128) },
  { name: 'silent-ends', source: silentEnds, lufs: -18, rate: 48_000, encode: vbr(2) },
  { name: 'left-only', source: oneSide, lufs: -17, encode: ['-joint_stereo', '0', ...cbr(192)] },
  { name: 'between-samples', source: betweenSamples, lufs: -7, encode: cbr(320) },
];

/** Makes the files that the part `loudness` measures. @returns their paths */
export async function makeLoudnessFiles(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, source, seconds = 20, lufs, rate = 44_100, isMono = false, encode } of files) {
    const master = join(folder, 'master.wav');
    const path = join(folder, `${name}.mp3`);
    const channels = ['-ac', isMono ? '1' : '2'];
    const input = ['-f', 'lavfi', '-i', source, '-t', String(seconds)];
    await ffmpeg(...input, ...channels, '-ar', String(rate), '-c:a', 'pcm_f32le', master);
    const gain = lufs - (await measureByFfmpeg(master)).lufs;
    await ffmpeg(
      '-i',
      master,
      '-af',
      `volume=${gain}dB,aformat=sample_fmts=s16`,
      '-c:a',
      'libmp3lame',
      ...encode,
      path,
    );
    paths.push(path);
  }
  return paths;
}
