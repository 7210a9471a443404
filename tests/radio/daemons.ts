import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasEnded } from '../support/has-ended.ts';

/** The folder of the configuration files that docs/operating.md gives to operators. */
const recipes = fileURLToPath(new URL('../../docs/radio/', import.meta.url));
/** The user and group to run as instead of root: both daemons refuse to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** A daemon that has not ended after this time is killed. */
const STOP_MS = 10_000;

export const needs: readonly (readonly [path: string, debianPackage: string])[] = [
  ['/usr/bin/icecast2', 'icecast2'],
  ['/usr/bin/liquidsoap', 'liquidsoap'],
];

interface Daemon {
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  lastOutput(): string;
}

export interface RealStation {
  readonly address: string;
  startIcecast(): Daemon;
  startLiquidsoap(playlistUrl: string): Daemon;
}

export function prepareStation(folder: string, port: number): RealStation {
  const webRoot = join(folder, 'web');
  const logs = join(folder, 'logs');
  for (const dir of [folder, webRoot, logs]) {
    mkdirSync(dir, { recursive: true, mode: 0o755 });
    if (isRoot) chownSync(dir, NOBODY, NOBODY);
  }
  for (const name of ['status-json.xsl', 'xml2json.xslt']) {
    symlinkSync(`/usr/share/icecast2/web/${name}`, join(webRoot, name));
  }
  const values: Record<string, string> = {
    ADMIN_EMAIL: 'radio@example.com',
    HOSTNAME: 'localhost',
    SOURCE_PASSWORD: 'source-password',
    ADMIN_PASSWORD: 'admin-password',
    PORT: String(port),
    BIND_ADDRESS: '127.0.0.1',
    LOG_DIR: logs,
    WEB_ROOT: webRoot,
  };
  const config = readFileSync(join(recipes, 'icecast.xml'), 'utf8').replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`icecast.xml asks for ${name}, which docs/operating.md does not list`);
    return value;
  });
  const configFile = join(folder, 'icecast.xml');
  writeFileSync(configFile, config);
  const script = join(folder, 'undercurrent.liq');
  writeFileSync(script, readFileSync(join(recipes, 'undercurrent.liq')));
  const address = `http://localhost:${port}`;
  const home = { HOME: folder, PATH: process.env['PATH'] ?? '' };
  return {
    address,
    startIcecast: () => start('icecast2', ['-c', configFile], home),
    startLiquidsoap: (playlistUrl) =>
      start('liquidsoap', [script], {
        ...home,
        PLAYLIST_URL: playlistUrl,
        PUBLIC_URL: address,
        SOURCE_PASSWORD: 'source-password',
        ICECAST_PORT: String(port),
        WEB_ROOT: webRoot,
      }),
  };
}

function start(command: string, args: readonly string[], env: Record<string, string>): Daemon {
  const child = spawn(command, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let output = '';
  const onOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4_000));
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  child.on('error', (error) => (output += String(error)));
  return { lastOutput: () => output, stop: (signal = 'SIGTERM') => end(child, signal) };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
