import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './start-error.ts';

// Settings that several commands read from the environment.

const root = fileURLToPath(new URL('../..', import.meta.url));

export function readDataDir(env: NodeJS.ProcessEnv): string {
  return env['UNDERCURRENT_DATA'] || join(root, '.undercurrent');
}

/** 0 stands for any free port. @throws StartError if PORT is not a port number */
export function readPort(env: NodeJS.ProcessEnv): number {
  const port = Number(env['PORT'] || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`PORT must be a number up to 65535, not ${env['PORT']}.`);
  return port;
}

/** The address of an external station, without a slash at its end; null if this machine is the station. @throws StartError */
export function readRadioUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text.replace(/\/+$/, '');
  throw new StartError(`RADIO_URL must be an address like https://radio.example.com, not ${text}.`);
}
