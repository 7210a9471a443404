import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasEnded } from '../support/has-ended.ts';

export const soundServer = { path: '/usr/bin/pulseaudio', debianPackage: 'pulseaudio' };
export const soundRecorder = { path: '/usr/bin/parec', debianPackage: 'pulseaudio-utils' };

/** Hz; enough for tones up to 8 kHz. */
export const RECORDED_HZ = 16_000;

export interface RecordingFormat {
  readonly hz: number;
  readonly channels: 1 | 2;
}

export interface Recording {
  /** Interleaved if there are two channels. */
  samples: Float32Array;
  /** When the last sample arrived, in ms since the epoch. */
  endedAt: number;
}

/** A virtual sound card: Firefox does not play without one. */
export interface SoundCard {
  env: Record<string, string>;
  /** Begins a recording. @returns a function that ends it */
  record(): () => Recording;
  stop(): Promise<void>;
}

export async function openSoundCard(
  folder: string,
  format: RecordingFormat = { hz: RECORDED_HZ, channels: 1 },
): Promise<SoundCard> {
  const socket = join(folder, 'sound');
  const env = { PULSE_SERVER: `unix:${socket}` };
  const child = spawn(
    soundServer.path,
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      '--disallow-exit',
      '--load=module-null-sink sink_name=nobody',
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder } },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (let tries = 0; !existsSync(socket); tries++) {
    if (tries === 100 || hasEnded(child)) throw new Error(`PulseAudio does not start:\n${output.slice(-1000)}`);
    await pause(100);
  }
  const listener = await listen({ ...process.env, ...env, HOME: folder }, format);
  return {
    env,
    record: listener.record,
    async stop() {
      await listener.stop();
      if (hasEnded(child)) return;
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Records permanently: a virtual card without a reader plays in blocks of 2 s, which would delay each new sound. */
async function listen(
  env: NodeJS.ProcessEnv,
  { hz, channels }: RecordingFormat,
): Promise<Pick<SoundCard, 'record' | 'stop'>> {
  const child = spawn(
    soundRecorder.path,
    [
      '--device=nobody.monitor',
      '--raw',
      '--format=float32le',
      `--rate=${hz}`,
      `--channels=${channels}`,
      '--latency-msec=50',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], env },
  );
  const exited = new Promise((resolve) => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('error', reject);
    child.once('close', () => reject(new Error('The sound card is not heard')));
  });
  let chunks: Buffer[] | null = null;
  let endedAt = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    chunks?.push(chunk);
    endedAt = Date.now();
  });
  return {
    record() {
      const recorded: Buffer[] = [];
      chunks = recorded;
      return () => {
        chunks = null;
        const bytes = Buffer.concat(recorded);
        const count = Math.floor(bytes.length / 4);
        return { samples: Float32Array.from({ length: count }, (_, at) => bytes.readFloatLE(at * 4)), endedAt };
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
