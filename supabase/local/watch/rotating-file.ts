import { existsSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { pino } from 'pino';

const MAX_BYTES = 16 * 1024 * 1024;
const KEPT_FILES = 5;
/** Lines reach the file in pieces of this many bytes, or after a second. */
const PIECE_BYTES = 4096;
/** Lines that wait while the disk is full; further ones are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

export interface RotatingFile {
  readonly stream: ReturnType<typeof pino.destination>;
  /** Waits until all lines are written, or cannot be. */
  close(): Promise<void>;
}

export interface RotatingFileOptions {
  readonly onLost: () => void;
  readonly log: (line: string) => void;
  readonly maxBytes?: number;
}

/** A file that becomes `name.1` when it is full, and `name.1` becomes `name.2`, up to five files. A failing disk loses lines and stops nothing. */
export function openRotatingFile(
  folder: string,
  name: string,
  { onLost, log, maxBytes = MAX_BYTES }: RotatingFileOptions,
): RotatingFile {
  const path = join(folder, name);
  const stream = pino.destination({
    dest: path,
    sync: false,
    mkdir: true,
    mode: 0o600,
    minLength: PIECE_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: 1_000,
  });
  let size = existsSync(path) ? statSync(path).size : 0;
  let hasFailed = false;
  const report = (error: unknown): void => {
    if (!hasFailed) log(`The request log ${path} cannot be written, and everything else goes on: ${String(error)}`);
    hasFailed = true;
  };
  stream.on('error', report);
  stream.on('drop', onLost);
  stream.on('write', (bytes: number) => {
    hasFailed = false;
    size += bytes;
    if (size < maxBytes) return;
    size = 0;
    try {
      rotate(path);
      stream.reopen();
    } catch (error) {
      report(error);
    }
  });
  return {
    stream,
    async close() {
      const ended = once(stream, 'close').catch(() => undefined);
      const failed = new Promise((done) => stream.once('error', done));
      stream.end();
      await Promise.race([ended, failed]);
      if (hasFailed) stream.destroy();
    },
  };
}

function rotate(path: string): void {
  for (let number = KEPT_FILES - 2; number >= 1; number -= 1)
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  // An operator may have moved the file away.
  if (existsSync(path)) renameSync(path, `${path}.1`);
}
