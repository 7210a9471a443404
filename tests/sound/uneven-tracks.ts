import { join } from 'node:path';
import { ffmpeg, measureByFfmpeg } from './ffmpeg.ts';

export interface UnevenTrack {
  readonly path: string;
  /** Loudness of the encoded file, measured by ffmpeg. */
  readonly lufs: number;
  /** Frequency of a tone in the track, which distinguishes the tracks. */
  readonly toneHz: number;
}

/** LUFS: three masters as loud as usual today, and one below TARGET_LUFS. */
const LOUDNESS = [-6, -9.5, -13, -20];
const SECONDS = 20;

/** Makes tracks of different loudness. The loudness of each is constant, so that any part has the loudness of the whole. */
export async function makeUnevenTracks(folder: string): Promise<UnevenTrack[]> {
  const tracks: UnevenTrack[] = [];
  for (const [index, lufs] of LOUDNESS.entries()) {
    const toneHz = 500 * (index + 1);
    const master = join(folder, 'master.wav');
    const path = join(folder, `Uneven ${index + 1}.mp3`);
    const sound = `anoisesrc=color=pink:amplitude=0.1:seed=${index + 1}:sample_rate=44100[n];sine=frequency=${toneHz}:sample_rate=44100[t];[n][t]amix=inputs=2,pan=stereo|c0=c0|c1=c0`;
    await ffmpeg('-f', 'lavfi', '-i', sound, '-t', String(SECONDS), '-c:a', 'pcm_f32le', master);
    const gain = lufs - (await measureByFfmpeg(master)).lufs;
    // Alternate between constant and variable bitrate, which browsers play differently.
    const rate = index % 2 === 0 ? ['-b:a', '192k'] : ['-q:a', '2'];
    await ffmpeg('-i', master, '-af', `volume=${gain}dB`, '-c:a', 'libmp3lame', ...rate, path);
    tracks.push({ path, lufs: (await measureByFfmpeg(path)).lufs, toneHz });
  }
  return tracks;
}
