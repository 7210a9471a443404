import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const soundServer = { path: '/usr/bin/pulseaudio', debianPackage: 'pulseaudio' };

/** A sound card that nobody hears: Firefox plays nothing on a machine without one. */
export interface SoundCard {
  /** What a browser's environment needs to find it. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export async function openSoundCard(folder: string): Promise<SoundCard> {
  const socket = join(folder, 'sound');
  const child = spawn(
    soundServer.path,
    [
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      '--disallow-exit',
      '--load=module-null-sink',
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
  return {
    env: { PULSE_SERVER: `unix:${socket}` },
    async stop() {
      if (child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}
