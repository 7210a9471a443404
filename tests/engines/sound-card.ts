import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const soundServer = { path: '/usr/bin/pulseaudio', debianPackage: 'pulseaudio' };
export const soundRecorder = { path: '/usr/bin/parec', debianPackage: 'pulseaudio-utils' };

/** Samples a second of what is recorded: enough for tones up to 8 kHz. */
export const RECORDED_HZ = 16_000;

export interface Recording {
  /** One channel, -1 to 1. */
  samples: Float32Array;
  /** When the last of them came, in ms since 1970. */
  endedAt: number;
}

/** A sound card that nobody hears: Firefox plays nothing on a machine without one. */
export interface SoundCard {
  /** What a browser's environment needs to find it. */
  env: Record<string, string>;
  /** Begins to record what sounds. */
  record(): () => Recording;
  stop(): Promise<void>;
}

export async function openSoundCard(folder: string): Promise<SoundCard> {
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
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let tries = 0; !existsSync(socket); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`PulseAudio does not start:\n${said.slice(-1000)}`);
    await pause(100);
  }
  const listener = await listen({ ...process.env, ...env, HOME: folder });
  return {
    env,
    record: listener.record,
    async stop() {
      await listener.stop();
      if (child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/**
 * Hears all that sounds. It listens all the time: a card that nobody is near to plays in blocks of two seconds, and a new
 * sound is silent for so long.
 */
async function listen(env: NodeJS.ProcessEnv): Promise<Pick<SoundCard, 'record' | 'stop'>> {
  const child = spawn(
    soundRecorder.path,
    [
      '--device=nobody.monitor',
      '--raw',
      '--format=float32le',
      `--rate=${RECORDED_HZ}`,
      '--channels=1',
      '--latency-msec=50',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], env },
  );
  const gone = new Promise((resolve) => child.once('close', resolve));
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
      const own: Buffer[] = [];
      chunks = own;
      return () => {
        chunks = null;
        const bytes = Buffer.concat(own);
        const count = Math.floor(bytes.length / 4);
        return { samples: Float32Array.from({ length: count }, (_, at) => bytes.readFloatLE(at * 4)), endedAt };
      };
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
