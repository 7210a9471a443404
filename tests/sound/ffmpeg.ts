import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { MeasuredLoudness } from '../../supabase/functions/_shared/media/loudness-meter.ts';

const run = promisify(execFile);

export const ffmpegTool: readonly [path: string, debianPackage: string] = ['/usr/bin/ffmpeg', 'ffmpeg'];

/** Runs ffmpeg. @returns its standard error, which has its reports */
export async function ffmpeg(...args: string[]): Promise<string> {
  const { stderr } = await run(ffmpegTool[0], ['-hide_banner', '-nostdin', '-nostats', '-y', ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stderr;
}

/** Measures a file by ffmpeg's `ebur128`, independently of our meter. As in our meter, a mono file counts as played by both speakers. */
export function measureByFfmpeg(path: string): Promise<MeasuredLoudness> {
  return measureInput(['-i', path]);
}

/** Measures interleaved stereo samples. @param path of the temporary file for ffmpeg */
export async function measureSamples(samples: Float32Array, hz: number, path: string): Promise<MeasuredLoudness> {
  await writeFile(path, samples);
  return await measureInput(['-f', 'f32le', '-ar', String(hz), '-ac', '2', '-i', path]);
}

async function measureInput(input: readonly string[]): Promise<MeasuredLoudness> {
  const report = await ffmpeg(...input, '-af', 'ebur128=peak=true:dualmono=true:framelog=verbose', '-f', 'null', '-');
  const summary = report.slice(report.lastIndexOf('Summary:'));
  const figure = (pattern: RegExp) => Number(pattern.exec(summary)?.[1] ?? NaN);
  const measured = { lufs: figure(/I:\s+(\S+) LUFS/), truePeakDbtp: figure(/True peak:\s+Peak:\s+(\S+) dBFS/) };
  if (Number.isNaN(measured.lufs + measured.truePeakDbtp)) throw new Error(`ffmpeg did not measure:\n${summary}`);
  return measured;
}
